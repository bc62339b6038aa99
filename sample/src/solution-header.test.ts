import { expect, test } from 'vitest';
import { readSolutionHeader } from '#solution-header.ts';

test('the ending names the language and the first line the verdict', () => {
  expect(readSolutionHeader('slow.cpp', '// expect: timeLimit\nint main() {}\n')).toEqual({
    languageKey: 'cpp20',
    expect: 'timeLimit',
  });
});

test('a header can name the failing test and the version of the language', () => {
  expect(readSolutionHeader('old.cpp', '// expect: wrongAnswer on 12\n// language: cpp17\n')).toEqual({
    languageKey: 'cpp17',
    expect: 'wrongAnswer',
    onTest: 12,
  });
});

test('Python has comments of its own', () => {
  expect(readSolutionHeader('main.py', '# expect: accepted\n').languageKey).toBe('python3');
});

test.each([
  ['main.cpp', 'int main() {}\n', 'first line must be a comment'],
  ['main.cpp', '// expect: wrongAnswer on three\n', 'first line must be a comment'],
  ['main.cpp', '// expect: perfect\n', 'unknown verdict "perfect"'],
  ['main.cpp', '// expect: constructor\n', 'unknown verdict "constructor"'],
  ['main.cpp', '// expect: accepted\n// language: cpp99\n', 'unknown language "cpp99"'],
  ['main.bas', '// expect: accepted\n', 'no language has the ending ".bas"'],
])('%s with %j is refused', (file, source, message) => {
  expect(() => readSolutionHeader(file, source)).toThrow(message);
});
