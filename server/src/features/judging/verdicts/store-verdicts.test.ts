import { createHash } from 'node:crypto';
import { isHiddenByFreeze } from '@balloon/domain/contests/contest-phase.ts';
import { EDGE_INSTANTS } from '@balloon/domain/contests/scoring-rules.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readContestEvents } from '#features/contests/contest-log.ts';
import { EVERY_MS } from '#features/judging/leases/bulk-pace.ts';
import { type HeldVerdict, paceInBulk, storeVerdicts } from '#features/judging/verdicts/store-verdicts.ts';
import { pauseAfterBatchMs } from '#features/solutions/rejudging/reset-many.ts';
import { BATCH } from '#features/solutions/rejudging/reset-solutions.ts';
import type { AnnouncementTypes } from '#realtime/announcements.ts';
import { countLockWaits } from '#testing/lock-waits.ts';
import { startTestJudge } from '#testing/test-judge.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const RIGHT: Omit<HeldVerdict, 'solutionId' | 'fence'> = {
  ...{ verdict: 'accepted', testNumber: 3, timeMs: 12.6, memoryKb: 3456 },
  ...{ compilationError: null, detail: null, judgedBy: { compiler: 'test', mode: 'full' } },
  ...{ score: null, tests: [] },
};

/** A contest whose only participant has sent solutions that a judge holds, oldest first. */
async function givenHeld(number: number) {
  const contest = await server.given.contest();
  const author = await server.given.participant(contest);
  const judge = await startTestJudge(server.url);
  const held: { solutionId: number; fence: number }[] = [];
  for (let sent = 0; sent < number; sent += 1) {
    await author.submit(contest, { solution: `print(${sent})` });
    const { solutionId, fence } = await judge.mustClaim();
    held.push({ solutionId, fence });
  }
  return { contest, author, held };
}

/** Collects what is announced of a contest's log from now on; announcements of earlier events may still be on their way. */
async function listenTo(contestId: number) {
  const { db, announcements } = server.services;
  const { lastEventSeq } = await db
    .selectFrom('contestLogHead')
    .select('lastEventSeq')
    .where('contestId', '=', contestId)
    .executeTakeFirstOrThrow();
  const heard: AnnouncementTypes['contest.event'][] = [];
  const stop = announcements.on('contest.event', (event) => {
    if (event.contestId === contestId && event.seq > lastEventSeq) heard.push(event);
  });
  return { heard, [Symbol.dispose]: stop };
}

test('verdicts that are stored together follow each other in the log, without those of old leases', async () => {
  const { contest, author, held } = await givenHeld(3);
  const { db } = server.services;
  using listening = await listenTo(contest.id);
  const [first, second, third] = held.map((lease): HeldVerdict => ({ ...RIGHT, ...lease }));
  if (!first || !second || !third) throw new Error('Three leases were given');
  const wrong: HeldVerdict = { ...second, verdict: 'wrongAnswer', compilationError: 'half \ud800 and \0' };
  const old: HeldVerdict = { ...third, fence: third.fence - 1 };

  // The same result twice in one call is stored once, and both are told so.
  const stored = await storeVerdicts(db, contest.id, [first, wrong, old, first]);

  expect(stored).toEqual(new Set([first.fence, second.fence]));
  const logged = await readContestEvents(db, contest.id, 0);
  expect(logged.map(({ seq }) => seq)).toEqual(logged.map((_, index) => index + 1));
  expect(logged.slice(-2).map(({ event }) => event)).toMatchObject([
    { type: 'solution', solutionId: first.solutionId, userId: author.user.id, verdictId: 1 },
    { type: 'solution', solutionId: second.solutionId, userId: author.user.id, verdictId: 2 },
  ]);
  const rows = await db
    .selectFrom('solution')
    .select(['verdictId', 'testNumber', 'timeMs', 'compilationError', 'judgedBy'])
    .where('contestId', '=', contest.id)
    .orderBy('id')
    .execute();
  expect(rows).toMatchObject([
    { verdictId: 1, testNumber: 0, timeMs: 13, judgedBy: { fence: first.fence, attempt: 1, mode: 'full' } },
    { verdictId: 2, testNumber: 3, compilationError: 'half \ufffd and \ufffd' },
    { verdictId: null },
  ]);
  expect(rows[0]?.judgedBy).toHaveProperty('testsSha256');
  const kept = await db
    .selectFrom('judgement')
    .innerJoin('solution', 'solution.id', 'judgement.solutionId')
    .where('contestId', '=', contest.id)
    .select(['solutionId', 'judgement.verdictId', 'judgement.timeMs', 'judgeName', 'isManual'])
    .select((eb) => eb('startedAtMs', '<', eb.ref('endedAtMs')).as('tookTime'))
    .select('judgement.judgedBy')
    .orderBy('judgement.id')
    .execute();
  const asKept = { judgeName: 'judge', isManual: false, tookTime: true };
  expect(kept).toMatchObject([
    { ...asKept, solutionId: first.solutionId, verdictId: 1, timeMs: 13, judgedBy: rows[0]?.judgedBy },
    { ...asKept, solutionId: second.solutionId, verdictId: 2 },
  ]);
  await expect
    .poll(() => listening.heard)
    .toEqual([{ contestId: contest.id, seq: logged.at(-1)?.seq, type: 'solution', hiddenOf: null }]);
});

test('what compilers say is kept in one order, so that two contests never wait for each other', async () => {
  const { contest, held } = await givenHeld(2);
  const { db } = server.services;
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const [sooner = '', later = ''] = ['a word', 'another word'].sort((a, b) =>
    sha256(a) < sha256(b) ? -1 : 1,
  );
  const results = held.map(
    (lease, index): HeldVerdict => ({ ...RIGHT, ...lease, compilationError: index === 0 ? later : sooner }),
  );

  const stored = await db.transaction().execute(async (tx) => {
    await sql`select kept_compiler_output(${sooner})`.execute(tx);
    const storing = storeVerdicts(db, contest.id, results);
    await expect.poll(() => countLockWaits(db)).toBe(1);
    await sql`select kept_compiler_output(${later})`.execute(tx);
    return { storing };
  });

  expect(await stored.storing).toEqual(new Set(held.map(({ fence }) => fence)));
});

test('verdicts of a frozen contest are announced to their owners only', async () => {
  const { contest, author, held } = await givenHeld(1);
  const { db } = server.services;
  await db.updateTable('contest').set({ relativeFreezeTimeMs: 0 }).where('id', '=', contest.id).execute();
  using listening = await listenTo(contest.id);

  await storeVerdicts(
    db,
    contest.id,
    held.map((lease) => ({ ...RIGHT, ...lease })),
  );

  await expect.poll(() => listening.heard.map(({ hiddenOf }) => hiddenOf)).toEqual([author.user.id]);
});

test('the database knows the freeze as the domain does', async () => {
  const time = fc.integer({ min: 0, max: 6 });
  const times = fc.record({
    startTimeMs: time,
    durationTimeMs: time,
    relativeFreezeTimeMs: time,
    practiceDurationTimeMs: time,
    extraTimeMs: time,
    thawsByHand: fc.boolean(),
    thawedAtMs: fc.option(fc.integer({ min: 0, max: 20 })),
    scoring: fc.record({ edgeInstants: fc.constantFrom(...EDGE_INSTANTS) }),
  });
  const cases = fc.sample(fc.tuple(times, time, fc.integer({ min: 0, max: 20 })), {
    numRuns: 2_000,
    seed: 1,
  });
  const { rows } = await sql<{ isHidden: boolean }>`
    select is_hidden_by_freeze(
      jsonb_populate_record(null::contest, one -> 0), (one ->> 1)::bigint, (one ->> 2)::bigint
    ) as is_hidden
    from jsonb_array_elements(${JSON.stringify(
      cases.map(([contest, sentAtMs, atMs]) => [
        {
          start_time_ms: contest.startTimeMs,
          duration_time_ms: contest.durationTimeMs,
          relative_freeze_time_ms: contest.relativeFreezeTimeMs,
          extra_time_ms: contest.extraTimeMs,
          thaws_by_hand: contest.thawsByHand,
          thawed_at_ms: contest.thawedAtMs,
          edge_instants: contest.scoring.edgeInstants,
        },
        sentAtMs,
        atMs,
      ]),
    )}::jsonb) with ordinality as given(one, position)
    order by position
  `.execute(server.services.db);
  const expected = cases.map(([contest, sentAtMs, atMs]) => isHiddenByFreeze(contest, sentAtMs, atMs));
  expect(rows.map(({ isHidden }) => isHidden)).toEqual(expected);
  expect(new Set(expected)).toEqual(new Set([true, false]));
});

test('results in bulk gather while people send, and follow each other soon while nobody does', () => {
  const quiet = paceInBulk({ isLive: () => false, letFirst: async () => {} });
  const live = paceInBulk({ isLive: () => true, letFirst: async () => {} });

  expect([0, 4, 50, 100].map(quiet.pauseMs)).toEqual([0, 12, 150, 250]);
  expect([0, 4, 50, 100].map(live.pauseMs)).toEqual([380, 380, 380, 380]);
});

test('while people send, work in bulk locks the log at most five times a second, and stores what is handed out', () => {
  const { maxTogether, pauseMs } = paceInBulk({ isLive: () => true, letFirst: async () => {} });
  const tookMs = 10;
  const locksPerSec = (pause: number) => 1000 / (tookMs + pause);

  const ofVerdicts = locksPerSec(pauseMs(tookMs));
  const ofResets = locksPerSec(pauseAfterBatchMs({ tookMs, isLive: true, batches: 0 }));

  expect(ofVerdicts + ofResets).toBeLessThanOrEqual(5);
  expect(ofVerdicts * maxTogether).toBeGreaterThanOrEqual(1000 / EVERY_MS);
  expect(ofResets * BATCH).toBeGreaterThanOrEqual(1000 / EVERY_MS);
});
