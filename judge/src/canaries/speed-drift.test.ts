import { expect, test } from 'vitest';
import { complaintAboutDrift, driftBetween } from '#canaries/speed-drift.ts';

const steadiness = (...runsMs: number[]) => ({ runsMs, medianMs: 0, spread: 0, wallOverCpu: 1 });

test.each([
  ['the same', [20, 21], [20, 35], 0],
  ['slower by a tenth', [20, 21], [22, 22], 0.1],
  ['faster by a tenth', [20, 21], [18, 40], -0.1],
])('a judge that is %s', (_what, first, now, drift) => {
  expect(driftBetween(steadiness(...first), steadiness(...now))).toBeCloseTo(drift);
});

test('3 % more or less are in order, more are not', () => {
  expect([complaintAboutDrift(0.03), complaintAboutDrift(-0.03)]).toEqual([null, null]);
  expect(complaintAboutDrift(0.031)).toContain('3.1 % slower');
  expect(complaintAboutDrift(-0.2)).toContain('20.0 % faster');
});
