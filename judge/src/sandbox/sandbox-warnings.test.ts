import { expect, test } from 'vitest';
import { warningsFor } from '#sandbox/sandbox-warnings.ts';

test('the full mode has nothing to warn of, unless the kernel does not count swap', () => {
  expect(warningsFor('full', { lost: '', ignoresSwap: false })).toEqual([]);
  expect(warningsFor('full', { lost: '', ignoresSwap: true })).toEqual([
    expect.stringContaining('swapoff -a'),
  ]);
});

test('a weaker mode names what it lacks, and why', () => {
  const warnings = warningsFor('namespaces', { lost: 'no controllers', ignoresSwap: false });
  expect(warnings).toEqual([expect.stringContaining('are not exact'), 'Cgroups: no controllers.']);
});
