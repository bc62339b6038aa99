import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  compareTestRuns,
  MAX_TEST_RUNS,
  MAX_TEST_RUNS_BYTES,
  packTestRuns,
  type TestRun,
  unpackTestRuns,
} from '#judging/test-runs.ts';

const run = (number: number, verdictId = 1, timeMs = 10, memoryKb = 3000): TestRun => ({
  ...{ number, verdictId, timeMs, memoryKb },
});

const count = fc.nat(2_147_483_647);
const anyRuns = fc.uniqueArray(
  fc.record({
    number: fc.integer({ min: 1, max: 2_147_483_647 }),
    verdictId: fc.nat(100),
    timeMs: count,
    memoryKb: count,
  }),
  { selector: ({ number }) => number, maxLength: 30 },
);

test('what is packed is unpacked, in the order of the tests', () => {
  fc.assert(
    fc.property(anyRuns, (runs) => {
      expect(unpackTestRuns(packTestRuns(runs))).toEqual(runs.toSorted((a, b) => a.number - b.number));
    }),
  );
});

test('any bytes are results or nothing, and a cut result is nothing', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      const runs = unpackTestRuns(bytes);
      expect(runs === null || runs.length <= bytes.length / 4).toBe(true);
    }),
  );
  expect(unpackTestRuns(packTestRuns([run(1), run(2)]).slice(0, -1))).toBeNull();
});

test('a usual test takes seven bytes, and the packed form is bounded whatever comes', () => {
  expect(packTestRuns(Array.from({ length: 50 }, (_, at) => run(at + 1, 1, 900, 120_000))).length).toBe(350);
  const huge = Array.from({ length: MAX_TEST_RUNS + 5 }, (_, at) => run(at + 1, 20, 1e12, 1e12));
  const packed = packTestRuns(huge);
  expect(packed.length).toBeLessThanOrEqual(MAX_TEST_RUNS_BYTES);
  expect(unpackTestRuns(packed)).toHaveLength(MAX_TEST_RUNS);
});

test('a comparison names the tests that changed or came in one judging only, and the time of the common ones', () => {
  const before = [run(1, 1, 100), run(2, 1, 200), run(3, 2, 50)];
  const after = [run(1, 1, 110), run(2, 6, 1000)];

  expect(compareTestRuns(before, after)).toEqual({
    changed: [2, 3],
    common: { tests: 2, beforeMs: 300, afterMs: 1110 },
  });
  expect(compareTestRuns(after, before).changed).toEqual([2, 3]);
  expect(compareTestRuns(before, before).changed).toEqual([]);
});
