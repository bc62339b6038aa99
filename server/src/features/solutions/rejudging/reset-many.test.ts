import { setTimeout as sleep } from 'node:timers/promises';
import { RejudgeReply, SolutionResetList } from '@balloon/contracts/solutions/solutions.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  endResets,
  goOnWithResets,
  pauseAfterBatchMs,
  runResets,
} from '#features/solutions/rejudging/reset-many.ts';
import { progressOfReset } from '#features/solutions/rejudging/reset-progress.ts';
import { countWaiting, planResetOf, storeJudged } from '#features/solutions/rejudging/testing.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

const MANY = 60;
const NOBODY_SENDS = { isLive: () => false, letFirst: async () => {} };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.services.db.deleteFrom('judging').execute(); // left by other tests
});

/** Stores solutions as if they had been judged long ago; returns their ids. */
const givenJudged = (contest: GivenContest, author: Person, count: number) =>
  storeJudged(server.services.db, { contest, author, count });

const refresh = (supervisor: Person, contest: GivenContest, query = '') =>
  supervisor.post(`/api/admin/contests/${contest.id}/solutions/refresh${query}`);

async function listed(supervisor: Person, contest: GivenContest) {
  const reply = await supervisor.get(`/api/admin/contests/${contest.id}/solutions/resets`);
  return reply.as(SolutionResetList).resets;
}

const waiting = (ids: readonly number[]) => countWaiting(server.services.db, ids);

/** Gives solutions of a reset their verdicts, as judges do. */
async function judge(ids: readonly number[]): Promise<void> {
  await server.services.db
    .deleteFrom('judging')
    .where('solutionId', 'in', [...ids])
    .execute();
}

const plan = (contest: GivenContest, supervisor: Person, ids: readonly number[]) =>
  planResetOf(server.services.db, contest, supervisor, ids);

const setActive = (resetId: number, activeAtMs: number) =>
  server.services.db.updateTable('solutionReset').set({ activeAtMs }).where('id', '=', resetId).execute();

/** Makes a reset look as if its web process had ended a minute ago. */
const leaveAlone = (resetId: number) => setActive(resetId, Date.now() - 60_000);

describe('who does not wait for many', () => {
  test('is answered at once, and every organiser sees how far it is until a minute after its end', async () => {
    const { given, services } = server;
    const contest = await given.contest();
    const ids = await givenJudged(contest, await given.participant(contest), MANY);
    const [supervisor, other] = [await given.supervisor(), await given.admin()];

    const reply = await refresh(supervisor, contest, '?wait=false');

    expect([reply.status, reply.json]).toEqual([
      202,
      { result: true, count: MANY, resetId: expect.any(Number) },
    ]);
    const { resetId = 0 } = reply.as(RejudgeReply);
    const ofReset = {
      contest: { id: contest.id, name: contest.name },
      ...{ id: resetId, startedAtMs: expect.any(Number), solutionsNumber: MANY },
      author: expect.objectContaining({ id: supervisor.user.id }),
    };
    await expect
      .poll(() => listed(other, contest))
      .toEqual([{ ...ofReset, handledNumber: MANY, judgedNumber: 0, isOver: false }]);
    expect(await waiting(ids)).toBe(MANY);

    await judge(ids.slice(0, 20));
    await endResets(services);
    await expect
      .poll(() => listed(other, contest))
      .toEqual([{ ...ofReset, handledNumber: MANY, judgedNumber: 20, isOver: false }]);
    await judge(ids);
    await endResets(services);
    const [over] = await listed(other, contest);
    expect(over).toEqual({ ...ofReset, handledNumber: MANY, judgedNumber: MANY, isOver: true });

    await services.db
      .updateTable('solutionReset')
      .set({ judgedAtMs: Date.now() - 61_000 })
      .where('id', '=', resetId)
      .execute();
    await endResets(services);
    expect(await listed(other, contest)).toEqual([]);
  });

  test('is answered with the end of few, which leave nothing to see', async () => {
    const { given } = server;
    const contest = await given.contest();
    await givenJudged(contest, await given.participant(contest), 25);
    const supervisor = await given.supervisor();

    const reply = await refresh(supervisor, contest, '?wait=false');

    expect([reply.status, reply.json]).toEqual([200, { result: true, count: 25 }]);
    expect(await listed(supervisor, contest)).toEqual([]);
  });
});

test('a reset is counted once for all who look at the same moment', async () => {
  const { given, services } = server;
  const contest = await given.contest();
  const supervisor = await given.supervisor();
  const ids = await givenJudged(contest, await given.participant(contest), MANY);
  const resetId = await plan(contest, supervisor, ids);
  await runResets(services.db, [resetId], { sending: NOBODY_SENDS, batches: 0 });
  let queries = 0;
  const db = services.db.withPlugin({
    transformQuery({ node }) {
      queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const { announcements } = services;

  const looks = Array.from({ length: 10 }, () => progressOfReset({ db, announcements }, resetId));

  for (const look of looks) expect(await look).toEqual({ handledNumber: MANY, waitingNumber: MANY });
  expect(queries).toBe(1);
});

describe('who does not wait for stale verdicts of a problem', () => {
  const refreshStale = async (query: string) => {
    const { given, services } = server;
    const contest = await given.contest();
    const [problemId = 0] = contest.problemIds;
    const contests = [contest, await given.contest({ problems: [problemId] })];
    const author = await given.participant(contest);
    const ids: number[] = [];
    for (const one of contests) ids.push(...(await givenJudged(one, author, MANY)));
    await services.db
      .updateTable('solution')
      .set({ judgedBy: JSON.stringify({ testsetSha256: 'earlier', testsSha256: 'earlier' }) })
      .where('id', 'in', ids)
      .execute();
    const admin = await given.admin();
    const reply = await admin.post(`/api/admin/problems/${problemId}/solutions/stale/refresh${query}`);
    return { reply, ids, admin, contests, problemId };
  };

  test('is answered at once, and sees how far each contest is', async () => {
    const { reply, ids, admin, contests, problemId } = await refreshStale('?wait=false');

    const count = ids.length;
    expect([reply.status, reply.json]).toEqual([202, { result: true, count, resetId: expect.any(Number) }]);
    await expect.poll(() => waiting(ids)).toBe(count);
    const shown = contests.map(({ id, name }) => ({ contest: { id, name }, solutionsNumber: MANY }));
    for (const [place, contest] of contests.entries())
      expect(await listed(admin, contest)).toMatchObject([shown[place]]);
    const ofProblem = await admin.get(`/api/admin/problems/${problemId}/solutions/resets`);
    expect(ofProblem.as(SolutionResetList).resets).toMatchObject(shown);
  });

  test('sees nothing of contests that others supervise', async () => {
    const { given } = server;
    const [ours, theirs] = [await given.group(), await given.group()];
    const contest = await given.contest({ groups: [ours] });
    const [problemId = 0] = contest.problemIds;
    await given.contest({ groups: [theirs], problems: [problemId] });
    const author = await given.participant(contest);
    const admin = await given.admin();
    await plan(contest, admin, await givenJudged(contest, author, MANY));
    const seenBy = async (groupId: number) => {
      const moderator = await given.supervisor({ groups: [groupId] });
      const reply = await moderator.get(`/api/admin/problems/${problemId}/solutions/resets`);
      return reply.as(SolutionResetList).resets.length;
    };

    expect([await seenBy(ours), await seenBy(theirs)]).toEqual([1, 0]);
  });

  test('is not the older client, which is answered when all are in the queue', async () => {
    const { reply, ids } = await refreshStale('');

    expect([reply.status, reply.json]).toEqual([200, { result: true, count: ids.length }]);
    expect(await waiting(ids)).toBe(ids.length);
  });
});

test('who waits is answered when all are in the queue, as older clients know it', async () => {
  const { given, services } = server;
  const contest = await given.contest();
  const ids = await givenJudged(contest, await given.participant(contest), MANY);
  const [first = 0] = ids;
  await services.db
    .updateTable('solution')
    .set({ verdictId: VERDICTS.disqualified.id })
    .where('id', '=', first)
    .execute();
  const supervisor = await given.supervisor();

  const reply = await refresh(supervisor, contest);

  expect([reply.status, reply.json]).toEqual([200, { result: true, count: MANY - 1 }]);
  expect(await waiting(ids)).toBe(MANY - 1);
  const [reset] = await listed(supervisor, contest);
  expect(reset).toMatchObject({ handledNumber: MANY, judgedNumber: 1 });
});

test('what the jury decides by hand while a reset is under way stays', async () => {
  const { given, services } = server;
  const contest = await given.contest();
  const supervisor = await given.supervisor();
  const ids = await givenJudged(contest, await given.participant(contest), MANY);
  const decide = async (id: number | undefined) => {
    const reply = await supervisor.post(`/api/admin/solutions/${id}/verdict`, {
      verdictId: VERDICTS.ignored.id,
      password: supervisor.user.password,
    });
    expect(reply.status, reply.text).toBe(200);
  };
  await decide(ids[0]);
  await sleep(5); // Decisions of the millisecond in which the reset begins count as later ones.
  const resetId = await plan(contest, supervisor, ids);
  let looks = 0;
  const isEnding = () => looks++ > 0;
  await runResets(services.db, [resetId], { sending: NOBODY_SENDS, batches: 0, isEnding });
  await decide(ids.at(-1));

  await runResets(services.db, [resetId], { sending: NOBODY_SENDS, batches: 0 });

  const last = services.db
    .selectFrom('solution')
    .select('verdictId')
    .where('id', '=', ids.at(-1) ?? 0);
  expect(await last.executeTakeFirst()).toEqual({ verdictId: VERDICTS.ignored.id });
  expect(await waiting(ids)).toBe(MANY - 1);
});

test.each(['', '?wait=false'])(
  'few are in the queue when the answer comes, with no row left of them %s',
  async (query) => {
    const { given, services } = server;
    const contest = await given.contest();
    const ids = await givenJudged(contest, await given.participant(contest), 3);
    const supervisor = await given.supervisor();

    const reply = await refresh(supervisor, contest, query);

    expect(reply.as(RejudgeReply)).toEqual({ result: true, count: 3 });
    expect(await waiting(ids)).toBe(3);
    const ofContest = services.db.selectFrom('solutionReset').where('contestId', '=', contest.id);
    expect(await ofContest.select('id').execute()).toEqual([]);
  },
);

const activeAtMs = async (resetId: number) =>
  (
    await server.services.db
      .selectFrom('solutionReset')
      .select('activeAtMs')
      .where('id', '=', resetId)
      .executeTakeFirstOrThrow()
  ).activeAtMs;

describe('a reset whose web process ended', () => {
  test('is finished by another one, from where it stopped', async () => {
    const { given, services } = server;
    const contest = await given.contest();
    const supervisor = await given.supervisor();
    const ids = await givenJudged(contest, await given.participant(contest), MANY);
    const resetId = await plan(contest, supervisor, ids);
    let looks = 0;
    const isEnding = () => looks++ > 0;
    await runResets(services.db, [resetId], { sending: NOBODY_SENDS, batches: 0, isEnding });
    expect(await listed(supervisor, contest)).toMatchObject([{ handledNumber: 25, judgedNumber: 0 }]);
    await judge(ids.slice(0, 25)); // Verdicts that came meanwhile stay.

    await leaveAlone(resetId);
    await goOnWithResets(services);

    await expect
      .poll(() => listed(supervisor, contest))
      .toMatchObject([{ handledNumber: MANY, judgedNumber: 25 }]);
    expect(await waiting(ids)).toBe(MANY - 25);
  });

  test('is finished also where it was about few, of which nothing is seen', async () => {
    const { given, services } = server;
    const contest = await given.contest();
    const supervisor = await given.supervisor();
    const ids = await givenJudged(contest, await given.participant(contest), 3);
    const resetId = await plan(contest, supervisor, ids);
    expect(resetId).toEqual(expect.any(Number));

    await leaveAlone(resetId);
    await goOnWithResets(services);

    await expect.poll(() => waiting(ids)).toBe(3);
    expect(await listed(supervisor, contest)).toEqual([]);
  });

  test('is told from one that is under way', async () => {
    const { given, services } = server;
    const contest = await given.contest();
    const supervisor = await given.supervisor();
    const ids = await givenJudged(contest, await given.participant(contest), MANY);
    const resetId = await plan(contest, supervisor, ids);
    const before = await activeAtMs(resetId);

    await goOnWithResets(services);

    expect(await activeAtMs(resetId)).toBe(before);
    await runResets(services.db, [resetId], { sending: NOBODY_SENDS, batches: 0 });
  });

  test('is not one that waits for its turn behind another contest', async () => {
    const { given, services } = server;
    const [contest, laterContest] = [await given.contest(), await given.contest()];
    const supervisor = await given.supervisor();
    const author = await given.participant(contest);
    const first = await plan(contest, supervisor, await givenJudged(contest, author, MANY));
    const laterIds = await givenJudged(laterContest, author, MANY);
    const later = await plan(laterContest, supervisor, laterIds);
    const tomorrowMs = Date.now() + 86_400_000; // The server's own chores take no such reset over.
    await setActive(later, tomorrowMs);
    let looks = 0;
    const isEnding = () => looks++ > 0;
    await runResets(services.db, [first, later], { sending: NOBODY_SENDS, batches: 0, isEnding });
    expect(await waiting(laterIds)).toBe(0);
    const said = await activeAtMs(later);
    expect(said).toBeLessThan(tomorrowMs);

    await goOnWithResets(services);

    expect(await activeAtMs(later)).toBe(said);
    await runResets(services.db, [first, later], { sending: NOBODY_SENDS, batches: 0 });
    expect(await waiting(laterIds)).toBe(MANY);
  });

  test('does every solution once, also when two processes do it', async () => {
    const { given, services } = server;
    const contest = await given.contest();
    const supervisor = await given.supervisor();
    const ids = await givenJudged(contest, await given.participant(contest), 250);
    const resetId = await plan(contest, supervisor, ids);
    const run = () => runResets(services.db, [resetId], { sending: NOBODY_SENDS, batches: 0 });

    await Promise.all([run(), run()]);

    const { resetNumber } = await services.db
      .selectFrom('solutionReset')
      .select('resetNumber')
      .where('id', '=', resetId)
      .executeTakeFirstOrThrow();
    expect(resetNumber).toBe(250);
    const refreshed = await services.db
      .selectFrom('solution')
      .select('refreshedNumber')
      .distinct()
      .where('id', 'in', ids)
      .execute();
    expect(refreshed).toEqual([{ refreshedNumber: 1 }]);
  });
});

describe('the pauses between batches', () => {
  test('are short while nobody sends, and longer while people do', () => {
    const few = { tookMs: 4, batches: 40 };
    expect(pauseAfterBatchMs({ ...few, isLive: false })).toBe(12);
    expect(pauseAfterBatchMs({ ...few, isLive: true })).toBe(600);
    expect(pauseAfterBatchMs({ ...few, tookMs: 200, isLive: true })).toBe(600);
  });

  test('end before a proxy gives up, however many batches somebody waits for', () => {
    for (const batches of [320, 2_000]) {
      const pauseMs = pauseAfterBatchMs({ tookMs: 4, isLive: true, batches });
      expect(pauseMs).toBeGreaterThan(12);
      expect(batches * pauseMs).toBeLessThanOrEqual(30_000);
    }
  });

  test('spare the senders from any number of batches that nobody waits for', () => {
    expect(pauseAfterBatchMs({ tookMs: 4, isLive: true, batches: 0 })).toBe(600);
  });
});
