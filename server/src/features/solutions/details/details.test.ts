import type { TestReport } from '@balloon/contracts/judging/judge.ts';
import { JudgementList, JudgementTests } from '@balloon/contracts/solutions/judgements.ts';
import { SolutionDetails } from '@balloon/contracts/solutions/solution-details.ts';
import { SolutionCode } from '@balloon/contracts/solutions/solutions.ts';
import { packTestRuns, type TestRun } from '@balloon/domain/judging/test-runs.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { storeTestset } from '#features/problems/testsets/store-testset.ts';
import { removeOrphanCompilerOutputs } from '#features/solutions/compiler-outputs.queries.ts';
import { openEar } from '#testing/test-ear.ts';
import { startTestJudge, type TestJudge } from '#testing/test-judge.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

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

const report = (number: number, told: Partial<TestReport> = {}): TestReport => ({
  number,
  verdict: 'accepted',
  timeMs: 10,
  memoryKb: 2000,
  exitCode: 0,
  signal: null,
  points: null,
  comment: null,
  input: { text: `secret input ${number}`, bytes: 5000 },
  output: { text: 'out', bytes: 3 },
  answer: { text: 'secret answer', bytes: 13 },
  ...told,
});

const details = async (person: Person, id: number) =>
  (await person.get(`/api/admin/solutions/${id}/details`)).as(SolutionDetails);
const ask = (person: Person, id: number) => person.post(`/api/admin/solutions/${id}/details`);

/** A solution that failed at its first test. */
async function givenJudged(contest: GivenContest) {
  const author = await server.given.participant(contest);
  const id = Number((await author.submit(contest, {})).json.id);
  await judge.result(await judge.mustClaim(), {
    verdict: 'wrongAnswer',
    testNumber: 1,
    detail: 'expected 3',
  });
  return { author, id };
}

test('the words of the compiler about a program that compiled stay with each judging', async () => {
  const contest = await server.given.contest();
  const author = await server.given.participant(contest);
  const id = Number((await author.submit(contest, {})).json.id);
  const code = async () =>
    (await author.get(`/api/contest/${contest.id}/solutions/${id}/code`)).as(SolutionCode).compilerOutput;
  await judge.result(await judge.mustClaim(), { compilerOutput: 'unused \0 variable' });
  expect(await code()).toBe('unused \ufffd variable');

  const supervisor = await server.given.supervisor();
  await supervisor.post(`/api/admin/solutions/${id}/refresh`);
  expect(await code()).toBeNull();
  await judge.result(await judge.mustClaim(), { verdict: 'wrongAnswer', testNumber: 1 });
  expect(await code()).toBeNull();
  const { judgements } = (await supervisor.get(`/api/admin/solutions/${id}/judgements`)).as(JudgementList);
  expect(judgements.map(({ compilationOutput }) => compilationOutput)).toEqual([
    null,
    'unused \ufffd variable',
  ]);
});

describe('tests of a judging', () => {
  const packed = (...runs: TestRun[]) => Buffer.from(packTestRuns(runs)).toString('base64');
  const run = (number: number, verdictId: number, timeMs: number): TestRun => ({
    ...{ number, verdictId, timeMs, memoryKb: 2000 },
  });

  test('stay with it, and are compared with those of another judging of the solution', async () => {
    const contest = await server.given.contest();
    const author = await server.given.participant(contest);
    const id = Number((await author.submit(contest, {})).json.id);
    const supervisor = await server.given.supervisor();
    await judge.result(await judge.mustClaim(), {
      ...{ verdict: 'wrongAnswer', testNumber: 2, compilerOutput: 'unused' },
      testRuns: packed(run(1, 1, 100), run(2, 2, 40)),
    });
    await supervisor.post(`/api/admin/solutions/${id}/refresh`);
    await judge.result(await judge.mustClaim(), {
      ...{ compilerOutput: 'unused', testRuns: packed(run(1, 1, 110), run(2, 1, 44), run(3, 1, 7)) },
    });

    const path = `/api/admin/solutions/${id}/judgements`;
    const [later, earlier] = (await supervisor.get(path)).as(JudgementList).judgements;
    const { tests, common } = (await supervisor.get(`${path}/${later?.id}/tests?before=${earlier?.id}`)).as(
      JudgementTests,
    );

    expect([later?.hasTests, later?.provenance?.mode, later?.compilationOutput]).toEqual([
      true,
      'full',
      'unused',
    ]);
    expect(tests).toMatchObject([
      {
        number: 1,
        isChanged: false,
        before: { executionTime: 0.1 },
        after: { executionTime: 0.11, memory: 2000 },
      },
      { number: 2, isChanged: true, before: { verdict: { id: 2 } }, after: { verdict: { id: 1 } } },
      { number: 3, isChanged: true, before: null, after: { verdict: { id: 1 } } },
    ]);
    expect(common).toEqual({ tests: 2, beforeMs: 140, afterMs: 154 });
    const alone = (await supervisor.get(`${path}/${earlier?.id}/tests`)).as(JudgementTests);
    expect([alone.tests.length, alone.common]).toEqual([2, null]);
  });

  test('are refused to participants, for other solutions, and where they were not kept', async () => {
    const contest = await server.given.contest();
    const { author, id } = await givenJudged(contest);
    const other = await givenJudged(contest);
    const admin = await server.given.admin();
    const path = `/api/admin/solutions/${id}/judgements`;
    const [judgement] = (await admin.get(path)).as(JudgementList).judgements;
    const codeFor = async (person: Person, solutionId: number) => {
      const address = `/api/admin/solutions/${solutionId}/judgements/${judgement?.id}/tests`;
      return (await person.get(address)).json.error?.code;
    };

    expect(judgement?.hasTests).toBe(false);
    expect(await codeFor(admin, id)).toBe('JUDGEMENT_TESTS_NOT_FOUND');
    expect(await codeFor(admin, other.id)).toBe('JUDGEMENT_TESTS_NOT_FOUND');
    expect(await codeFor(admin, 2_000_000_000)).toBe('SOLUTION_NOT_FOUND');
    expect(await codeFor(author, id)).toBe('ROLE_NOT_SUFFICIENT');
  });

  test('words of a compiler are one row for all judgings that name them, and go with the last of these', async () => {
    const contest = await server.given.contest();
    const author = await server.given.participant(contest);
    const { db } = server.services;
    const rows = () => db.selectFrom('compilerOutput').select('text').where('text', '=', 'twice').execute();
    for (const _ of [1, 2]) {
      await author.submit(contest, { solution: `print(${Math.random()})` });
      await judge.result(await judge.mustClaim(), { compilerOutput: 'twice' });
    }
    expect(await rows()).toHaveLength(1);

    await removeOrphanCompilerOutputs(db, -1000);
    expect(await rows()).toHaveLength(1);
    await db.deleteFrom('solution').where('contestId', '=', contest.id).execute();
    await removeOrphanCompilerOutputs(db);
    expect(await rows()).toHaveLength(1); // used just now
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('compilerOutput').select('text').where('text', '=', 'twice').forUpdate().execute();
      await removeOrphanCompilerOutputs(db, -1000); // does not wait for who is using it
    });
    expect(await rows()).toHaveLength(1);
    await removeOrphanCompilerOutputs(db, -1000);
    expect(await rows()).toHaveLength(0);
  });
});

describe('a run on all tests', () => {
  test('is queued, runs and shows each test, and leaves the verdict alone', async () => {
    const contest = await server.given.contest();
    const { author, id } = await givenJudged(contest);
    const supervisor = await server.given.supervisor();
    expect(await details(supervisor, id)).toMatchObject({
      verdict: { comment: 'expected 3', judgedBy: { compiler: 'test 1.0', mode: 'full' } },
      state: 'none',
      allTests: null,
    });
    const before = (await author.get(`/api/contest/${contest.id}/solutions/my`)).text;

    expect((await ask(supervisor, id)).as(SolutionDetails).state).toBe('queued');
    expect((await ask(supervisor, id)).as(SolutionDetails).state).toBe('queued');
    const task = await judge.mustClaim();
    expect(task).toMatchObject({ solutionId: id, purpose: 'detail', excerptBytes: 4096 });
    await judge.progress(task, 'testing', 2);
    expect(await details(supervisor, id)).toMatchObject({
      state: 'running',
      progress: { state: 'testing', testNumber: 2, testsNumber: 2 },
    });
    const tests = [
      report(1, { verdict: 'wrongAnswer', comment: 'a\0b', input: { text: 'a\0b', bytes: 3 } }),
      report(2, { verdict: 'runtimeError', exitCode: null, signal: 11, output: null }),
    ];
    for (const time of ['first', 'again']) {
      expect([time, await judge.result(task, { verdict: 'wrongAnswer', testNumber: 1, tests })]).toEqual([
        time,
        true,
      ]);
    }

    const { state, allTests } = await details(supervisor, id);
    expect([state, allTests?.isStale, allTests?.verdict.id]).toEqual(['done', false, 2]);
    expect(allTests?.tests).toMatchObject([
      { number: 1, verdict: { id: 2 }, comment: 'a\uFFFDb', input: { text: 'a\uFFFDb', bytes: 3 } },
      { number: 2, verdict: { id: 4 }, signal: 11, output: null, answer: { bytes: 13 } },
    ]);
    expect((await author.get(`/api/contest/${contest.id}/solutions/my`)).text).toBe(before);
    expect(await judge.claim()).toBeNull();
  });

  test('takes the place of an earlier one, and tells when the tests have changed since', async () => {
    const contest = await server.given.contest();
    const { id } = await givenJudged(contest);
    const supervisor = await server.given.supervisor();
    for (const tests of [[report(1), report(2)], [report(1, { comment: 'newer' })]]) {
      await ask(supervisor, id);
      await judge.result(await judge.mustClaim(), { tests });
    }
    expect((await details(supervisor, id)).allTests?.tests.map(({ comment }) => comment)).toEqual(['newer']);

    const limits = { timeLimitMs: 5000, memoryLimitKb: 65_536, checker: { kind: 'tokens' } as const };
    const tests = [{ input: Buffer.from('1 2'), answer: Buffer.from('3') }];
    await server.services.db
      .transaction()
      .execute((tx) => storeTestset(tx, contest.problemIds[0] ?? 0, { ...limits, tests }));
    expect((await details(supervisor, id)).allTests?.isStale).toBe(true);
  });

  test('gives way to a verdict', async () => {
    const contest = await server.given.contest();
    const { id } = await givenJudged(contest);
    const supervisor = await server.given.supervisor();
    await ask(supervisor, id);
    const detail = await judge.mustClaim();
    await supervisor.post(`/api/admin/solutions/${id}/refresh`);

    expect(await judge.result(detail, { tests: [report(1)] })).toBe(false);
    const refused = await ask(supervisor, id);
    expect([refused.status, refused.json.error?.code]).toEqual([409, 'SOLUTION_NOT_JUDGED']);
    const verdict = await judge.mustClaim();
    expect(verdict).toMatchObject({ solutionId: id, purpose: 'verdict', excerptBytes: 0 });
    expect(await judge.result(verdict)).toBe(true);
    expect((await details(supervisor, id)).state).toBe('none');
  });

  test('that no judge manages ends in words, not in the verdict', async () => {
    const contest = await server.given.contest();
    const { author, id } = await givenJudged(contest);
    const supervisor = await server.given.supervisor();
    await ask(supervisor, id);
    await server.services.db.updateTable('judging').set({ attempt: 2 }).execute();
    await judge.result(await judge.mustClaim(), { verdict: 'judgingError', detail: 'no disk' });

    const { allTests } = await details(supervisor, id);
    expect(allTests).toMatchObject({ verdict: { id: 19 }, comment: 'no disk', tests: [] });
    const { solutions } = (await author.get(`/api/contest/${contest.id}/solutions/my`)).json;
    expect(solutions?.[0]?.verdictId).toBe(2);
  });

  test('and what it shows are secrets of who supervises the contest', async () => {
    const { given } = server;
    const group = await given.group();
    const contest = await given.contest({ groups: [group] });
    const user = await given.user({ groups: [group] });
    await given.joined(user, contest);
    const author = await given.signedIn(user);
    const sent = await author.submit(contest, {});
    const id = Number(sent.json.id);
    await judge.result(await judge.mustClaim());
    await server.services.announcements.caughtUp(); // nobody hears this verdict below
    const supervisor = await given.supervisor({ groups: [group] });
    const ears = [
      await openEar(author, contest),
      await openEar(await given.participant(contest, { groups: [group] }), contest),
      await openEar(supervisor, contest),
    ];
    for (const ear of ears) await ear.joins('solutions.listen');

    expect((await ask(author, id)).status).toBe(403);
    expect((await ask(await given.supervisor(), id)).json.error?.code).toBe('SOLUTION_NOT_FOUND');
    expect((await ask(supervisor, id)).status).toBe(200);
    const task = await judge.mustClaim();
    await judge.progress(task, 'testing', 1);
    await judge.result(task, { tests: [report(1)] });

    for (const outsider of [author, await given.supervisor()]) {
      expect((await outsider.get(`/api/admin/solutions/${id}/details`)).status).toBeGreaterThanOrEqual(403);
    }
    await server.services.announcements.caughtUp();
    for (const ear of ears) {
      await ear.catchesUp();
      expect(ear.heardOfSolutions()).toEqual([]);
    }
    const seen = await author.get(`/api/contest/${contest.id}/solutions/${id}/code`);
    expect(seen.text).not.toMatch(/secret|judgedBy|judgingDetail/);
    expect((await details(await given.admin(), id)).allTests?.tests).toHaveLength(1);
  });
});
