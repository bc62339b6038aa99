import { ProblemPage, ProblemVersionList } from '@balloon/contracts/problems/problems.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const firstProblem = ({ problemIds }: { problemIds: number[] }) => problemIds[0] ?? 0;

describe('a participant reads a problem by id', () => {
  test('while a contest shows it', async () => {
    const contest = await server.given.contest();
    const id = firstProblem(contest);
    const person = await server.given.participant(contest);

    const problem = (await person.get(`/api/problems/${id}`)).as(ProblemPage);

    expect(problem).toMatchObject({
      id,
      title: 'Problem A',
      samples: [{ input: '1 2\n', output: '3\n' }],
      connectedContests: [{ id: contest.id, name: contest.name }],
      versions: [],
      versionNumber: 0,
      latestVersionNumber: 0,
    });
  });

  test.each([
    ['the contest has not started', { startsInMin: 10 }],
    ['the contest is removed', { isSuspended: true }],
    ['the contest is disabled', { isEnabled: false }],
  ])('but not while %s', async (_when, options) => {
    const contest = await server.given.contest(options);
    const person = await server.given.participant(contest);
    for (const call of ['', '/versions', '/version/1']) {
      const reply = await person.get(`/api/problems/${firstProblem(contest)}${call}`);
      expect(reply.status).toBe(404);
      expect(reply.json.error?.code).toBe('PROBLEM_NOT_FOUND');
    }
  });

  test('of a contest into which they were let from outside its groups', async () => {
    const contest = await server.given.contest({ groups: [await server.given.group('Insiders')] });
    const guest = await server.given.signedIn(await server.given.user());
    const jury = await server.given.admin();
    const admission = await jury.post(`/api/admin/contests/${contest.id}/live/people`, {
      userId: guest.user.id,
    });
    expect(admission.status, admission.text).toBe(200);

    const problem = (await guest.get(`/api/problems/${firstProblem(contest)}`)).as(ProblemPage);

    expect(problem.title).toBe('Problem A');
  });

  test('but not of a contest that they have not joined', async () => {
    const contest = await server.given.contest();
    const stranger = await server.given.signedIn(await server.given.user());
    expect((await stranger.get(`/api/problems/${firstProblem(contest)}`)).status).toBe(404);
  });

  test('and hears of no later contest that will use it', async () => {
    const contest = await server.given.contest();
    const id = firstProblem(contest);
    const later = await server.given.contest({ startsInMin: 600, problems: [id] });
    const person = await server.given.participant(contest);
    const problem = (await person.get(`/api/problems/${id}`)).as(ProblemPage);
    expect(problem.connectedContests.map((connected) => connected.id)).toEqual([contest.id]);
    const admin = await server.given.admin();
    const forAdmin = (await admin.get(`/api/problems/${id}`)).as(ProblemPage);
    expect(forAdmin.connectedContests.map((connected) => connected.id)).toEqual([contest.id, later.id]);
  });
});

describe('a moderator reads', () => {
  test('what no contest uses yet', async () => {
    const id = await server.given.problem();
    expect((await (await server.given.supervisor()).get(`/api/problems/${id}`)).status).toBe(200);
  });

  test('what contests of their groups use, and nothing of others', async () => {
    const [own, foreign] = [await server.given.group(), await server.given.group()];
    const visible = await server.given.contest({ groups: [own], startsInMin: 10 });
    const hidden = await server.given.contest({ groups: [foreign] });
    const moderator = await server.given.supervisor({ groups: [own] });
    expect((await moderator.get(`/api/problems/${firstProblem(visible)}`)).status).toBe(200);
    expect((await moderator.get(`/api/problems/${firstProblem(hidden)}`)).status).toBe(404);
    const admin = await server.given.admin();
    expect((await admin.get(`/api/problems/${firstProblem(hidden)}`)).status).toBe(200);
  });

  test('nothing more of others while their contest is removed, and what their own removed contest uses', async () => {
    const [own, foreign] = [await server.given.group(), await server.given.group()];
    const mine = await server.given.contest({ groups: [own] });
    const theirs = await server.given.contest({ groups: [foreign] });
    const admin = await server.given.admin();
    for (const { id } of [mine, theirs])
      expect((await admin.send('DELETE', `/api/admin/contests/${id}`, {})).status).toBe(200);
    const moderator = await server.given.supervisor({ groups: [own] });
    const problem = (await moderator.get(`/api/problems/${firstProblem(mine)}`)).as(ProblemPage);
    expect(problem.connectedContests).toEqual([]);
    const secret = firstProblem(theirs);
    expect((await moderator.get(`/api/problems/${secret}`)).status).toBe(404);

    const { id } = await server.given.contest({ groups: [own] });
    const reply = await moderator.post(`/api/admin/contests/${id}/problems`, { problemIds: [secret] });
    expect(reply.status).toBe(400);
    expect((await moderator.get(`/api/problems/${secret}`)).status).toBe(404);
  });
});

describe('versions', () => {
  test('are listed from the oldest and readable each', async () => {
    const { db } = server.services;
    const problemId = await server.given.problem('Today');
    for (const versionNumber of [2, 1]) {
      await db
        .insertInto('problemVersion')
        .values({
          problemId,
          versionNumber,
          title: `Version ${versionNumber}`,
          htmlStatement: '<script></script><p>v</p>',
        })
        .execute();
    }
    const admin = await server.given.admin();

    const list = (await admin.get(`/api/problems/${problemId}/versions`)).as(ProblemVersionList);
    const first = (await admin.get(`/api/problems/${problemId}/version/1`)).as(ProblemPage);
    const now = (await admin.get(`/api/problems/${problemId}`)).as(ProblemPage);

    expect(list.map(({ versionNumber }) => versionNumber)).toEqual([1, 2]);
    expect(first).toMatchObject({
      id: problemId,
      title: 'Version 1',
      htmlStatement: '<p>v</p>',
      versionNumber: 1,
      latestVersionNumber: 2,
    });
    expect(now).toMatchObject({ title: 'Today', versionNumber: 2, latestVersionNumber: 2, versions: list });
  });

  test('that do not exist are not found', async () => {
    const problemId = await server.given.problem();
    const reply = await (await server.given.admin()).get(`/api/problems/${problemId}/version/7`);
    expect(reply.status).toBe(404);
    expect(reply.json.error?.code).toBe('VERSION_NOT_FOUND');
  });
});

test('a deleted or unknown problem is not found', async () => {
  const id = await server.given.problem();
  await server.services.db.updateTable('problem').set({ deletedAtMs: 1 }).where('id', '=', id).execute();
  const admin = await server.given.admin();
  expect((await admin.get(`/api/problems/${id}`)).status).toBe(404);
  expect((await admin.get('/api/problems/999999')).status).toBe(404);
});
