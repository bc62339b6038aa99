import { expect, test } from 'vitest';
import { acceptedIn, cpuRows, heardIn } from '#storms/stretches.ts';

const CPU_MS = { webs: 100, database: 50, own: 0 };

test('what was sent and heard belongs to the stretch of its moment, and to none between stretches', () => {
  const live = {
    ...{ acceptMs: [5, 6, 7, 8], sentAtMs: [0, 100, 200, 250], refused: 0 },
    ...{ heardMs: [1, 2, 3], heardAtMs: [99, 100, 260] },
  };
  const first = { begunAtMs: 0, endedAtMs: 100, cpuMs: CPU_MS };
  const last = { begunAtMs: 200, endedAtMs: 300, cpuMs: CPU_MS };

  expect(acceptedIn(live, [first, last])).toEqual([5, 7, 8]);
  expect(heardIn(live, [last, first])).toEqual([3, 1]);
});

test('processor time of stretches is a part of their length together', () => {
  const stretches = [
    { begunAtMs: 0, endedAtMs: 300, cpuMs: CPU_MS },
    { begunAtMs: 1_000, endedAtMs: 1_100, cpuMs: CPU_MS },
  ];

  expect(cpuRows('quiet', stretches).map(({ number }) => number)).toEqual([50, 25, 0]);
});
