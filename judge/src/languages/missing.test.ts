import { expect, test } from 'vitest';
import { describeMissing } from '#languages/missing.ts';

test('all that is not installed is one command, what does not work is told alone', () => {
  const lines = describeMissing([
    { key: 'kotlin', debianPackage: 'kotlin', trouble: null },
    { key: 'pascal', debianPackage: 'fp-compiler', trouble: null },
    { key: 'delphi', debianPackage: 'fp-compiler', trouble: null },
    { key: 'java', debianPackage: 'default-jdk-headless', trouble: 'signal SIGSEGV' },
  ]);
  expect(lines).toEqual([
    'Java does not work here (signal SIGSEGV): apt-get install --reinstall default-jdk-headless',
    'Not installed: Kotlin, Free Pascal, Delphi (Free Pascal); to add all: apt-get install kotlin fp-compiler',
  ]);
  expect(describeMissing([])).toEqual([]);
});
