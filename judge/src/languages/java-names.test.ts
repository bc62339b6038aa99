import { describe, expect, test } from 'vitest';
import { hasMain, javaNames } from '#languages/java-names.ts';

const MAIN = 'public static void main(String[] args) {}';

test.each([
  ['a public class names the file', `public class Sum { ${MAIN} }`, 'Sum.java', 'Sum'],
  ['a class of its own', `class Main { ${MAIN} }`, 'Main.java', 'Main'],
  ['final classes', `public final class Sum { ${MAIN} }`, 'Sum.java', 'Sum'],
  ['the class with main is not the first', `class A {} class B { ${MAIN} } class C {}`, 'B.java', 'B'],
  ['main in another class than the public one', `public class A {} class B { ${MAIN} }`, 'A.java', 'B'],
  ['a nested class before main', `public class A { static class B { int c; } ${MAIN} }`, 'A.java', 'A'],
  ['a nested public class', `class A { public static class B {} ${MAIN} }`, 'A.java', 'A'],
  ['a package', `package a . b;\nclass C { ${MAIN} }`, 'C.java', 'a.b.C'],
  [
    'comments and strings',
    `// public class No\n/* public class No */ class A { String s = "public class No {"; ${MAIN} }`,
    'A.java',
    'A',
  ],
  ['a brace in a character', `class A { char c = '{'; ${MAIN} } class B {}`, 'A.java', 'A'],
  ['a record and an interface', `interface I {} record R(int x) {} class A { ${MAIN} }`, 'A.java', 'A'],
  [
    'a text block',
    `class A { String s = ""${'"'}\n "class B { \\""${'"'} } ""${'"'}; ${MAIN} } class C {}`,
    'A.java',
    'A',
  ],
  ['letters of other alphabets', `class Имя { ${MAIN} }`, 'Main.java', 'Main'],
  ['modifiers', 'public sealed abstract class A { static final public void main(', 'A.java', 'A'],
  ['another method called main before', `class A { int main() {} } class B { ${MAIN} }`, 'B.java', 'B'],
  ['nothing to find', 'int x = 1;', 'Main.java', 'Main'],
  ['hostile names', 'public class ../../etc { static void main(', 'Main.java', 'Main'],
])('%s', (_name, source, fileName, mainClass) => {
  expect(javaNames(source)).toEqual({ fileName, mainClass });
});

/** Backtracking patterns took from seconds to minutes for these sources: the test would then reach its time limit. */
describe('a source at the size limit that is made to be slow is read at once', () => {
  const filledWith = (part: string) => part.repeat(Math.floor(262_144 / part.length));

  test.each([
    ['line ends', `${filledWith('\n')}a`],
    ['packages', filledWith('package a.')],
    ['spaces in a package', `package a${filledWith(' ')}`],
    ['open strings', filledWith('"\\')],
    ['open characters', filledWith("'\\")],
    ['open text blocks', `""${filledWith('"\\')}`],
    ['open comments', filledWith('/*')],
    ['modifiers of a type', `public ${filledWith('final ')}`],
    ['modifiers of a method', filledWith('static final ')],
    ['braces', filledWith('{')],
    ['types', filledWith('class = ')],
    ['one long name', `class ${filledWith('A')}`],
  ])('%s', (_name, source) => {
    expect(hasMain(source)).toBe(false);
    expect(javaNames(source)).toEqual({ fileName: 'Main.java', mainClass: 'Main' });
  });
});
