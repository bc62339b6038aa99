import { expect, test } from 'vitest';
import { findEntryPoint, isSourceOf, joinFiles, takesSeveralFiles } from '#languages/solution-files.ts';

const files = (given: Record<string, string>) =>
  Object.entries(given).map(([name, content]) => ({ name, content }));

test.each([
  ['the only source', 'cpp20', { 'sum.h': 'int main();', 'task.cpp': '' }, 'task.cpp'],
  ['a source with main', 'cpp20', { 'a.cpp': 'int f();', 'b.cpp': 'int main() {}' }, 'b.cpp'],
  ['any source where the linker decides', 'c', { 'a.c': '', 'b.c': '' }, 'a.c'],
  ['no source in C++ for C', 'c', { 'a.cpp': '' }, null],
  ['the file called main', 'python3', { 'a.py': '', 'main.py': 'import a' }, 'main.py'],
  ['the file called __main__', 'pypy3', { 'a.py': '', '__main__.py': '' }, '__main__.py'],
  [
    'the one that asks how it is called',
    'python3',
    { 'a.py': 'if __name__ == "__main__": f()', 'b.py': '' },
    'a.py',
  ],
  ['nobody knows', 'python3', { 'a.py': '', 'b.py': '' }, null],
  [
    'the class with main',
    'java',
    { 'A.java': 'class A {}', 'B.java': 'public static void main(String[] a)' },
    'B.java',
  ],
  ['two classes with main', 'java', { 'A.java': 'void main(', 'B.java': 'void main(' }, null],
  ['Main of two with main', 'java', { 'A.java': 'void main(', 'Main.java': 'void main(' }, 'Main.java'],
  ['a function in Go', 'go', { 'a.go': '', 'b.go': 'func main() {}' }, 'b.go'],
  ['an unknown language', 'brainfuck', { 'a.bf': '' }, null],
])('a program starts in %s', (_what, language, given, expected) => {
  expect(findEntryPoint(language, files(given))).toBe(expected);
});

test('languages take several files, or one', () => {
  expect(['cpp17', 'java', 'kotlin', 'python3', 'c'].filter(takesSeveralFiles)).toHaveLength(5);
  expect(['bash', 'perl', '78', 'toString'].filter(takesSeveralFiles)).toEqual([]);
  expect(isSourceOf('cpp20', 'a.c')).toBe(true);
  expect(isSourceOf('cpp20', 'a.h')).toBe(false);
});

test('files as one text stand under their names, in comments of the language', () => {
  const given = files({ 'main.py': 'import a', 'a.py': 'x = 1\n' });
  expect(joinFiles(given, 'python')).toBe('# ===== main.py =====\nimport a\n\n# ===== a.py =====\nx = 1\n');
  expect(joinFiles(given, 'c_cpp')).toContain('// ===== a.py =====');
});
