import type { Log } from '@balloon/worker/log.ts';
import { afterEach, describe, expect, test } from 'vitest';
import type { FakeJob } from '#testing/fake-jobs.ts';
import { type Death, type MortalRelay, startMortalRelay } from '#testing/mortal-relay.ts';
import { SYSTEM_CASES, SYSTEM_TYPES, type SystemInTest, startSystem } from '#testing/system-cases.ts';

let given: SystemInTest;
let relays: MortalRelay[] = [];
let lines: string[] = [];

afterEach(async () => {
  await Promise.all(relays.map((relay) => relay.close()));
  relays = [];
  lines = [];
  await given.web.close();
  await given.standIn.close();
});

function relay(death?: Death): MortalRelay {
  const keep = (line: string) => void lines.push(line);
  const log: Log = { info: keep, warn: keep, error: keep };
  const started = startMortalRelay({
    ...{ webUrl: given.web.url, system: given.system, nowMs: given.standIn.clock.nowMs, log },
    ...(death ? { death } : {}),
  });
  relays.push(started);
  return started;
}

const soon = { interval: 1, timeout: 60_000 };

/** Waits for the end of a job, which says why when it is another one. */
async function expectEnd(job: FakeJob, state: FakeJob['state'] = 'done'): Promise<void> {
  const isOver = () => ['done', 'failed', 'cancelled'].includes(job.state);
  await expect.poll(isOver, soon).toBe(true);
  expect(job.state, lines.join('\n')).toBe(state);
}

/** Problems of a job by what became of them. */
const byOutcome = ({ lines }: FakeJob) =>
  Object.fromEntries(
    [...Map.groupBy(lines, ([, { outcome }]) => outcome)].map(([outcome, rows]) => [
      outcome,
      rows.map(([foreignId]) => foreignId).toSorted(),
    ]),
  );
const scanOf = (scope: string | null, update = true) => ({
  ...{ kind: 'scan' as const, scope, insert: true, update },
});

describe.each(SYSTEM_TYPES)('a scan of %s', (type) => {
  const { scope, refused = [] } = SYSTEM_CASES[type];
  const request = scanOf(scope);
  const failed = refused.length === 0 ? {} : { failed: refused };

  test('reads every problem once, and a second one finds all of them the same', async () => {
    given = await startSystem(type);
    const { jobs } = given.web;
    relay();
    const first = jobs.add(request);
    await expectEnd(first);
    const read = [...jobs.problems.keys()].toSorted();
    expect(read.length).toBeGreaterThan(1);
    expect(byOutcome(first), lines.join('\n')).toEqual({ new: read, ...failed });
    const second = jobs.add(request);
    await expectEnd(second);
    expect(byOutcome(second)).toEqual({ same: read, ...failed });
    expect(new Set(jobs.versions.values())).toEqual(new Set([1]));
  });
});
