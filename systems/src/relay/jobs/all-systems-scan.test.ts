import { afterEach, describe, expect, test } from 'vitest';
import { type Death, type MortalRelay, startMortalRelay } from '#testing/mortal-relay.ts';
import { SYSTEM_CASES, SYSTEM_TYPES, type SystemInTest, startSystem } from '#testing/system-cases.ts';
import { byOutcome, expectEnd, SOON } from '#testing/watch-job.ts';

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
  const { scope, list, statement, refused = [] } = SYSTEM_CASES[type];
  const request = scanOf(scope);
  const failed = refused.length === 0 ? {} : { failed: refused };

  test('reads every problem once, and a second one by another process finds all the same', async () => {
    given = await startSystem(type);
    const { jobs } = given.web;
    const one = relay();
    const first = jobs.add(request);
    await expectEnd(first);
    const read = [...jobs.problems.keys()].toSorted();
    expect(read.length).toBeGreaterThan(1);
    expect(byOutcome(first)).toEqual({ new: read, ...failed });
    // Another session with other tokens.
    await one.close();
    await expect.poll(() => given.web.waiting, SOON).toBe(0);
    for (const account of given.web.accounts) account.session = null;
    relay();
    const second = jobs.add(request);
    await expectEnd(second);
    expect(byOutcome(second)).toEqual({ same: read, ...failed });
    expect(new Set(jobs.versions.values())).toEqual(new Set([1]));
  });

  test('tells the one statement that has changed', async () => {
    given = await startSystem(type);
    const { jobs } = given.web;
    relay();
    await expectEnd(jobs.add(request));
    const before = jobs.problems.get(statement.of)?.contentSha256;
    const change = (body: string) => body.replaceAll(statement.words, 'Other words ');
    given.standIn.plan(statement.path, { kind: 'change', change }, 1_000);
    const job = jobs.add(request);
    await expectEnd(job);
    expect(byOutcome(job).changed).toEqual([statement.of]);
    expect(jobs.problems.get(statement.of)?.contentSha256).not.toBe(before);
  });

  test('without its list fails as drift, and the list stays open', async () => {
    given = await startSystem(type);
    const { jobs } = given.web;
    relay();
    await expectEnd(jobs.add(request));
    const change = (body: string) => body.replaceAll(list.word, 'other');
    given.standIn.plan(list.path, { kind: 'change', change }, 2);
    const job = jobs.add(request);
    await expectEnd(job, 'failed');
    expect(job.failures).toMatchObject([{ kind: 'drift' }]);
    expect([job.isListed, job.lines.size]).toEqual([false, 0]);
  });
});

test.each(['timus', 'acmp', 'cf', 'sgu'] as const)('%s is read without an account, too', async (type) => {
  given = await startSystem(type, { withAccount: false });
  const { jobs } = given.web;
  relay();
  const job = jobs.add(scanOf(null));
  await expectEnd(job);
  const { failed = [], new: read = [] } = byOutcome(job);
  expect(failed).toEqual(SYSTEM_CASES[type].refused ?? []);
  expect(read.length).toBeGreaterThan(1);
});

test('pictures and documents of gyms and archives are stored', async () => {
  given = await startSystem('cf');
  const { jobs } = given.web;
  relay();
  await expectEnd(jobs.add(scanOf('gym')));
  const pdf = jobs.problems.get('gym:100001B')?.pdf;
  expect(jobs.blobs.get(pdf?.sha256 ?? '')?.toString()).toBe('%PDF-1.4 an invented document');
});
