import { TrialRun } from '@balloon/contracts/solutions/trial-runs.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openEar } from '#testing/test-ear.ts';
import { startTestJudge } from '#testing/test-judge.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
// Each test finds neither work in the queue nor judges.
afterEach(async () => {
  for (const table of ['judging', 'judge'] as const) await server.services.db.deleteFrom(table).execute();
});

const ALONE = { suspects: 1, rank: 0 };

async function verdictOf(solutionId: number): Promise<number | null> {
  const { verdictId } = await server.services.db
    .selectFrom('solution')
    .select('verdictId')
    .where('id', '=', solutionId)
    .executeTakeFirstOrThrow();
  return verdictId;
}

test('a solution that was alone when its judge stalled is a judging error at once', async () => {
  const contest = await server.given.contest();
  const author = await server.given.participant(contest);
  await author.submit(contest, { solution: 'stalls' });
  const judge = await startTestJudge(server.url);
  const task = await judge.mustClaim();
  expect(task.attempt).toBe(1);

  await judge.stalled(task, ALONE);

  expect(await verdictOf(task.solutionId)).toBe(VERDICTS.judgingError.id);
  expect(await judge.claim()).toBeNull();
});

test('of several suspects each is judged once more, and the one that stalls again is quarantined', async () => {
  const contest = await server.given.contest();
  const author = await server.given.participant(contest);
  const other = await server.given.participant(contest);
  await author.submit(contest, { solution: 'stalls' });
  await other.submit(contest, { solution: 'innocent' });
  const judge = await startTestJudge(server.url);
  const tasks = [await judge.mustClaim(), await judge.mustClaim()] as const;
  for (const [rank, task] of tasks.entries()) await judge.stalled(task, { suspects: 2, rank });

  // The suspects are judged in turn: the second one has to wait.
  const again = await judge.mustClaim();
  expect(again.source).toBe('stalls');
  expect(await judge.claim()).toBeNull();
  await judge.stalled(again, { suspects: 2, rank: 0 });

  expect(await verdictOf(tasks[0].solutionId)).toBe(VERDICTS.judgingError.id);
  expect(await verdictOf(tasks[1].solutionId)).toBeNull();
});

test('a stall under an old fence changes nothing', async () => {
  const contest = await server.given.contest();
  const author = await server.given.participant(contest);
  await author.submit(contest, { solution: 'rejudged' });
  const judge = await startTestJudge(server.url);
  const old = await judge.mustClaim();
  await judge.release(old);
  const task = await judge.mustClaim();

  await judge.stalled(old, ALONE);

  expect(await judge.result(task)).toBe(true);
  expect(await verdictOf(task.solutionId)).toBe(VERDICTS.accepted.id);
});

const startTrial = async (author: Person, { id }: { id: number }, solution: string): Promise<TrialRun> => {
  const run = { symbolIndex: 'A', languageId: 5, solution };
  return (await author.post(`/api/contest/${id}/trial-runs`, run)).as(TrialRun);
};
const readTrial = async (author: Person, { id }: { id: number }, run: TrialRun): Promise<TrialRun> =>
  (await author.get(`/api/contest/${id}/trial-runs/${run.id}`)).as(TrialRun);

test('a trial run whose judge stalled fails at once, and its author may start another', async () => {
  const contest = await server.given.contest();
  const author = await server.given.participant(contest);
  const ear = await openEar(author, contest);
  const run = await startTrial(author, contest, 'stalls');
  const judge = await startTestJudge(server.url);
  const task = await judge.mustClaimTrial();
  expect(task.attempt).toBe(1);

  await judge.releaseTrial(task, ALONE);

  await ear.hears('trial run changed', ({ id, state }) => id === run.id && state === 'failed');
  expect(await readTrial(author, contest, run)).toMatchObject({ state: 'failed', result: null });
  expect(await judge.claimAny(['trial'])).toBeNull();
  const next = await startTrial(author, contest, 'print(1)');
  expect((await judge.mustClaimTrial()).trialRunId).toBe(next.id);
});

test('of several suspects a trial run gets no second attempt, and the solution beside it does', async () => {
  const contest = await server.given.contest();
  const author = await server.given.participant(contest);
  await author.submit(contest, { solution: 'innocent' });
  const run = await startTrial(author, contest, 'stalls');
  const judge = await startTestJudge(server.url);
  const solution = await judge.mustClaim();
  const trial = await judge.mustClaimTrial();

  await judge.releaseTrial(trial, { suspects: 2, rank: 0 });
  await judge.stalled(solution, { suspects: 2, rank: 1 });

  expect((await readTrial(author, contest, run)).state).toBe('failed');
  expect(await judge.claimAny(['trial'])).toBeNull();
  expect(await verdictOf(solution.solutionId)).toBeNull();
});

test('a stall of a trial run under an old fence changes nothing', async () => {
  const contest = await server.given.contest();
  const author = await server.given.participant(contest);
  const run = await startTrial(author, contest, 'print(1)');
  const judge = await startTestJudge(server.url);
  const old = await judge.mustClaimTrial();
  await judge.releaseTrial(old);
  const task = await judge.mustClaimTrial();

  await judge.releaseTrial(old, ALONE);

  expect((await readTrial(author, contest, run)).state).not.toBe('failed');
  expect(await judge.trialResult(task)).toBe(true);
  expect((await readTrial(author, contest, run)).state).toBe('done');
});
