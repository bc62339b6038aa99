import { expect, test } from 'vitest';
import { javaNames } from '#languages/java-names.ts';

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
  ['nothing to find', 'int x = 1;', 'Main.java', 'Main'],
  ['hostile names', 'public class ../../etc { static void main(', 'Main.java', 'Main'],
])('%s', (_name, source, fileName, mainClass) => {
  expect(javaNames(source)).toEqual({ fileName, mainClass });
});
