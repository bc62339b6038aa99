import { RejudgeReply, StaleList } from '@balloon/contracts/solutions/solutions.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { FinalResultsError } from '#errors.ts';
import { goOnWithResets, planResets, runResets } from '#features/solutions/rejudging/reset-many.ts';
import { countWaiting, planResetOf, storeJudged } from '#features/solutions/rejudging/testing.ts';
import { countLockWaits } from '#testing/lock-waits.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

/*
 * Rejudging of many where the results of a contest are final, or become it meanwhile: nothing of its main time may change,
 * and nobody else has to wait for it.
 */

/** More than one batch, so that the reset is written down. */
const MANY = 30;
const PACE = { sending: { isLive: () => false, letFirst: async () => {} }, batches: 0 };

let server: TestServer;
let admin: Person;
let author: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.services.db.deleteFrom('solutionReset').execute();
  await server.services.db.deleteFrom('judging').execute();
});

/** A contest with official results that is over, thawed and in its practice. */
async function givenOver(problems?: number[]): Promise<GivenContest> {
  const contest = await server.given.contest({
    ...{ startsInMin: -110, durationMin: 100, freezeInMin: -20, practiceMin: 1000 },
    ...(problems ? { problems } : {}),
  });
  author ??= await server.given.participant(contest);
  const { db } = server.services;
  await db.updateTable('contest').set({ hasOfficialResults: true }).where('id', '=', contest.id).execute();
  await server.services.announcements.caughtUp();
  return contest;
}

async function makeFinal({ id }: GivenContest): Promise<void> {
  const values = { finalizedAtMs: Date.now(), finalizedById: admin.user.id };
  await server.services.db.updateTable('contest').set(values).where('id', '=', id).execute();
}

/** Stores solutions with stale verdicts; returns their ids. */
const givenStale = (contest: GivenContest, count: number, sentAtMs: number) =>
  storeJudged(server.services.db, { contest, author, count, sentAtMs, isStale: true });

const inMainTime = (contest: GivenContest) => contest.startTimeMs + 20 * 60_000;

const waiting = (ids: readonly number[]) => countWaiting(server.services.db, ids);
const plan = (contest: GivenContest, ids: readonly number[]) =>
  planResetOf(server.services.db, contest, admin, ids);

test('stale verdicts of a problem are judged again in other contests, and in the practice of the final one', async () => {
  const past = await givenOver();
  const [problemId = 0] = past.problemIds;
  const open = await givenOver([problemId]);
  const kept = await givenStale(past, MANY, inMainTime(past));
  const practice = await givenStale(past, 2, Date.now());
  const others = await givenStale(open, MANY, inMainTime(open));
  await makeFinal(past);
  const path = `/api/admin/problems/${problemId}/solutions/stale`;

  expect((await admin.get(path)).as(StaleList).solutionsNumber).toBe(MANY + 2);
  const reply = await admin.post(`${path}/refresh?wait=false`);

  expect([reply.status, reply.as(RejudgeReply).count]).toEqual([202, MANY + 2]);
  await expect.poll(() => waiting(others)).toBe(MANY);
  expect([await waiting(practice), await waiting(kept)]).toEqual([2, 0]);
});

test('a rejudging beside the verdicts shows what new tests would change in final results', async () => {
  const contest = await givenOver();
  await givenStale(contest, MANY, inMainTime(contest));
  await makeFinal(contest);

  const preview = await admin.get(`/api/admin/contests/${contest.id}/rejudgings/preview?staleReasons=tests`);

  expect([preview.status, preview.json.solutionsNumber]).toEqual([200, MANY]);
});

test('a contest with final results is not judged again, however many solutions it has', async () => {
  const contest = await givenOver();
  const ids = await givenStale(contest, MANY, inMainTime(contest));
  await makeFinal(contest);

  for (const query of ['?wait=false', '']) {
    const reply = await admin.post(`/api/admin/contests/${contest.id}/solutions/refresh${query}`);
    expect([reply.status, reply.json.error?.code]).toEqual([409, 'RESULTS_FINAL']);
  }
  expect(await waiting(ids)).toBe(0);
  expect(await server.services.db.selectFrom('solutionReset').select('id').execute()).toEqual([]);
});

test('results are not made final while a reset still has solutions of the main time before it', async () => {
  const contest = await givenOver();
  const ids = await givenStale(contest, MANY, inMainTime(contest));
  const resetId = await plan(contest, ids);
  const finalize = () => admin.post(`/api/admin/contests/${contest.id}/results/finalize`, {});

  expect((await finalize()).json.error?.code).toBe('RESULTS_INCOMPLETE');
  let batches = 0;
  await runResets(server.services.db, [resetId], { ...PACE, isEnding: () => batches++ > 0 });
  // Judges were fast, and the web process that did the reset has ended.
  await server.services.db
    .updateTable('solution')
    .set({ verdictId: VERDICTS.accepted.id })
    .where('id', 'in', ids)
    .execute();
  await server.services.db.deleteFrom('judging').execute();
  const missing = (await admin.get(`/api/admin/contests/${contest.id}/results`)).json.missing;

  expect(missing).toEqual([{ kind: 'pending', count: MANY - 25 }]);
  expect((await finalize()).json.error?.code).toBe('RESULTS_INCOMPLETE');
});

test('a reset that is refused keeps no other one from going on', async () => {
  const [past, open] = [await givenOver(), await givenOver()];
  const refused = await plan(past, await givenStale(past, MANY, inMainTime(past)));
  const ids = await givenStale(open, MANY, inMainTime(open));
  const later = await plan(open, ids);
  await makeFinal(past); // Resets that an earlier version wrote down may be refused so.
  await server.services.db.updateTable('solutionReset').set({ activeAtMs: 1 }).execute();

  await goOnWithResets(server.services);

  await expect.poll(() => waiting(ids)).toBe(MANY);
  expect(refused).toBeLessThan(later);
});

test('resets of several contests lock their logs for one statement, and see results that became final before it', async () => {
  const contests = [await givenOver(), await givenOver()];
  const wanted: { contestId: number; ids: number[] }[] = [];
  for (const contest of contests)
    wanted.push({ contestId: contest.id, ids: await givenStale(contest, MANY, inMainTime(contest)) });
  const { db } = server.services;
  let statements = 0;
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const planned = () =>
    db.transaction().execute((tx) => planResets(tx.withPlugin(counting), admin.user.id, wanted));

  const plans = await planned();

  expect(statements).toBe(1);
  const written = await db.selectFrom('solutionReset').select(['id', 'contestId', 'solutionIds']).execute();
  expect(written).toEqual(
    plans.map(({ resetId, contestId, ids }) => ({ id: resetId, contestId, solutionIds: ids })),
  );

  const { promise: isMadeFinal, resolve: commit } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const making = db.transaction().execute(async (tx) => {
    const values = { finalizedAtMs: Date.now(), finalizedById: admin.user.id };
    await tx
      .updateTable('contest')
      .set(values)
      .where('id', '=', contests[1]?.id ?? 0)
      .execute();
    locked();
    await isMadeFinal;
  });
  await isLocked;
  // Refused at the commit itself, perhaps before this test hears of it.
  const refused = expect(planned()).rejects.toThrow(FinalResultsError);
  await expect.poll(() => countLockWaits(db)).toBe(1);
  commit();
  await making;
  await refused;
});
