import {
  ContestProblem,
  ProblemPage,
  ProblemVersionList,
  RolledBack,
} from '@balloon/contracts/problems/problems.ts';
import { storeBlob } from '@balloon/database/blobs.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockContestLog } from '#features/contests/contest-log.ts';
import { storeTestset } from '#features/problems/testsets/store-testset.ts';
import { storeVersion } from '#features/problems/versions.queries.ts';
import { countLockWaits } from '#testing/lock-waits.ts';
import { startTestJudge } from '#testing/test-judge.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
});
afterAll(() => server.close());

/** A problem that was easy, in two languages, with a second allowed; and became hard, in one, with three. */
async function givenChangedProblem() {
  const { given, services } = server;
  const problemId = await given.problem('Easy');
  const [easy, hard] = await services.db.transaction().execute(async (tx) => {
    for (const [locale, title] of [
      ['ru-ru', 'Простая'],
      ['en-us', 'Easy'],
    ] as const) {
      const attachments = JSON.stringify({ content: { text: title } });
      await tx.insertInto('problemStatement').values({ problemId, locale, title, attachments }).execute();
    }
    const first = await storeVersion(tx, problemId);
    await tx
      .updateTable('problem')
      .set({ title: 'Hard', htmlStatement: '<p>Hard</p>' })
      .where('id', '=', problemId)
      .execute();
    await tx.deleteFrom('problemStatement').where('problemId', '=', problemId).execute();
    await storeTestset(tx, problemId, {
      timeLimitMs: 3000,
      memoryLimitKb: 65_536,
      checker: { kind: 'exact' },
      tests: [{ input: Buffer.from('9\n'), answer: Buffer.from('10\n'), isSample: true }],
    });
    return [first, await storeVersion(tx, problemId)] as const;
  });
  return { problemId, easy, hard };
}

const pin = (person: Person, problemId: number, contestId: number, versionId: string) =>
  person.post(`/api/problems/${problemId}/versions`, { versionId, problemId, contestId });

describe('a contest that is pinned to an older version', () => {
  test('shows its statement in every language, its samples and its limits', async () => {
    const { problemId, easy } = await givenChangedProblem();
    const contest = await server.given.contest({ problems: [problemId] });
    const other = await server.given.contest({ problems: [problemId] });

    const reply = await pin(admin, problemId, contest.id, easy.uuid);

    expect(reply.json).toMatchObject({ contestId: contest.id, problemId, versionId: easy.uuid });
    const person = await server.given.participant(contest);
    await server.given.joined(person.user, other);
    const read = async (contestId: number, locale: string) =>
      (await person.get(`/api/contest/${contestId}/problems/A?locale=${locale}`)).as(ContestProblem);
    expect(await read(contest.id, 'ru-ru')).toMatchObject({
      title: 'Простая',
      locale: 'ru-ru',
      timeLimitMs: 1000,
      samples: [{ input: '1 2\n', output: '3\n' }],
    });
    expect(await read(contest.id, 'en-us')).toMatchObject({ title: 'Easy', locale: 'en-us' });
    expect(await read(other.id, 'ru-ru')).toMatchObject({
      title: 'Hard',
      locale: null,
      timeLimitMs: 3000,
      samples: [{ input: '9\n', output: '10\n' }],
    });
    const table = await person.get(`/api/contest/${contest.id}/table2?locale=ru-ru`, {
      'accept-language': 'ru',
    });
    expect(table.json.header?.[0]?.name).toBe('Простая');
  });

  test('judges by its tests, checker and limits until it is let go', async () => {
    const { problemId, easy } = await givenChangedProblem();
    const contest = await server.given.contest({ problems: [problemId] });
    await pin(admin, problemId, contest.id, easy.uuid);
    const person = await server.given.participant(contest);
    const judge = await startTestJudge(server.url);

    const sent = await person.submit(contest, {});
    const pinned = await judge.mustClaim();
    await judge.result(pinned);
    const languages = await person.get(`/api/contest/${contest.id}/problems/A/languages`);
    const inRussian = await person.get('/api/user/solutions?select=my&locale=ru-ru');
    await pin(admin, problemId, contest.id, '-');
    const stale = await admin.get(`/api/admin/contests/${contest.id}/solutions/stale`);
    await person.submit(contest, { solution: 'print(2)' });
    const free = await judge.mustClaim();
    await judge.result(free);

    expect([pinned.rules.timeLimitMs, pinned.rules.checker.kind, pinned.tests.length]).toEqual([
      1000,
      'tokens',
      2,
    ]);
    expect([free.rules.timeLimitMs, free.rules.checker.kind, free.tests.length]).toEqual([3000, 'exact', 1]);
    expect(languages.status).toBe(200);
    expect(sent.json.problem?.title).toBe('Easy');
    expect(inRussian.json.solutions?.[0]?.problem?.title).toBe('Простая');
    expect(stale.json.solutions?.[0]?.id).toBe(pinned.solutionId);
  });

  test('does not betray the newer one to those who know only of it', async () => {
    const { problemId, easy, hard } = await givenChangedProblem();
    const { db } = server.services;
    const sha256 = await db.transaction().execute((tx) => storeBlob(tx, Buffer.from('%PDF-1.4 hard')));
    const file = {
      problemId,
      name: '1234abcd/hard.pdf',
      sha256,
      sizeBytes: 13,
      mediaType: 'application/pdf',
    };
    await db.insertInto('problemFile').values(file).execute();
    const contest = await server.given.contest({ problems: [problemId] });
    await pin(admin, problemId, contest.id, easy.uuid);
    const person = await server.given.participant(contest);
    const path = `/api/problems/${problemId}`;

    const problem = (await person.get(path)).as(ProblemPage);
    const versions = (await person.get(`${path}/versions`)).as(ProblemVersionList);

    expect(problem).toMatchObject({ title: 'Простая', versionNumber: 1, latestVersionNumber: 1 });
    expect(problem.changes).toBeUndefined();
    expect(versions.map(({ uuid }) => uuid)).toEqual([easy.uuid]);
    expect((await person.get(`${path}/version/1`)).status).toBe(200);
    expect((await person.get(`${path}/version/2`)).json.error?.code).toBe('VERSION_NOT_FOUND');
    expect((await person.get(`${path}/files/${file.name}`)).json.error?.code).toBe('FILE_NOT_FOUND');
    expect((await admin.get(`${path}/files/${file.name}`)).status).toBe(200);
    expect((await admin.get(`${path}/versions`)).as(ProblemVersionList).map(({ uuid }) => uuid)).toEqual([
      easy.uuid,
      hard.uuid,
    ]);
  });

  test('tells those who are in it that something has changed', async () => {
    const { problemId, easy } = await givenChangedProblem();
    const contest = await server.given.contest({ problems: [problemId] });
    const socket = await (await server.given.participant(contest)).socket();
    await socket.emitWithAck('contest.join', { contestId: contest.id });
    const heard = new Promise((resolve) => socket.once('contest changed', resolve));
    await pin(admin, problemId, contest.id, easy.uuid);
    expect(await heard).toEqual({ contestId: contest.id });
  });

  test('is named to admins with the number of its version', async () => {
    const { problemId, easy } = await givenChangedProblem();
    const contest = await server.given.contest({ problems: [problemId] });
    await pin(admin, problemId, contest.id, easy.uuid);
    const problem = (await admin.get(`/api/problems/${problemId}`)).as(ProblemPage);
    expect(problem.connectedContests).toEqual([{ id: contest.id, name: contest.name, versionNumber: 1 }]);
  });
});

describe('pinning', () => {
  test.each(['user', 'moderator'] as const)('is not for a %s', async (role) => {
    const { problemId, easy } = await givenChangedProblem();
    const contest = await server.given.contest({ problems: [problemId] });
    const person = await server.given.signedIn(await server.given.user({ mask: ACCESS_GROUPS[role].mask }));
    expect((await pin(person, problemId, contest.id, easy.uuid)).status).toBe(403);
  });

  test('needs a version of this very problem, and a contest that uses it', async () => {
    const { problemId, easy } = await givenChangedProblem();
    const contest = await server.given.contest({ problems: [problemId] });
    const other = await server.given.contest();
    const [otherProblem = 0] = other.problemIds;
    const codeOf = async (reply: ReturnType<typeof pin>) => (await reply).json.error?.code;
    expect(await codeOf(pin(admin, otherProblem, other.id, easy.uuid))).toBe('VERSION_NOT_FOUND');
    expect(await codeOf(pin(admin, problemId, other.id, easy.uuid))).toBe('CONTEST_NOT_FOUND');
    expect(await codeOf(pin(admin, 999_999, contest.id, '-'))).toBe('PROBLEM_NOT_FOUND');
    expect((await pin(admin, problemId, contest.id, 'first')).status).toBe(400);
  });
});

test('pinning waits for who changes the problems of the contest, in place of both for each other', async () => {
  const { db } = server.services;
  const { problemId, easy } = await givenChangedProblem();
  const contest = await server.given.contest({ problems: [problemId] });
  const { pinning } = await db.transaction().execute(async (tx) => {
    await lockContestLog(tx, contest.id);
    const pinning = pin(admin, problemId, contest.id, easy.uuid);
    await expect.poll(() => countLockWaits(db)).toBe(1);
    await tx
      .updateTable('contestProblem')
      .set({ closedAtMs: 1 })
      .where('contestId', '=', contest.id)
      .execute();
    return { pinning };
  });
  expect((await pinning).status).toBe(200);
});

describe('a rollback', () => {
  test('brings back statements, tests and limits as the newest version', async () => {
    const { problemId } = await givenChangedProblem();

    const reply = await admin.post(`/api/admin/problems/${problemId}/rollback/1`);

    expect(reply.as(RolledBack)).toMatchObject({ problemId, versionNumber: 3, title: 'Easy' });
    const problem = (await admin.get(`/api/problems/${problemId}?locale=ru-ru`)).as(ProblemPage);
    expect(problem).toMatchObject({ title: 'Простая', timeLimitMs: 1000, latestVersionNumber: 3 });
    expect(problem.versions.map(({ versionNumber }) => versionNumber)).toEqual([1, 2, 3]);
    const hard = (await admin.get(`/api/problems/${problemId}/version/2`)).as(ProblemPage);
    expect(hard).toMatchObject({ title: 'Hard', timeLimitMs: 3000 });
  });

  test('of several at once gives each its own number', async () => {
    const { problemId } = await givenChangedProblem();
    const path = `/api/admin/problems/${problemId}/rollback`;
    const replies = await Promise.all([1, 2, 1].map((number) => admin.post(`${path}/${number}`)));
    expect(replies.map(({ json }) => json.versionNumber).sort()).toEqual([3, 4, 5]);
  });

  test('tells the contests of the problem', async () => {
    const { problemId } = await givenChangedProblem();
    const contest = await server.given.contest({ problems: [problemId] });
    const told = new Promise<number>((resolve) =>
      server.services.announcements.on('contest.changed', ({ contestId }) => resolve(contestId)),
    );
    await admin.post(`/api/admin/problems/${problemId}/rollback/1`);
    expect(await told).toBe(contest.id);
  });

  test('needs a version that exists, and an admin', async () => {
    const { problemId } = await givenChangedProblem();
    const path = `/api/admin/problems/${problemId}/rollback`;
    expect((await admin.post(`${path}/7`)).json.error?.code).toBe('VERSION_NOT_FOUND');
    expect((await admin.post('/api/admin/problems/999999/rollback/1')).status).toBe(404);
    expect((await (await server.given.supervisor()).post(`${path}/1`)).status).toBe(403);
  });
});

test('admins see in what an older version differs from the problem', async () => {
  const { problemId } = await givenChangedProblem();
  const older = (await admin.get(`/api/problems/${problemId}/version/1`)).as(ProblemPage);
  const newest = (await admin.get(`/api/problems/${problemId}/version/2`)).as(ProblemPage);
  expect(older.changes).toEqual(['title', 'statement', 'limits', 'tests', 'checker']);
  expect(newest.changes).toEqual([]);
});
