import { JudgementTests } from '@balloon/contracts/solutions/judgements.ts';
import { RejudgingDetail } from '@balloon/contracts/solutions/rejudgings.ts';
import { packTestRuns } from '@balloon/domain/judging/test-runs.ts';
import { VERDICTS, type VerdictKey } from '@balloon/domain/judging/verdicts.ts';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestJudge, type TestJudge } from '#testing/test-judge.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

type Given = 'accepted' | 'wrongAnswer' | 'timeLimit' | 'judgingError';

let server: TestServer;
let judge: TestJudge;
beforeAll(async () => {
  server = await startTestServer();
  judge = await startTestJudge(server.url);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.services.db.deleteFrom('judging').execute(); // left by other tests
});

async function judged(author: Person, contest: GivenContest, verdict: Given, symbolIndex = 'A') {
  const sent = await author.submit(contest, { symbolIndex, languageId: LANGUAGES.python3.id });
  await judge.result(await judge.mustClaim(), { verdict });
  return Number(sent.json.id);
}

/** A contest in which Ann solved A, and Bob did not. */
async function givenContest() {
  const contest = await server.given.contest({ problems: ['A', 'B'] });
  const [ann, bob] = [await server.given.participant(contest), await server.given.participant(contest)];
  const annA = await judged(ann, contest, 'accepted');
  const bobA = await judged(bob, contest, 'wrongAnswer');
  const supervisor = await server.given.supervisor();
  const path = `/api/admin/contests/${contest.id}/rejudgings`;
  const start = async (query = '', body: object = {}) =>
    supervisor.post(`${path}${query}`, { reason: 'a weak checker', ...body });
  return { contest, ann, bob, annA, bobA, supervisor, path, start };
}

async function judgeRuns(...verdicts: Given[]) {
  for (const verdict of verdicts) await judge.rejudgeResult(await judge.mustClaimRejudging(), { verdict });
}

const verdictsOf = async (contest: GivenContest) => {
  const rows = await server.services.db
    .selectFrom('solution')
    .where('contestId', '=', contest.id)
    .select('verdictId')
    .orderBy('id')
    .execute();
  return rows.map(({ verdictId }) => nameOf(verdictId));
};
const nameOf = (id: number | null) =>
  Object.keys(VERDICTS).find((key) => VERDICTS[key as VerdictKey].id === id);

const lastEvent = async ({ id }: GivenContest) => {
  const { lastEventSeq } = await server.services.db
    .selectFrom('contestLogHead')
    .where('contestId', '=', id)
    .select('lastEventSeq')
    .executeTakeFirstOrThrow();
  return lastEventSeq;
};

test('results wait beside the verdicts, say what they would change, and are applied at once', async () => {
  const { contest, ann, bob, annA, bobA, supervisor, path, start } = await givenContest();
  const seq = await lastEvent(contest);

  const started = await start();

  expect([started.status, started.json.state, started.json.solutionsNumber]).toEqual([202, 'judging', 2]);
  const address = `${path}/${started.json.id}`;
  expect((await supervisor.post(`${address}/apply`)).json.error?.code).toBe('REJUDGING_NOT_READY');
  await judgeRuns('wrongAnswer', 'accepted');
  expect(await verdictsOf(contest)).toEqual(['accepted', 'wrongAnswer']);
  expect(await lastEvent(contest)).toBe(seq);
  const detail = RejudgingDetail.parse((await supervisor.get(address)).json);
  expect(detail.state).toBe('ready');
  expect(detail.matrix.map(({ before, after, solutions }) => [before.id, after.id, solutions])).toEqual([
    [1, 2, 1],
    [2, 1, 1],
  ]);
  expect(detail.changed).toMatchObject([
    { solutionId: annA, symbolIndex: 'A', before: { verdict: { id: 1 } }, after: { verdict: { id: 2 } } },
    { solutionId: bobA, before: { verdict: { id: 2 } }, after: { verdict: { id: 1 } }, kept: null },
  ]);
  expect(detail.effects).toMatchObject({
    rowsNumber: 2,
    movedNumber: 2,
    medalsNumber: 2,
    moved: [
      { user: { id: bob.user.id }, before: { rank: 2, medal: null }, after: { rank: 1, medal: 'gold' } },
      { user: { id: ann.user.id }, before: { rank: 1, medal: 'gold' }, after: { rank: 2, medal: null } },
    ],
    firstSolves: [{ symbolIndex: 'A', before: { id: ann.user.id }, after: { id: bob.user.id } }],
  });

  const applied = await supervisor.post(`${address}/apply`);

  expect([applied.status, applied.json.state, applied.json.appliedNumber]).toEqual([200, 'applied', 2]);
  expect(await verdictsOf(contest)).toEqual(['wrongAnswer', 'accepted']);
  expect(await lastEvent(contest)).toBe(seq + 2);
  const table = await supervisor.get(
    `/api/contest/${contest.id}/table2?count=5&offset=0&showInTimeMs=Infinity`,
  );
  expect(table.json.rows?.[0]?.user?.id).toBe(bob.user.id);
  expect((await supervisor.post(`${address}/apply`)).json.error?.code).toBe('REJUDGING_ENDED');
  expect((await supervisor.post(`${address}/cancel`)).json.error?.code).toBe('REJUDGING_ENDED');
});

test('a filter that is spelt wrong chooses nothing, and one that lists of solutions know chooses the same', async () => {
  const { ann, annA, supervisor, path, start } = await givenContest();

  for (const query of ['?problemId=1', '?userIDs=1', '?verdictIds=1&untilMS=5', '?__proto__=1']) {
    const [, field] = /(\w+)=\d+$/.exec(query) ?? [];
    for (const reply of [await start(query), await supervisor.get(`${path}/preview${query}`)]) {
      expect([query, reply.status, reply.json.error?.code]).toEqual([query, 400, 'UNKNOWN_FIELD']);
      expect(reply.json.error?.description).toContain(field);
    }
  }
  const inBody = await start('', { problemIds: [1] });
  expect([inBody.status, inBody.json.error?.restParams]).toEqual([400, { field: 'problemIds' }]);
  const twice = await start('?userIds=1&filterUserIds=2');
  expect([twice.status, twice.json.error?.restParams]).toEqual([400, { field: 'userIds' }]);
  expect((await supervisor.get(path)).json.rejudgings).toEqual([]);

  const older = await start(`?filterUserIds=${ann.user.id}&filterVerdictIds=1`);
  expect([older.status, older.json.solutionsNumber]).toEqual([202, 1]);
  const chosen = await server.services.db
    .selectFrom('rejudgingSolution')
    .where('rejudgingId', '=', Number(older.json.id))
    .select('solutionId')
    .execute();
  expect(chosen).toEqual([{ solutionId: annA }]);
});

test('solutions whose runs differ, at which judges fail, or that change meanwhile keep their verdicts', async () => {
  const { contest, ann, annA, supervisor, path, start } = await givenContest();
  const failing = await judged(ann, contest, 'wrongAnswer', 'B');
  const changing = await judged(ann, contest, 'wrongAnswer', 'B');
  const { id } = (await start('', { repeats: 2 })).json;
  await server.services.db.updateTable('judging').set({ maxAttempts: 1 }).execute();

  await judgeRuns('accepted', 'accepted', 'judgingError', 'accepted');
  await judgeRuns('timeLimit', 'accepted', 'accepted', 'accepted');
  await supervisor.decide(changing, VERDICTS.ignored.id);
  const reply = await supervisor.post(`${path}/${id}/apply`);

  expect(reply.json.appliedNumber).toBe(1);
  expect(await verdictsOf(contest)).toEqual(['accepted', 'accepted', 'wrongAnswer', 'ignored']);
  const kept = new Map(
    RejudgingDetail.parse(reply.json).changed.map((one) => [one.solutionId, [one.kept, one.verdicts.length]]),
  );
  expect(kept.get(annA)).toEqual(['flaky', 2]);
  expect(kept.get(failing)).toEqual(['flaky', 2]);
  expect(kept.get(changing)).toEqual(['overtaken', 1]);
});

test('a changed solution says which tests came out otherwise, and how the time drifted', async () => {
  const contest = await server.given.contest();
  const author = await server.given.participant(contest);
  const packed = (...runs: [verdictId: number, timeMs: number][]) =>
    Buffer.from(
      packTestRuns(
        runs.map(([verdictId, timeMs], at) => ({ number: at + 1, verdictId, timeMs, memoryKb: 900 })),
      ),
    ).toString('base64');
  await author.submit(contest, { languageId: LANGUAGES.python3.id });
  await judge.result(await judge.mustClaim(), { testRuns: packed([1, 100], [1, 200]) });
  const supervisor = await server.given.supervisor();
  const path = `/api/admin/contests/${contest.id}/rejudgings`;
  const { id } = (await supervisor.post(path, { reason: 'a weak checker' })).json;
  await judge.rejudgeResult(await judge.mustClaimRejudging(), {
    ...{ verdict: 'wrongAnswer', testNumber: 2, testRuns: packed([1, 130], [2, 210]) },
  });

  const detail = (await supervisor.get(`${path}/${id}`)).as(RejudgingDetail);

  expect(detail.changed).toMatchObject([
    { difference: { changedTests: 1, firstChanged: 2, commonTests: 2, beforeMs: 300, afterMs: 340 } },
  ]);
  const { difference, solutionId } = detail.changed[0] ?? {};
  const tests = await supervisor.get(
    `/api/admin/solutions/${solutionId}/judgements/${difference?.judgementId}/tests?before=${difference?.earlierId}`,
  );
  expect(tests.as(JudgementTests).tests.map(({ isChanged }) => isChanged)).toEqual([false, true]);
});

test('a cancelled rejudging leaves the queue, and results of before it count no more', async () => {
  const { contest, supervisor, path, start } = await givenContest();
  const { id } = (await start()).json;
  const task = await judge.mustClaimRejudging();

  const cancelled = await supervisor.post(`${path}/${id}/cancel`);

  expect(cancelled.json.state).toBe('cancelled');
  expect(await judge.rejudgeResult(task, { verdict: 'timeLimit' })).toBe(false);
  expect(await judge.claimAny(['solution', 'rejudge'])).toBeNull();
  expect(await verdictsOf(contest)).toEqual(['accepted', 'wrongAnswer']);
});

test('live solutions come first, and only the result of the newest lease counts, once', async () => {
  const { contest, ann, start } = await givenContest();
  await start('?rejected=true');
  await ann.submit(contest, { symbolIndex: 'B', languageId: LANGUAGES.python3.id });
  const live = await judge.claimAny(['solution', 'rejudge']);
  expect(live?.kind).toBe('solution');
  const old = await judge.mustClaimRejudging();
  await judge.send('release', {
    judgeId: judge.judgeId,
    rejudgingRunId: old.rejudgingRunId,
    fence: old.fence,
  });
  const task = await judge.mustClaimRejudging();

  expect(await judge.rejudgeResult(old, { verdict: 'timeLimit' })).toBe(false);
  expect(await judge.rejudgeResult(task, { verdict: 'accepted' })).toBe(true);
  expect(await judge.rejudgeResult(task, { verdict: 'accepted' })).toBe(true);
  const kept = await server.services.db
    .selectFrom('judgement')
    .innerJoin('rejudgingRun', 'rejudgingRun.judgementId', 'judgement.id')
    .where('rejudgingRun.id', '=', task.rejudgingRunId)
    .select(['verdictId', 'judgeName'])
    .execute();
  expect(kept).toEqual([{ verdictId: 1, judgeName: 'judge' }]);
});

test('a filter chooses what all of its parts choose, and says how many that are', async () => {
  const { contest, bob, path, supervisor, start } = await givenContest();
  const count = async (query: string) => {
    const { json } = await supervisor.get(`${path}/preview?${query}`);
    return json.solutionsNumber;
  };
  expect(await count('')).toBe(2);
  expect(await count('rejected=true')).toBe(1);
  expect(await count('verdictIds=1')).toBe(1);
  expect(await count(`userIds=${bob.user.id}&verdictIds=1`)).toBe(0);
  expect(await count(`problemIds=${contest.problemIds[0]}`)).toBe(2);
  expect(await count(`problemIds=${contest.problemIds[1]}`)).toBe(0);
  expect(await count(`languageIds=${LANGUAGES.python3.id}`)).toBe(2);
  expect(await count(`judgeIds=${judge.judgeId}`)).toBe(2);
  expect(await count(`judgeIds=${judge.judgeId}&verdictIds=1`)).toBe(1);
  expect(await count('judgeIds=999999')).toBe(0);
  expect(await count(`untilMs=${Date.now() - 3_600_000}`)).toBe(0);
  expect(await count(`fromMs=${Date.now() - 3_600_000}`)).toBe(2);
  expect(await count('staleReasons=tests')).toBe(0);
  expect((await start('?judgeIds=999999')).json.error?.code).toBe('REJUDGING_EMPTY');
  expect((await supervisor.get(`${path}/preview?fromMs=soon`)).status).toBe(400);
});

test('solutions of outside systems are left out, and the preview says how many', async () => {
  const { contest, annA, path, supervisor, start } = await givenContest();
  const { db } = server.services;
  const foreign = await db
    .insertInto('language')
    .values({
      ...{ systemType: 'timus', foreignLanguageId: '1', name: 'G++', languageFamily: 'c_cpp', version: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('solution').set({ languageId: foreign.id }).where('id', '=', annA).execute();

  const preview = async (query = '') => (await supervisor.get(`${path}/preview?${query}`)).json;

  expect(await preview()).toEqual({ solutionsNumber: 1, outsideNumber: 1 });
  expect(await preview('rejected=true')).toEqual({ solutionsNumber: 1, outsideNumber: 0 });
  expect((await start()).json.solutionsNumber).toBe(1);
  expect(await verdictsOf(contest)).toEqual(['accepted', 'wrongAnswer']);
});

test('sets of teams are chosen by groups; a moderator asks about their own only', async () => {
  const { contest, bob, path, start } = await givenContest();
  const [own, others] = [await server.given.group(), await server.given.group()];
  for (const groupId of [own, others]) {
    const member = { groupId, accountId: bob.user.id, isEntrusted: true };
    await server.services.db.insertInto('userGroupMember').values(member).execute();
  }
  await server.services.announcements.caughtUp();
  const moderator = await server.given.supervisor({ groups: [own] });
  const count = async (person: Person, groupIds: string) =>
    (await person.get(`${path}/preview?groupIds=${groupIds}`)).json.solutionsNumber;
  const admin = await server.given.admin();

  expect(await count(admin, `${others}`)).toBe(1);
  expect(await count(moderator, `${own},${others}`)).toBe(1);
  expect(await count(moderator, `${others}`)).toBe(0);
  expect((await start(`?groupIds=${own}`)).json.error?.code).toBe('REJUDGING_EMPTY'); // a moderator of no group takes it
  const started = RejudgingDetail.parse(
    (await moderator.post(`${path}?groupIds=${own}`, { reason: 'x' })).json,
  );
  expect(started.solutionsNumber).toBe(1);
  expect(await verdictsOf(contest)).toEqual(['accepted', 'wrongAnswer']);
});

test('a rejudging is for who supervises its contest, in that contest', async () => {
  const { given } = server;
  const contest = await given.contest({ groups: [await given.group()] });
  const stranger = await given.supervisor();
  const path = `/api/admin/contests/${contest.id}/rejudgings`;
  for (const address of [path, `${path}/preview`, `${path}/1`]) {
    expect((await stranger.get(address)).json.error?.code).toBe('CONTEST_NOT_FOUND');
  }
  for (const address of [path, `${path}/1/apply`, `${path}/1/cancel`]) {
    expect((await stranger.post(address, { reason: 'x' })).json.error?.code).toBe('CONTEST_NOT_FOUND');
  }
  const other = await givenContest();
  const { id } = (await other.start()).json;
  const admin = await given.admin();
  expect((await admin.get(`${path}/${id}`)).json.error?.code).toBe('REJUDGING_NOT_FOUND');
  expect((await admin.post(`${path}/${id}/apply`)).json.error?.code).toBe('REJUDGING_NOT_FOUND');
});

test('a request that comes again under its key makes no second rejudging', async () => {
  const { start } = await givenContest();
  const key = { idempotencyKey: 'of-this-very-rejudging' };
  const replies = await Promise.all([start('', key), start('', key)]);
  const ids = replies.map((reply) => reply.as(RejudgingDetail).id);
  expect(new Set(ids).size).toBe(1);
  const other = await start('', { ...key, reason: 'another checker' });
  expect([other.status, other.json.error?.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
});
