import { afterEach, describe, expect, test } from 'vitest';
import { type Death, type MortalRelay, startMortalRelay } from '#testing/mortal-relay.ts';
import { SYSTEM_CASES, SYSTEM_TYPES, type SystemInTest, startSystem } from '#testing/system-cases.ts';
import { byOutcome, expectEnd } from '#testing/watch-job.ts';

let given: SystemInTest;
let relays: MortalRelay[] = [];

afterEach(async () => {
  await Promise.all(relays.map((relay) => relay.close()));
  relays = [];
  await given.web.close();
  await given.standIn.close();
});

function relay(death?: Death): MortalRelay {
  const started = startMortalRelay({
    ...{ webUrl: given.web.url, system: given.system, nowMs: given.standIn.clock.nowMs },
    ...(death ? { death } : {}),
  });
  relays.push(started);
  return started;
}

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
    expect(byOutcome(first)).toEqual({ new: read, ...failed });
    const second = jobs.add(request);
    await expectEnd(second);
    expect(byOutcome(second)).toEqual({ same: read, ...failed });
    expect(new Set(jobs.versions.values())).toEqual(new Set([1]));
  });
});
