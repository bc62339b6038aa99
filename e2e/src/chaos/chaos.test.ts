import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { startCluster } from '#chaos/cluster.ts';
import { type ChaosOptions, runChaos } from '#chaos/run-chaos.ts';
import { startSupervisedSite } from '#chaos/supervised-site.ts';
import type { Timeline } from '#chaos/timeline.ts';
import type { World } from '#chaos/world.ts';

/** Seed to reproduce a failure: the same solutions and the same order of kills. */
const SEED = Number(process.env.CHAOS_SEED ?? randomInt(1_000_000));
const LIMIT = { timeout: 1_200_000 };
/** Nothing is lost for being late: a machine that does much else starts a killed judge for minutes. */
const DRAIN_MS = 600_000;

test('two webs and two judges lose and double nothing while they and their database are killed', LIMIT, () =>
  expectNothingLost(startCluster, {
    solutions: 12,
    durationMs: 4_000,
    pauseMs: [700, 1_700],
    drainMs: DRAIN_MS,
  }),
);

test('nor does the site of one command while its parts and their supervisor are killed', LIMIT, () =>
  expectNothingLost(startSupervisedSite, {
    solutions: 10,
    durationMs: 5_000,
    pauseMs: [1_000, 2_000],
    drainMs: DRAIN_MS,
  }),
);

/** Runs briefly, for every test run; `npm run chaos` is the long one. */
async function expectNothingLost(
  startWorld: (timeline: Timeline) => Promise<World>,
  options: Omit<ChaosOptions, 'seed'>,
) {
  const report = await runChaos(startWorld, { seed: SEED, ...options });

  expect(report.violations, report.timeline).toEqual([]);
  expect(report.sent).toBe(options.solutions);
  expect(Math.min(...report.kills.values()), report.timeline).toBeGreaterThan(0); // all were killed
}
