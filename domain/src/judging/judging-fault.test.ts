import { expect, test } from 'vitest';
import { faultCause } from '#judging/judging-fault.ts';

test.each([
  ['the checker says that it failed: no answer', 'checker'],
  ['the checker broke (SIGSEGV): ', 'checker'],
  ['the checker does not compile:\nerror', 'checker'],
  ["this judge does not have the checker's language cpp17", 'checker'],
  ["the problem's own program asks for more than 2 passes", 'checker'],
  ['the interactor does not read the output of the solution', 'interactor'],
  ['interactor: sandbox failed', 'interactor'],
  ['The problem has no tests or unknown rules', 'tests'],
  ['Quarantined: 3 judges in a row fell silent over it', 'silence'],
  ['sandbox: no space', 'judge'],
  ['this judge does not have the language cpp17', 'judge'],
  ['ENOSPC while the checker ran', 'judge'],
  ['', 'judge'],
])('%j is the fault of: %s', (detail, cause) => {
  expect(faultCause(detail)).toBe(cause);
});
