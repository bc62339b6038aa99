import { expect, test } from 'vitest';
import { isNoiseLikely, runPatiently } from '#run/run-patiently.ts';
import type { RunRequest, RunResult, SandboxSlot } from '#sandbox/sandbox.ts';

const RUN: RunResult = {
  cause: 'exit',
  exitCode: 0,
  signal: null,
  cpuUs: 1_050_000,
  wallUs: 2_000_000,
  peakKb: 1000,
  outputBytes: 0,
  leftProcesses: 0,
  fetched: [],
  message: null,
};

test.each([
  ['just above the limit, on a crowded machine', {}, true],
  ['stopped at the limit, on a crowded machine', { cause: 'cpu', cpuUs: 1_001_000 }, true],
  ['just above the limit, on a quiet machine', { wallUs: 1_060_000 }, false],
  ['stopped far above the limit', { cause: 'cpu', cpuUs: 1_250_000, wallUs: 4_000_000 }, false],
  ['within the limit', { cpuUs: 990_000 }, false],
  ['several threads at once', { wallUs: 600_000 }, false],
] as const)('%s: run again: %s', (_what, run, expected) => {
  expect(isNoiseLikely({ ...RUN, ...run } as RunResult, 1000)).toBe(expected);
});

/** Container whose runs have the given results, one after another. */
function containerOf(...results: Partial<RunResult>[]) {
  const requests: RunRequest[] = [];
  const run = async (request: RunRequest) => {
    requests.push(request);
    return { ...RUN, ...results[requests.length - 1] };
  };
  return { requests, slot: { run } as unknown as SandboxSlot };
}

const LIMITS = { cpuMs: 1000, wallMs: 3000, memoryKb: 1, outputKb: 1, processes: 1, scratchKb: 1 };

test('the second run counts, and there is no third', async () => {
  const { requests, slot } = containerOf({}, { cpuUs: 980_000 });
  expect(await runPatiently(slot, { argv: [], limits: LIMITS })).toMatchObject({ cpuUs: 980_000 });
  const stubborn = containerOf({}, {}, { cpuUs: 1 });
  expect(await runPatiently(stubborn.slot, { argv: [], limits: LIMITS })).toMatchObject({ cpuUs: RUN.cpuUs });
  expect([requests.length, stubborn.requests.length]).toEqual([2, 2]);
});

test('the first run may go on beyond its limit on a crowded machine, and the second one may not', async () => {
  const { requests, slot } = containerOf({}, {});
  await runPatiently(slot, { argv: [], limits: LIMITS });
  expect(requests.map(({ limits }) => limits.crowdedCpuMs)).toEqual([1250, undefined]);
});

test('a failure of the sandbox in the second run does not count', async () => {
  const { slot } = containerOf({}, { cause: 'internal' });
  expect(await runPatiently(slot, { argv: [], limits: LIMITS })).toMatchObject({ cause: 'exit' });
});

test('a run stopped by the wall limit gets more time if it computed, and not if it slept', async () => {
  const working = containerOf({ cause: 'wall', cpuUs: 300_000, wallUs: 3_000_000 }, { cpuUs: 700_000 });
  expect(await runPatiently(working.slot, { argv: [], limits: LIMITS })).toMatchObject({ cpuUs: 700_000 });
  expect(working.requests[1]?.limits).toMatchObject({ cpuMs: 1000, wallMs: 15_000 });
  const asleep = containerOf({ cause: 'wall', cpuUs: 3000, wallUs: 3_000_000 });
  await runPatiently(asleep.slot, { argv: [], limits: LIMITS });
  expect(asleep.requests).toHaveLength(1);
});
