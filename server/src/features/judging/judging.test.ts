import { SolutionList } from '@balloon/contracts/solutions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#test-server.ts';
import { startTestJudge } from './test-judge.ts';

describe('the judges’ side of the queue', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  test('a solution goes from the participant to a judge and comes back as a verdict', async () => {
    const { given, url } = server;
    const contest = await given.contest();
    const participant = await given.participant(contest);
    const judge = await startTestJudge(url);

    const sent = await participant.submit(contest, { solution: 'print(3)' });
    const task = await judge.mustClaim();
    expect(task).toMatchObject({ source: 'print(3)', language: 'python3', attempt: 1 });
    expect(task.tests).toHaveLength(2);
    expect(await judge.progress(task, 'testing', 2)).toBe(true);
    expect(await judge.result(task, { verdict: 'wrongAnswer', testNumber: 2 })).toBe(true);

    expect(sent.status).toBe(200);
    const list = await participant.get(`/api/contest/${contest.id}/solutions/my`);
    const { solutions } = list.as(SolutionList);
    expect(solutions).toHaveLength(1);
    expect(solutions[0]).toMatchObject({
      id: task.solutionId,
      verdictId: 2,
      testNumber: 2,
      executionTime: 0.012,
      memory: 3456,
      progress: null,
    });
  });
});
