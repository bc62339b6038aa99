import { ContestControl } from '@balloon/contracts/contests/contest-control.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEar } from '#testing/test-ear.ts';
import { startTestJudge, type TestJudge } from '#testing/test-judge.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let judge: TestJudge;
beforeAll(async () => {
  server = await startTestServer();
  judge = await startTestJudge(server.url);
});
afterAll(() => server.close());

test('supervisors are told once why judging fails on a problem, and participants nothing', async () => {
  const { given, services } = server;
  const contest = await given.contest({ problems: ['A', 'B'] });
  const [author, supervisor] = [await given.participant(contest), await given.supervisor()];
  const [ear, authorsEar] = [await openEar(supervisor, contest), await openEar(author, contest)];
  const fails = async (symbolIndex: string, detail: string) => {
    const id = Number((await author.submit(contest, { symbolIndex })).json.id);
    await services.db.updateTable('judging').set({ maxAttempts: 1 }).execute();
    await judge.result(await judge.mustClaim(), { verdict: 'judgingError', detail });
    return id;
  };

  const first = await fails('A', 'the checker broke (SIGSEGV): secret');
  await fails('A', 'the checker broke (SIGFPE): secret');
  await fails('A', 'sandbox: no space');
  await fails('B', 'the checker does not compile');
  // Each is announced after its own look at the database, so that they may come in another order.
  const toldOf = () => ear.heard('judging fault').map(({ symbolIndex, cause }) => `${symbolIndex} ${cause}`);
  await expect.poll(() => toldOf().toSorted()).toEqual(['A checker', 'A judge', 'B checker']);
  const fault = ear
    .heard('judging fault')
    .find((heard) => `${heard.symbolIndex} ${heard.cause}` === 'A checker');
  expect(fault).toMatchObject({ contestId: contest.id, solutionId: first });
  await authorsEar.hears('verdict updated', ({ verdictId, internalSymbolIndex }) => {
    return verdictId === 19 && internalSymbolIndex === 'B';
  });
  expect(authorsEar.heard('judging fault')).toEqual([]);

  const control = (await supervisor.get(`/api/admin/contests/${contest.id}/live`)).as(ContestControl);
  expect(control.problems.map(({ failed }) => failed)).toEqual([3, 1]);
  const [a] = contest.problemIds;
  expect(control.faults.find(({ problemId, cause }) => problemId === a && cause === 'checker')?.detail).toBe(
    'the checker broke (SIGFPE): secret',
  );
});

test('a cause that goes on for long is told of again', async () => {
  const { given, services } = server;
  const contest = await given.contest();
  const [author, supervisor] = [await given.participant(contest), await given.supervisor()];
  const ear = await openEar(supervisor, contest);
  for (const told of [1, 2]) {
    await author.submit(contest, {});
    await services.db.updateTable('judging').set({ maxAttempts: 1 }).execute();
    await judge.result(await judge.mustClaim(), { verdict: 'judgingError', detail: 'no disk' });
    await expect.poll(() => ear.heard('judging fault').length).toBe(told);
    await services.db.updateTable('judgingFault').set({ toldAtMs: 0 }).execute();
    await services.announcements.caughtUp();
  }
});
