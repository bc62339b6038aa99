import { StaleList, type StaleReason } from '@balloon/contracts/solutions/solutions.ts';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type NewTestset, storeTestset } from '#features/problems/testsets/store-testset.ts';
import { openEar } from '#testing/test-ear.ts';
import { startTestJudge, type TestJudge } from '#testing/test-judge.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

const COMPILER = 'python3 1.0';

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

/** Sends, and has it judged. */
async function judged(
  author: Person,
  contest: { id: number },
  {
    symbolIndex = 'A',
    verdict = 'accepted',
    compiler = COMPILER,
  }: { symbolIndex?: string; verdict?: 'accepted' | 'wrongAnswer'; compiler?: string } = {},
): Promise<number> {
  const sent = await author.submit(contest, { symbolIndex, languageId: LANGUAGES.python3.id });
  await judgeNext(verdict, compiler);
  return Number(sent.json.id);
}

async function judgeNext(verdict: 'accepted' | 'wrongAnswer' = 'accepted', compiler = COMPILER) {
  const task = await judge.mustClaim();
  await judge.result(task, { verdict, judgedBy: { compiler, mode: 'full' } });
  return task;
}

async function copySolution(id: number, times: number) {
  await sql`
    insert into solution (
      contest_id, problem_id, account_id, language_id, sent_at_ms, source, source_sha256, verdict_id, judged_by
    )
    select contest_id, problem_id, account_id, language_id, sent_at_ms, source, source_sha256, verdict_id, judged_by
    from solution, generate_series(1, ${times}) where id = ${id}
  `.execute(server.services.db);
}

const waiting = async () => {
  const rows = await server.services.db
    .selectFrom('judging')
    .select('solutionId')
    .orderBy('solutionId')
    .execute();
  return rows.map(({ solutionId }) => solutionId);
};

describe('judging many again', () => {
  test('takes a problem, a participant, both or all, but no disqualified ones', async () => {
    const { given } = server;
    const contest = await given.contest({ problems: ['A', 'B'] });
    const [ann, bob] = [await given.participant(contest), await given.participant(contest)];
    const annA = await judged(ann, contest);
    const annB = await judged(ann, contest, { symbolIndex: 'B' });
    const bobA = await judged(bob, contest);
    const cheated = await judged(bob, contest);
    const { db } = server.services;
    await db.updateTable('solution').set({ verdictId: 12 }).where('id', '=', cheated).execute();
    const supervisor = await given.supervisor();
    const refresh = async (path: string) => {
      const reply = await supervisor.post(`/api/admin/contests/${contest.id}/solutions/refresh${path}`);
      const ids = await waiting();
      for (const id of ids) {
        await db.updateTable('solution').set({ verdictId: 1 }).where('id', '=', id).execute();
      }
      await db.deleteFrom('judging').execute();
      return [reply.status, reply.json.count ?? reply.json.error?.code, ids];
    };

    expect(await refresh('')).toEqual([200, 3, [annA, annB, bobA]]);
    expect(await refresh('/a')).toEqual([200, 2, [annA, bobA]]);
    expect(await refresh(`/A/${ann.user.id}`)).toEqual([200, 1, [annA]]);
    expect(await refresh(`/all/${ann.user.id}`)).toEqual([200, 2, [annA, annB]]);
    expect(await refresh('/C')).toEqual([404, 'PROBLEM_NOT_FOUND', []]);
    expect(await refresh('/1')).toEqual([400, 'INVALID_INPUT', []]);
    expect(await refresh(`/all/${supervisor.user.id}`)).toEqual([200, 0, []]);
  });

  test('comes after live solutions, fences off runs under way and leaves alone what waits', async () => {
    const { given } = server;
    const contest = await given.contest();
    const author = await given.participant(contest);
    const done = await judged(author, contest);
    const inWork = Number((await author.submit(contest, {})).json.id);
    const old = await judge.mustClaim();
    const live = Number((await author.submit(contest, {})).json.id);

    const reply = await (await given.admin()).post(`/api/admin/contests/${contest.id}/solutions/refresh`);

    expect(reply.json).toEqual({ result: true, count: 2 });
    expect(await judge.result(old, { verdict: 'wrongAnswer' })).toBe(false);
    const order = [];
    for (let left = 3; left > 0; left -= 1) order.push((await judgeNext()).solutionId);
    expect(order).toEqual([inWork, live, done]);
    const { verdictId, refreshedNumber } = await server.services.db
      .selectFrom('solution')
      .select(['verdictId', 'refreshedNumber'])
      .where('id', '=', inWork)
      .executeTakeFirstOrThrow();
    expect([verdictId, refreshedNumber]).toEqual([1, 1]);
  });

  test('in batches keeps the log without gaps and the table right', async () => {
    const { given, services } = server;
    const contest = await given.contest();
    const author = await given.participant(contest);
    const first = await judged(author, contest);
    await copySolution(first, 249);
    const supervisor = await given.supervisor();
    const table = () =>
      supervisor.get(`/api/contest/${contest.id}/table2?count=5&offset=0&showInTimeMs=Infinity`);
    expect((await table()).text).toContain('"acceptedSolutions":1');
    const [ear, rival] = [
      await openEar(supervisor, contest),
      await openEar(await given.participant(contest), contest),
    ];
    const own = await openEar(author, contest);

    const reply = await supervisor.post(`/api/admin/contests/${contest.id}/solutions/refresh`);

    expect(reply.json.count).toBe(250);
    expect((await table()).text).toContain('"acceptedSolutions":0');
    const events = await services.db
      .selectFrom('contestEvent')
      .select('seq')
      .where('contestId', '=', contest.id)
      .orderBy('seq')
      .execute();
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    for (const listener of [ear, own]) {
      await expect
        .poll(() => listener.heard('reset solutions').flatMap(({ solutionIds }) => solutionIds).length)
        .toBe(250);
      expect(listener.heard('reset solutions')).toHaveLength(10);
    }
    await rival.catchesUp();
    expect(rival.heardOfSolutions()).toEqual([]);
    expect(rival.heard('reset solutions')).toEqual([]);
  });

  test('is for who supervises the contest', async () => {
    const { given } = server;
    const contest = await given.contest({ groups: [await given.group()] });
    const stranger = await given.supervisor();
    const path = `/api/admin/contests/${contest.id}/solutions`;
    for (const call of ['/refresh', '/refresh/A', '/refresh/A/1', '/refresh/all/1', '/stale/refresh']) {
      const reply = await stranger.post(path + call);
      expect([call, reply.status, reply.json.error?.code]).toEqual([call, 404, 'CONTEST_NOT_FOUND']);
    }
    expect((await stranger.get(`${path}/stale`)).status).toBe(404);
    expect((await stranger.get(`${path}/resets`)).status).toBe(404);
    const problem = `/api/admin/problems/${contest.problemIds[0]}/solutions/stale`;
    expect((await stranger.get(problem)).json.error?.code).toBe('PROBLEM_NOT_FOUND');
    expect((await stranger.post(`${problem}/refresh`)).status).toBe(404);
  });
});

describe('stale verdicts', () => {
  const tests = [{ input: Buffer.from('1 2\n'), answer: Buffer.from('3\n') }];
  const original = { timeLimitMs: 1000, memoryLimitKb: 65_536, checker: { kind: 'tokens' } as const, tests };
  const change = (problemId: number, changed: Partial<NewTestset>) =>
    server.services.db
      .transaction()
      .execute((tx) => storeTestset(tx, problemId, { ...original, ...changed }));

  test('are listed with the reasons, judged again, and gone', async () => {
    const { given } = server;
    const contest = await given.contest({ problems: ['A', 'B'] });
    const [problemA = 0, problemB = 0] = contest.problemIds;
    await change(problemA, {});
    const author = await given.participant(contest);
    const onA = await judged(author, contest);
    await judged(author, contest, { symbolIndex: 'B' });
    const supervisor = await given.supervisor();
    const listed = async (of: string, query = ''): Promise<[number, StaleReason[]][]> => {
      const reply = await supervisor.get(`/api/admin/${of}/solutions/stale${query}`);
      const { solutions, solutionsNumber } = reply.as(StaleList);
      expect(solutionsNumber).toBe(solutions.length);
      return solutions.map(({ id, staleReasons }) => [id, staleReasons]);
    };
    const here = `contests/${contest.id}`;
    expect(await listed(here)).toEqual([]);

    await change(problemA, { timeLimitMs: 2000 });
    expect(await listed(here)).toEqual([[onA, ['limits']]]);
    await change(problemA, { tests: [...tests, ...tests], checker: { kind: 'exact' } });
    expect(await listed(here)).toEqual([[onA, ['tests', 'checker']]]);
    expect(await listed(`problems/${problemA}`, '?reasons=limits,checker')).toEqual([
      [onA, ['tests', 'checker']],
    ]);
    expect(await listed(`problems/${problemB}`)).toEqual([]);
    expect(await listed(here, '?reasons=limits,compiler')).toEqual([]);
    expect((await supervisor.get(`/api/admin/${here}/solutions/stale?reasons=weather`)).status).toBe(400);

    const refresh = await supervisor.post(`/api/admin/problems/${problemA}/solutions/stale/refresh`);
    expect(refresh.json).toEqual({ result: true, count: 1 });
    expect(await waiting()).toEqual([onA]);
    expect(await listed(here)).toEqual([]);
    await judgeNext();
    expect(await listed(here)).toEqual([]);
    const again = await supervisor.post(`/api/admin/${here}/solutions/stale/refresh`);
    expect(again.json.count).toBe(0);

    await change(problemA, {}); // the first state, under another number
    expect((await listed(here)).map(([id]) => id)).toEqual([onA]);
  });

  test('of another compiler are listed, and judged again when asked for', async () => {
    const { given, services } = server;
    const contest = await given.contest();
    await judged(await given.participant(contest), contest);
    const version = `${COMPILER} / python3 1.1`; // names two judges; the round of languages may set it back
    const language = services.db.updateTable('language').where('id', '=', LANGUAGES.python3.id);
    await language.set({ version }).execute();
    const admin = await given.admin();
    const path = `/api/admin/contests/${contest.id}/solutions/stale`;
    expect((await admin.get(path)).json.solutionsNumber).toBe(0);

    const id = await judged(await given.participant(contest), contest, { compiler: 'python3 0.9' });
    const { solutions } = (await admin.get(path)).as(StaleList);
    expect(solutions.map((one) => [one.id, one.staleReasons])).toEqual([[id, ['compiler']]]);
    expect((await admin.post(`${path}/refresh`)).json.count).toBe(0);
    expect((await admin.post(`${path}/refresh?reasons=compiler`)).json.count).toBe(1);
    expect(await waiting()).toEqual([id]);
    await language.set({ version: COMPILER }).execute();
  });

  test('of other options of the compiler are listed, and those of the options in force are not', async () => {
    const { given, services } = server;
    const contest = await given.contest();
    const usual = await judged(await given.participant(contest), contest);
    const admin = await given.admin();
    const path = `/api/admin/contests/${contest.id}/solutions/stale`;
    const options = { compile: [], run: ['-O'] };
    await services.db
      .insertInto('compilerOptions')
      .values({
        ...{ languageKey: 'python3', options: JSON.stringify(options), optionsSha256: 'a'.repeat(64) },
        ...{ revision: sql<number>`nextval('compiler_options_revision')`, changedAtMs: 1 },
      })
      .execute();

    const { solutions } = (await admin.get(path)).as(StaleList);
    expect(solutions.map((one) => [one.id, one.staleReasons])).toEqual([[usual, ['compiler']]]);
    await services.db
      .updateTable('solution')
      .set({ judgedBy: sql`judged_by || ${JSON.stringify({ options })}::jsonb` })
      .where('id', '=', usual)
      .execute();
    expect((await admin.get(path)).json.solutionsNumber).toBe(0);

    await services.db.deleteFrom('compilerOptions').execute();
    expect((await admin.get(path)).json.solutionsNumber).toBe(1);
  });
});
