import { JobList } from '@balloon/contracts/outside/outside-jobs.ts';
import type { ConsoleLine } from '@balloon/contracts/site/console.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { olderConsoleLine } from '#older-forms/older-console.ts';
import { olderEvents } from '#older-forms/older-events.ts';
import { statement, TestRelay } from '#testing/test-relay.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

const SERVERS = '/api/admin/outside-systems/servers';

let server: TestServer;
let admin: Person;
let relay: TestRelay;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
  relay = await TestRelay.start(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.services.db.deleteFrom('outsideJob').execute();
});

const newestJob = async () => {
  const [job] = (await admin.get('/api/admin/outside-systems/jobs')).as(JobList).jobs;
  if (!job) throw new Error('There is no job');
  return job;
};
const codeOf = (reply: { status: number; json: { error?: { code: string } } }) => [
  reply.status,
  reply.json.error?.code,
];
const serversOf = (systemType: string) =>
  server.services.db.selectFrom('outsideServer').select('url').where('systemType', '=', systemType).execute();
/** Lines of the console about jobs. */
const told = () => server.services.console.kept.filter(({ row }) => row !== undefined);

describe('a scan', () => {
  test('repeats what was sent, adds the server of a public system, and tells how it goes', async () => {
    const sent = { systemType: 'timus', name: 'Timus', insert: true, update: false };
    const reply = await admin.post('/api/admin/problems/scan', sent);
    expect([reply.status, reply.json]).toEqual([200, sent]);
    expect(await serversOf('timus')).toEqual([{ url: 'https://acm.timus.ru/' }]);
    const job = await relay.carry(['1', '2']);
    const lines = told().filter(({ row }) => row === `job-${job.jobId}`);
    expect(lines).toMatchObject([{ level: 'info', text: expect.stringContaining('finished: 2 new') }]);
    expect(lines[0]?.isOfYandex).toBe(false);
  });

  test('that fails says "contains error", once', async () => {
    await admin.post('/api/admin/problems/scan', { systemType: 'acmp', insert: 'true', update: 'false' });
    const job = await relay.mustClaim();
    await relay.list(job, ['error', 'finished'], 'next');
    const [before] = told().filter(({ row }) => row === `job-${job.jobId}`);
    expect(before?.text).not.toMatch(/error|finished/);
    await relay.end(job, { kind: 'challenge', message: 'captcha' });
    const lines = told().filter(({ row }) => row === `job-${job.jobId}`);
    expect(lines.map(({ text }) => text)).toEqual([expect.stringContaining('contains error: captcha')]);
  });

  test.each([
    ['scanTimus', 'timus', null],
    ['scanCf', 'cf', null],
    ['scanCfGyms', 'cf', 'gym'],
    ['scanAcmp', 'acmp', null],
    ['scanSgu', 'sgu', null],
  ])('%s scans %s', async (name, systemType, scope) => {
    expect(await admin.post(`/api/admin/${name}`)).toMatchObject({ status: 200, json: { systemType } });
    expect(await newestJob()).toMatchObject({ kind: 'scan', scope, server: { systemType }, insert: true });
    expect(codeOf(await admin.post(`/api/admin/${name}`))).toEqual([409, 'OUTSIDE_SCAN_OPEN']);
  });

  test('of a system without a server of its own needs one first', async () => {
    const reply = await admin.post('/api/admin/problems/scan', { systemType: 'ejudge' });
    expect(codeOf(reply)).toEqual([409, 'OUTSIDE_SERVER_MISSING']);
    expect((await admin.post('/api/admin/problems/scan', { systemType: 'balloon' })).status).toBe(400);
    const supervisor = await server.given.supervisor();
    expect((await supervisor.post('/api/admin/problems/scan', { systemType: 'timus' })).status).toBe(403);
  });
});

describe('a contest of Yandex', () => {
  test.each([
    ['yandex-import-by-id', 'yandex', 12],
    ['yandex-import-by-id', 'yandex', 'https://contest.yandex.ru/contest/12/problems/?x=1'],
    ['yandex-official-import-by-id', 'yandexOfficial', '12'],
  ])('%s of %s by %s', async (name, systemType, contestId) => {
    const reply = await admin.post(`/api/admin/${name}`, { contestId });
    expect([reply.status, reply.json]).toEqual([200, { result: 'ok' }]);
    expect(await newestJob()).toMatchObject({ scope: '12', insert: true, server: { systemType } });
    const job = await relay.carry(['12:A']);
    expect(told().find(({ row }) => row === `job-${job.jobId}`)?.isOfYandex).toBe(true);
  });

  test('is not guessed', async () => {
    for (const contestId of ['', 'nonsense', 'https://example.org/problems/5'])
      expect(codeOf(await admin.post('/api/admin/yandex-import-by-id', { contestId }))).toEqual([
        400,
        'OUTSIDE_CONTEST_MISSING',
      ]);
    expect((await admin.post('/api/admin/yandex-import-by-id', { contestId: -1 })).status).toBe(400);
  });
});

describe('a problem of acmp', () => {
  test('is answered when it is read, and refused when it is here', async () => {
    const reply = admin.post('/api/admin/problems/new/acmp', { problemId: '7' });
    await expect.poll(async () => (await newestJob().catch(() => null))?.state).toBe('waiting');
    await relay.carry(['7']);
    const answer = await reply;
    expect([answer.status, answer.json]).toMatchObject([
      200,
      { id: expect.any(Number), systemType: 'acmp', foreignProblemIdentifier: '7' },
    ]);
    const again = await admin.post('/api/admin/problems/new/acmp', { problemId: 7 });
    expect(codeOf(again)).toEqual([400, 'OUTSIDE_PROBLEM_KNOWN']);
  });

  test('that does not exist is a refusal in words of the system', async () => {
    const reply = admin.post('/api/admin/problems/new/acmp', { problemId: 99_999 });
    await expect.poll(async () => (await newestJob().catch(() => null))?.state).toBe('waiting');
    const job = await relay.mustClaim();
    await relay.list(job, ['99999']);
    const failure = { kind: 'refused', message: 'There is no problem 99999' };
    await relay.tell(job, 'problem', { foreignId: '99999', found: { outcome: 'failed', failure } });
    await relay.end(job);
    const answer = await reply;
    expect(codeOf(answer)).toEqual([409, 'OUTSIDE_PROBLEM_NOT_READ']);
    expect(answer.text).toContain('There is no problem 99999');
  });

  test('is not waited for without a relay, and asked for once', async () => {
    const { db } = server.services;
    await db.updateTable('relay').set({ seenAtMs: 1 }).execute();
    for (let times = 0; times < 2; times += 1)
      expect(codeOf(await admin.post('/api/admin/problems/new/acmp', { problemId: 8 }))).toEqual([
        503,
        'OUTSIDE_PROBLEM_WAITS',
      ]);
    expect((await admin.get('/api/admin/outside-systems/jobs')).as(JobList).jobsNumber).toBe(1);
    const lines = server.services.console.kept.filter(({ text }) => text.startsWith('request '));
    expect(lines.map(({ level, text }) => [level, text])).toEqual([
      ['warn', expect.stringContaining('request put off')],
      ['warn', expect.stringContaining('request put off')],
    ]);
    expect((await relay.mustClaim()).request).toEqual({ kind: 'import', foreignIds: ['8'], isForced: false });
  });
});

describe('a problem of ejudge', () => {
  test('is named by its contest and number there', async () => {
    const missing = await admin.post('/api/admin/problems/new/ejudge', {});
    expect(missing.json.error?.fields).toMatchObject({
      ...{ title: 'is required', ejudgeContestId: 'is required', ejudgeProblemIndex: 'is required' },
    });
    const wrong = { title: 'Sum', ejudgeContestId: 12, ejudgeProblemIndex: 'a b' };
    expect((await admin.post('/api/admin/problems/new/ejudge', wrong)).json.error?.fields).toEqual({
      ejudgeProblemIndex: 'must be a number or a short name',
    });
    expect((await admin.post('/api/admin/problems/scan', {})).json.error?.description).toBe(
      'systemType: is required',
    );
  });

  test('is there at once, and an import brings its statement', async () => {
    const sent = { title: 'Sum', ejudgeContestId: 12, ejudgeProblemIndex: 1 };
    expect(codeOf(await admin.post('/api/admin/problems/new/ejudge', sent))).toEqual([
      409,
      'OUTSIDE_SERVER_MISSING',
    ]);
    const url = 'https://school.example.org/';
    await admin.post(SERVERS, { systemType: 'ejudge', name: 'School', url, settings: { contests: '12' } });
    const reply = await admin.post('/api/admin/problems/new/ejudge', sent);
    expect([reply.status, reply.json]).toMatchObject([
      200,
      { title: 'Sum', systemType: 'ejudge', foreignProblemIdentifier: '12:1', latestVersionNumber: 0 },
    ]);
    expect(codeOf(await admin.post('/api/admin/problems/new/ejudge', sent))).toEqual([
      400,
      'OUTSIDE_PROBLEM_KNOWN',
    ]);
    await relay.carry(['12:1']);
    const { id } = reply.json;
    const page = await admin.get(`/api/problems/${id}`);
    expect(page.json).toMatchObject({ title: 'Задача 12:1', latestVersionNumber: 1 });

    // Ejudge names by the short name what was asked for by the number.
    const rescan = async (wanted: string) => {
      const reply = admin.post(`/api/admin/problems/${id}/rescan`);
      await expect.poll(async () => (await newestJob()).state).toBe('waiting');
      await relay.carry([wanted], { foreignId: '12:A' });
      return (await reply).json;
    };
    expect(await rescan('12:1')).toMatchObject({ state: 'done', versionNumber: 2 });
    expect((await admin.get(`/api/problems/${id}`)).json).toMatchObject({ foreignProblemIdentifier: '12:A' });
    expect(await rescan('12:A')).toMatchObject({ state: 'done', versionNumber: 3 });

    const byNumber = (await admin.post('/api/admin/problems/new/ejudge', sent)).json;
    const job = await relay.carry(['12:1'], { foreignId: '12:A' });
    const { lines } = (await admin.get(`/api/admin/outside-systems/jobs/${job.jobId}/lines`)).json;
    expect(lines).toMatchObject([{ outcome: 'failed', message: `This is problem ${id} already` }]);
    expect((await admin.get(`/api/problems/${byNumber.id}`)).json).toMatchObject({ latestVersionNumber: 0 });
    expect(
      codeOf(await admin.post('/api/admin/problems/new/ejudge', { ...sent, serverId: 999_999 })),
    ).toEqual([404, 'OUTSIDE_SERVER_NOT_FOUND']);
  });

  test('whose statement is on paper gets its limits and languages from the import, too', async () => {
    const url = 'https://paper.example.org/';
    await admin.post(SERVERS, { systemType: 'ejudge', name: 'Paper', url, settings: { contests: '13' } });
    const sent = { title: 'Sum', ejudgeContestId: 13, ejudgeProblemIndex: 1 };
    const { id } = (await admin.post('/api/admin/problems/new/ejudge', sent)).json;
    await relay.carry(['13:1'], { statements: [statement('ru', 'Сумма', '')], timeLimitMs: 1_500 });
    expect((await newestJob()).counts).toMatchObject({ failed: 0, changed: 1 });
    const stored = await server.services.db
      .selectFrom('outsideProblem')
      .select(['timeLimitMs', 'readAtMs'])
      .where('problemId', '=', Number(id))
      .executeTakeFirstOrThrow();
    expect(stored).toEqual({ timeLimitMs: 1_500, readAtMs: expect.any(Number) });
    const empty = await admin.get(`/api/problems/${id}`);
    expect(empty.json).toMatchObject({ title: 'Сумма', latestVersionNumber: 1 });
  });
});

test('a rescan reads a problem anew and makes one more version of it, changed or not', async () => {
  const added = admin.post('/api/admin/problems/new/acmp', { problemId: 21 });
  await expect.poll(async () => (await newestJob().catch(() => null))?.state).toBe('waiting');
  await relay.carry(['21']);
  const { id } = (await added).json;
  const rescan = async (changes: object) => {
    const reply = admin.post(`/api/admin/problems/${id}/rescan`);
    await expect.poll(async () => (await newestJob()).state).toBe('waiting');
    await relay.carry(['21'], changes);
    return (await reply).json;
  };
  expect(await rescan({})).toMatchObject({ importId: null, state: 'done', versionNumber: 2 });
  const statements = [statement('ru', 'Новая', '<p>Другое условие.</p>')];
  expect(await rescan({ statements })).toMatchObject({ state: 'done', versionNumber: 3, message: null });
  const empty = await rescan({ statements: [statement('ru', 'Пустая', '')] });
  expect(empty).toMatchObject({
    state: 'failed',
    versionNumber: 3,
    message: expect.stringContaining('empty'),
  });
});

test('older clients replace lines of one job, and hear those of Yandex under their name', () => {
  const line: ConsoleLine = {
    ...{ id: 'a:1', atMs: 1, level: 'info', part: 'web', origin: 'a' },
    ...{ text: 'scan of Yandex finished', row: 'job-7', isOfYandex: true },
  };
  const payload = olderConsoleLine(line);
  expect(payload).toMatchObject({ messageHash: 'job-7', message: expect.stringContaining('finished') });
  expect(
    olderEvents({ event: 'console lines', payload: { lines: [line, { ...line, isOfYandex: false }] } }),
  ).toEqual([
    { event: 'console.log.yandex-import', payload },
    { event: 'console.log.scanner', payload },
  ]);
});
