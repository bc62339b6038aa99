import { expect, test } from 'vitest';
import { describeMissing } from '#languages/missing.ts';

test('all missing languages are one command, each that does not work has its own line', () => {
  const lines = describeMissing([
    { key: 'kotlin', trouble: null },
    { key: 'pascal', trouble: null },
    { key: 'delphi', trouble: null },
    { key: 'java', trouble: 'signal SIGSEGV' },
  ]);
  expect(lines).toEqual([
    'Java does not work here (signal SIGSEGV): apt-get install --reinstall default-jdk-headless',
    'Not installed: Kotlin, Free Pascal, Delphi (Free Pascal); to add all: apt-get install kotlin fp-compiler',
  ]);
  expect(describeMissing([])).toEqual([]);
});
