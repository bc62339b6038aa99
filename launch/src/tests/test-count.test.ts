import { expect, test } from 'vitest';
import { countTests } from '#tests/test-count.ts';

test('counts tests over all files', () => {
  const report = {
    testResults: [
      { status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'passed' }] },
      { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
    ],
  };

  expect(countTests(report)).toEqual({ passed: 3, failed: 1 });
});

test('a file that could not be loaded is a failure', () => {
  const report = { testResults: [{ status: 'failed', assertionResults: [] }] };

  expect(countTests(report)).toEqual({ passed: 0, failed: 1 });
});
