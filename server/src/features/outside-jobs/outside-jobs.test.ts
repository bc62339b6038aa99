import { JobAccepted, JobLines, JobList, JobView } from '@balloon/contracts/outside/outside-jobs.ts';
import { ProblemPage } from '@balloon/contracts/problems/problems.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { removeOldJobs } from '#features/outside-jobs/jobs/job-chores.ts';
import { isOfScope } from '#features/outside-jobs/relay/scan-scope.ts';
import { sealCredentials } from '#features/outside-systems/accounts.ts';
import { readProblem, statement, TestRelay } from '#testing/test-relay.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

const BASE = '/api/admin/outside-systems';

let server: TestServer;
let admin: Person;
let relay: TestRelay;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
  relay = await TestRelay.start(server);
});
afterAll(() => server.close());
// Servers and jobs of other tests must not be claimed.
beforeEach(async () => {
  await server.services.db.deleteFrom('outsideJob').execute();
});

let lastServer = 0;

/** A server of its own. */
async function given(systemType = 'timus', { accounts = 0 } = {}) {
  const { db, options } = server.services;
  lastServer += 1;
  const url = `https://judge-${lastServer}.example.org/`;
  const { id: serverId } = await db
    .insertInto('outsideServer')
    .values({ systemType, name: `Judge ${lastServer}`, url, sendEveryMs: 0, createdAtMs: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (let number = 1; number <= accounts; number += 1) {
    const credentials = sealCredentials(options.settingsKey, { judgeId: `secret-${number}` });
    await db
      .insertInto('outsideAccount')
      .values({ serverId, name: `${number}`, credentials })
      .execute();
  }
  const path = `${BASE}/servers/${serverId}`;
  const scan = async (body: object = {}) => (await admin.post(`${path}/scan`, body)).as(JobAccepted).jobId;
  const bring = async (foreignIds: readonly string[]) =>
    (await admin.post(`${path}/import`, { foreignIds })).as(JobAccepted).jobId;
  return { serverId, path, scan, bring };
}

const view = async (jobId: number) => (await admin.get(`${BASE}/jobs/${jobId}`)).as(JobView);
const linesOf = async (jobId: number, query = '') =>
  (await admin.get(`${BASE}/jobs/${jobId}/lines${query}`)).as(JobLines).lines;
const codeOf = (reply: { status: number; json: { error?: { code: string } } }) => [
  reply.status,
  reply.json.error?.code,
];
const problemsOf = (serverId: number) =>
  server.services.db
    .selectFrom('outsideProblem')
    .innerJoin('problem', 'problem.id', 'outsideProblem.problemId')
    .select([
      'problem.id',
      'foreignProblemIdentifier as foreignId',
      'title',
      'vanishedAtMs',
      'tags',
      'systemType',
    ])
    .where('serverId', '=', serverId)
    .orderBy('problem.id')
    .execute();
const pageOf = async (problemId: number) => (await admin.get(`/api/problems/${problemId}`)).as(ProblemPage);
const troublesOf = (serverId: number) =>
  server.services.db.selectFrom('outsideTrouble').selectAll().where('serverId', '=', serverId).execute();
/** Ends a pause or a lease as time would. */
const letPass = (jobId: number) =>
  server.services.db
    .updateTable('outsideJob')
    .set({ notBeforeMs: 0, leasedUntilMs: 1 })
    .where('id', '=', jobId)
    .execute();
/** Puts off the end of a pause, which a busy machine could reach before it has asked. */
const lengthen = (jobId: number) =>
  server.services.db
    .updateTable('outsideJob')
    .set((eb) => ({ notBeforeMs: eb('notBeforeMs', '+', 3_600_000) }))
    .where('id', '=', jobId)
    .execute();
const resume = ({ path }: { path: string }) => admin.post(`${path}/resume`);

test('a job does not wait for instants that only a clock which was set back since can have made', async () => {
  const { db } = server.services;
  const { serverId, scan } = await given();
  const jobId = await scan();
  const inDays = (days: number) => Date.now() + days * 86_400_000;
  await db
    .updateTable('outsideServer')
    .set({ awayUntilMs: inDays(1) })
    .where('id', '=', serverId)
    .execute();
  await db
    .updateTable('outsideJob')
    .set({ notBeforeMs: inDays(2) })
    .execute();
  expect((await relay.mustClaim()).jobId).toBe(jobId);

  await db
    .updateTable('outsideJob')
    .set({ leasedUntilMs: inDays(1) })
    .execute();
  expect((await relay.mustClaim()).jobId).toBe(jobId);
});

describe('a scan', () => {
  test('adds what is unknown, and a second one finds all as it was', async () => {
    const { serverId, scan } = await given();
    const first = await scan();
    const job = await relay.mustClaim();
    const { leaseMs } = server.services.options;
    expect(job).toMatchObject({ jobId: first, leaseMs, cursor: null, isListed: false, account: null });
    expect(job.request).toEqual({ kind: 'scan', scope: null, insert: true, update: false });
    expect(await relay.list(job, ['1000', '1001'], 'page 2')).toBe(true);
    await relay.list(job, ['1002']);
    expect((await relay.wanted(job, 2)).map(({ foreignId }) => foreignId)).toEqual(['1000', '1001']);
    for (const id of ['1000', '1001', '1002']) await relay.read(job, id);
    expect(await relay.wanted(job)).toEqual([]);
    expect(await relay.end(job)).toBe(true);
    expect(await view(first)).toMatchObject({ state: 'done', isListed: true, counts: { new: 3, wanted: 0 } });
    const problems = await problemsOf(serverId);
    expect(problems).toMatchObject([
      { foreignId: '1000', title: 'Задача 1000', systemType: 'timus', tags: ['math'] },
      { foreignId: '1001' },
      { foreignId: '1002' },
    ]);

    const second = await scan({ update: true });
    const again = await relay.mustClaim();
    await relay.list(again, ['1000', '1001', '1002']);
    expect((await relay.wanted(again))[0]?.contentSha256).toMatch(/^[0-9a-f]{64}$/);
    await relay.read(again, '1000');
    await relay.tell(again, 'problem', { foreignId: '1001', found: { outcome: 'same' } });
    await relay.read(again, '1002');
    await relay.end(again);
    expect(await view(second)).toMatchObject({ state: 'done', counts: { same: 3, new: 0, changed: 0 } });
    expect(await problemsOf(serverId)).toHaveLength(3);
    expect(await pageOf(problems[0]?.id ?? 0)).toMatchObject({ latestVersionNumber: 1, systemType: 'timus' });
  });

  test('reads only what it is asked for', async () => {
    const { scan } = await given();
    await scan();
    await relay.carry(['1']);
    const neither = await scan({ insert: false, update: false });
    const job = await relay.mustClaim();
    await relay.list(job, ['1', '2']);
    expect(await relay.wanted(job)).toEqual([]);
    await relay.end(job);
    expect(await linesOf(neither)).toMatchObject([
      { foreignId: '1', outcome: 'known', problemId: expect.any(Number) },
      { foreignId: '2', outcome: 'known', problemId: null },
    ]);
  });

  test('goes on where its relay went away, and the older lease changes nothing', async () => {
    const { scan } = await given();
    const jobId = await scan();
    const lost = await relay.mustClaim();
    await relay.list(lost, ['1', '2'], 'page 2');
    await relay.read(lost, '1');
    expect(await relay.claim()).toBeNull();
    await letPass(jobId);
    const other = await TestRelay.start(server, 'hall-2');
    const job = await other.mustClaim();
    expect(job).toMatchObject({ jobId, cursor: 'page 2', isListed: false });
    expect(job.fence).toBeGreaterThan(lost.fence);
    expect(await relay.read(lost, '2')).toBe(false);
    expect(await relay.list(lost, ['3'])).toBe(false);
    expect((await relay.store(lost, Buffer.from('picture'))).status).toBe(409);
    await other.list(job, ['3']);
    expect((await other.wanted(job)).map(({ foreignId }) => foreignId)).toEqual(['2', '3']);
    await other.read(job, '2');
    await other.read(job, '3');
    await other.end(job);
    expect(await view(jobId)).toMatchObject({ state: 'done', counts: { new: 3 } });
  });

  test('marks what is no longer listed, and takes the mark back', async () => {
    const { serverId, scan } = await given();
    await scan();
    await relay.carry(['1', '2']);
    const jobId = await scan();
    await relay.carry(['2']);
    expect(await linesOf(jobId, '?outcome=vanished')).toMatchObject([{ foreignId: '1', title: 'Задача 1' }]);
    expect((await problemsOf(serverId)).map(({ vanishedAtMs }) => vanishedAtMs !== null)).toEqual([
      true,
      false,
    ]);
    await scan();
    await relay.carry(['1', '2']);
    expect((await problemsOf(serverId)).every(({ vanishedAtMs }) => vanishedAtMs === null)).toBe(true);
  });

  test('a list that is much shorter marks nothing and fails as a changed page', async () => {
    const { serverId, path, scan } = await given();
    const all = Array.from({ length: 21 }, (_, number) => `${number + 1}`);
    await scan();
    await relay.carry(all);
    const jobId = await scan();
    const job = await relay.mustClaim();
    expect(await relay.list(job, all.slice(0, 10))).toBe(false);
    expect(await view(jobId)).toMatchObject({ state: 'failed', failure: 'drift', isListed: false });
    expect((await problemsOf(serverId)).every(({ vanishedAtMs }) => vanishedAtMs === null)).toBe(true);
    expect(await troublesOf(serverId)).toMatchObject([{ kind: 'drift' }]);
    await admin.post(`${BASE}/jobs/${jobId}/retry`);
    expect(await relay.claim()).toBeNull(); // a changed page stops the server until somebody has looked
    await resume({ path });
    const again = await relay.mustClaim();
    expect(again).toMatchObject({ jobId, isListed: false, cursor: null });
    expect(await relay.list(again, all.slice(0, 11))).toBe(true);
  });

  test('of ejudge does not miss problems of contests that it does not list', async () => {
    const { serverId, scan, bring } = await given('ejudge');
    const settings = JSON.stringify({ contests: '12' });
    await server.services.db
      .updateTable('outsideServer')
      .set({ settings })
      .where('id', '=', serverId)
      .execute();
    await bring(['12:1', '15:1']);
    await relay.carry(['12:1', '15:1']);
    const jobId = await scan();
    await relay.carry(['12:2']);
    expect(await linesOf(jobId, '?outcome=vanished')).toMatchObject([{ foreignId: '12:1' }]);
  });

  test('a second one of a server has to wait for the first', async () => {
    const { path, scan } = await given();
    const jobId = await scan();
    expect(codeOf(await admin.post(`${path}/scan`, {}))).toEqual([409, 'OUTSIDE_SCAN_OPEN']);
    await admin.post(`${BASE}/jobs/${jobId}/cancel`);
    await scan();
    expect(codeOf(await admin.post(`${BASE}/jobs/${jobId}/retry`))).toEqual([409, 'OUTSIDE_SCAN_OPEN']);
  });

  test('a deleted problem is left alone by a scan and comes back by an import', async () => {
    const { serverId, scan, bring } = await given();
    await scan();
    await relay.carry(['1']);
    const [problem] = await problemsOf(serverId);
    await admin.send('DELETE', `/api/admin/problems/${problem?.id}`, {});
    const jobId = await scan({ update: true });
    await relay.carry(['1']);
    expect(await linesOf(jobId)).toMatchObject([{ foreignId: '1', outcome: 'known' }]);
    const importId = await bring(['1']);
    await relay.carry(['1']);
    expect(await linesOf(importId)).toMatchObject([{ outcome: 'new', problemId: expect.any(Number) }]);
    expect(await problemsOf(serverId)).toHaveLength(2);
  });
});

describe('a problem', () => {
  test('that has changed gets one new version, keeps what people have added, and goes back', async () => {
    const { serverId, bring } = await given();
    await bring(['7']);
    await relay.carry(['7']);
    const id = (await problemsOf(serverId))[0]?.id ?? 0;
    const { db } = server.services;
    await db
      .updateTable('problem')
      .set({
        attachments: JSON.stringify({
          content: { text: 'Our hint' },
          files: [{ type: 'pdf', title: 'own', url: 'https://example.org/own.pdf' }],
        }),
        tags: ['ours'],
      })
      .where('id', '=', id)
      .execute();
    const jobId = await bring(['7']);
    const statements = [statement('en', 'Sums', '<p>Add three numbers.</p>')];
    await relay.carry(['7'], { statements, tags: ['Theirs'], timeLimitMs: 2000 });
    expect(await linesOf(jobId)).toMatchObject([{ outcome: 'changed', problemId: id, title: 'Sums' }]);
    const page = await pageOf(id);
    expect(page).toMatchObject({ title: 'Sums', latestVersionNumber: 2, tags: ['ours'] });
    expect(page.htmlStatement).toContain('three');
    expect(page.attachments).toMatchObject({ content: { text: 'Our hint' }, files: [{ title: 'own' }] });
    const compared = await admin.get(`/api/admin/problems/${id}/versions/compare?from=1&to=2`);
    expect([compared.status, compared.json.changes]).toEqual([
      200,
      expect.arrayContaining(['title', 'statement']),
    ]);
    expect((await admin.post(`/api/admin/problems/${id}/rollback/1`)).status).toBe(200);
    expect(await pageOf(id)).toMatchObject({ latestVersionNumber: 3, title: 'Задача 7' });
  });

  test('brings its pictures and its document', async () => {
    const { serverId, bring } = await given();
    const jobId = await bring(['8']);
    const job = await relay.mustClaim();
    await relay.list(job, ['8']);
    const picture = Buffer.from('a picture');
    const { sha256, status } = await relay.store(job, picture);
    expect(status).toBe(200);
    const missing = await relay.call('job/missing-blobs', {
      ...{ jobId, fence: job.fence, blobs: [sha256, 'f'.repeat(64)] },
    });
    expect(missing.json).toEqual({ missing: ['f'.repeat(64)] });
    const file = { name: 'a.png', sha256, bytes: picture.length, mediaType: 'image/png' };
    const shown = {
      ...statement('en', 'Pictures', '<p>See <img src="problem-file:a.png"></p>'),
      files: [file],
    };
    const pdf = { name: 'statement.pdf', sha256, bytes: picture.length, mediaType: 'application/pdf' };
    expect(await relay.read(job, '8', { statements: [shown], pdf })).toBe(true);
    await relay.end(job);
    const id = (await problemsOf(serverId))[0]?.id ?? 0;
    const { htmlStatement, attachments } = await pageOf(id);
    const [, address = ''] = /src="([^"]+)"/.exec(htmlStatement) ?? [];
    expect((await admin.get(address)).text).toBe('a picture');
    expect(attachments.files).toMatchObject([{ type: 'pdf', title: 'statement.pdf' }]);
  });

  test('whose pictures were not sent is refused, and stays wanted', async () => {
    const { bring } = await given();
    await bring(['9']);
    const job = await relay.mustClaim();
    await relay.list(job, ['9']);
    const file = { name: 'a.png', sha256: 'e'.repeat(64), bytes: 1, mediaType: 'image/png' };
    const problem = { statements: [{ ...statement('en', 'A', '<p>See</p>'), files: [file] }] };
    const lease = { jobId: job.jobId, fence: job.fence };
    const found = { outcome: 'read', problem: readProblem('9', problem) };
    expect(codeOf(await relay.call('job/problem', { ...lease, foreignId: '9', found }))).toEqual([
      400,
      'CONTENTS_MISSING',
    ]);
    expect(await relay.wanted(job)).toHaveLength(1);
  });

  test('without a text is a failure, not a change', async () => {
    const { serverId, bring } = await given();
    await bring(['10']);
    await relay.carry(['10']);
    const jobId = await bring(['10']);
    await relay.carry(['10'], { statements: [statement('en', 'Empty', '<p> &nbsp; </p>')] });
    expect(await linesOf(jobId)).toMatchObject([
      { outcome: 'failed', message: expect.stringContaining('empty') },
    ]);
    expect(await problemsOf(serverId)).toMatchObject([{ title: 'Задача 10' }]);
  });

  test('without a text is one of ejudge, whose statements may be on paper, unless it had a text', async () => {
    const { serverId, bring } = await given('ejudge');
    const empty = { statements: [statement('en', 'Ropes', '')] };
    await bring(['15:1']);
    await relay.carry(['15:1'], empty);
    expect(await problemsOf(serverId)).toMatchObject([{ foreignId: '15:1', title: 'Ropes' }]);
    await bring(['15:2']);
    await relay.carry(['15:2']);
    const again = await bring(['15:2']);
    await relay.carry(['15:2'], empty);
    expect(await linesOf(again)).toMatchObject([{ outcome: 'failed' }]);
  });

  test('that has a document alone stands under the title of its list', async () => {
    const { serverId, bring } = await given('ejudge');
    await bring(['12:A']);
    const job = await relay.mustClaim();
    await relay.list(job, ['12:A']);
    const { sha256 } = await relay.store(job, Buffer.from('%PDF-'));
    const pdf = { name: 'statement.pdf', sha256, bytes: 5, mediaType: 'application/pdf' };
    await relay.read(job, '12:A', { statements: [], pdf });
    await relay.end(job);
    expect(await problemsOf(serverId)).toMatchObject([{ title: 'Problem 12:A', foreignId: '12:A' }]);
  });

  test('that cannot be read is a failed line, which another attempt reads again', async () => {
    const { bring } = await given();
    const jobId = await bring(['1', 'nonsense']);
    const job = await relay.mustClaim();
    await relay.list(job, ['1', 'nonsense']);
    await relay.read(job, '1');
    const failure = { kind: 'refused', message: 'no such problem' };
    await relay.tell(job, 'problem', { foreignId: 'nonsense', found: { outcome: 'failed', failure } });
    await relay.end(job, { kind: 'drift', message: 'ten in a row' });
    expect(await linesOf(jobId, '?outcome=failed')).toMatchObject([{ message: 'no such problem' }]);
    expect((await admin.post(`${BASE}/jobs/${jobId}/retry`)).status).toBe(200);
    expect(await view(jobId)).toMatchObject({
      state: 'waiting',
      failure: null,
      counts: { wanted: 1, new: 1 },
    });
  });

  test('is listed in the search by its system', async () => {
    for (const system of ['timus', 'acmp', 'cf', 'sgu', 'ejudge', 'yandex', 'yandexOfficial']) {
      const { bring } = await given(system);
      const foreignId = `${system}-only`;
      await bring([foreignId]);
      await relay.carry([foreignId]);
      const found = await admin.get(`/api/admin/problems?q=${foreignId}&systemType=${system}`);
      expect([found.status, found.json.problems]).toMatchObject([
        200,
        [{ systemType: system, foreignProblemIdentifier: foreignId, canRescan: true }],
      ]);
    }
  });
});

describe('failures', () => {
  test('a system that is away lets the job wait, longer each time, and progress forgives', async () => {
    const { path, scan } = await given();
    const jobId = await scan();
    const job = await relay.mustClaim();
    await relay.list(job, ['1'], 'page 2');
    const beforeMs = await databaseNowMs(server.services.db);
    await relay.end(job, { kind: 'down', message: '503' });
    const waiting = await view(jobId);
    expect(waiting).toMatchObject({ state: 'waiting', failure: 'down', message: '503' });
    expect((waiting.waitsUntilMs ?? 0) - beforeMs).toBeGreaterThan(5_000);
    await lengthen(jobId);
    expect(await relay.claim()).toBeNull();
    await letPass(jobId);
    await resume({ path });
    const again = await relay.mustClaim();
    expect(again.cursor).toBe('page 2');
    await relay.end(again, { kind: 'rate', message: 'slower', retryAfterMs: 3_600_000 });
    expect(((await view(jobId)).waitsUntilMs ?? 0) - beforeMs).toBeGreaterThan(3_000_000);
    await letPass(jobId);
    const third = await relay.mustClaim();
    await relay.list(third, ['2']);
    const { failures } = await server.services.db
      .selectFrom('outsideJob')
      .select('failures')
      .where('id', '=', jobId)
      .executeTakeFirstOrThrow();
    expect(failures).toBe(0);
  });

  test('an account that is signed out ends the job and is disabled', async () => {
    const { serverId, scan } = await given('timus', { accounts: 1 });
    const jobId = await scan();
    const job = await relay.mustClaim();
    expect(job.account?.credentials).toEqual({ judgeId: 'secret-1' });
    await relay.end(job, { kind: 'signedOut', message: 'sign in' });
    expect(await view(jobId)).toMatchObject({ state: 'failed', failure: 'signedOut' });
    const account = await server.services.db
      .selectFrom('outsideAccount')
      .select(['id', 'disabledBy'])
      .where('serverId', '=', serverId)
      .executeTakeFirstOrThrow();
    expect(account.disabledBy).toBe('signedOut');
    // A look is what an admin asks for next, also at a disabled account.
    const check = (await admin.post(`${BASE}/accounts/${account.id}/check`)).as(JobAccepted).jobId;
    const look = await relay.mustClaim();
    expect(look).toMatchObject({ jobId: check, account: { id: account.id } });
    const step = (state: string, text = '') => ({ step: { step: 'signIn', state, text, tookMs: 12 } });
    await relay.tell(look, 'progress', { what: 'Signing in', ...step('running') });
    await relay.tell(look, 'progress', step('done', 'signed in as ours'));
    await relay.end(look);
    expect(await view(check)).toMatchObject({ state: 'done', steps: [{ text: 'signed in as ours' }] });
  });

  test('a job over which every relay goes away ends', async () => {
    const { scan } = await given();
    const jobId = await scan();
    for (let times = 0; times < 10; times += 1) {
      await relay.mustClaim();
      await letPass(jobId);
    }
    expect(await relay.claim()).toBeNull();
    expect(await view(jobId)).toMatchObject({ state: 'failed', failure: 'lost' });
  });

  test('a cancelled job tells its relay to stop', async () => {
    const { scan } = await given();
    const jobId = await scan();
    const job = await relay.mustClaim();
    expect((await admin.post(`${BASE}/jobs/${jobId}/cancel`)).status).toBe(200);
    expect(await relay.tell(job, 'progress', { what: 'still here' })).toBe(false);
    expect(await relay.end(job)).toBe(false);
    expect((await view(jobId)).state).toBe('cancelled');
    expect(codeOf(await admin.post(`${BASE}/jobs/${jobId}/cancel`))).toEqual([409, 'OUTSIDE_JOB_ENDED']);
  });
});

describe('jobs', () => {
  test('a waiting claim is woken by a new job', async () => {
    const { scan } = await given();
    const claimed = relay.claim(30_000);
    const jobId = await scan();
    expect((await claimed)?.jobId).toBe(jobId);
  });

  test('a server has one at a time, several servers work side by side', async () => {
    const [one, two] = [await given(), await given()];
    const first = await one.bring(['1']);
    const second = await one.bring(['2']);
    const third = await two.bring(['3']);
    const claimed = await Promise.all([relay.claim(), relay.claim(), relay.claim(), relay.claim()]);
    expect(claimed.flatMap((job) => (job ? [job.jobId] : [])).sort()).toEqual([first, third].sort());
    const job = claimed.find((each) => each?.jobId === first);
    if (!job) throw new Error('The first job was not claimed');
    await relay.end(job);
    expect((await relay.mustClaim()).jobId).toBe(second);
  });

  test('accounts take turns', async () => {
    const { bring } = await given('timus', { accounts: 2 });
    const used = new Set<number | undefined>();
    for (const id of ['1', '2']) {
      await bring([id]);
      const job = await relay.mustClaim();
      used.add(job.account?.id);
      await relay.end(job);
    }
    expect(used.size).toBe(2);
  });

  test('the list has pages and kinds, and tells whether a relay is there', async () => {
    const { serverId, scan, bring } = await given();
    const scanned = await scan({ scope: ' 12 ' });
    const brought = await bring(['1']);
    const list = async (query: string) =>
      (await admin.get(`${BASE}/jobs?serverId=${serverId}${query}`)).as(JobList);
    const all = await list('');
    expect(all.jobs.map(({ id }) => id)).toEqual([brought, scanned]);
    expect(all).toMatchObject({ jobsNumber: 2, hasRelay: true, jobs: [{}, { kind: 'scan', scope: '12' }] });
    expect((await list('&kinds=scan,nonsense')).jobs.map(({ id }) => id)).toEqual([scanned]);
    expect((await list('&count=1&offset=1')).jobs.map(({ id }) => id)).toEqual([scanned]);
    await server.services.db.updateTable('relay').set({ seenAtMs: 1 }).execute();
    expect((await list('')).hasRelay).toBe(false);
    expect(codeOf(await admin.get(`${BASE}/jobs/999999`))).toEqual([404, 'OUTSIDE_JOB_NOT_FOUND']);
  });

  test('old ones are removed, those under way stay', async () => {
    const { scan, bring } = await given();
    const old = await bring(['1']);
    await relay.carry(['1']);
    const open = await scan();
    const { db } = server.services;
    await db.updateTable('outsideJob').set({ createdAtMs: 1 }).where('id', 'in', [old, open]).execute();
    const kept = await bring(['2']);
    await admin.post(`${BASE}/jobs/${kept}/cancel`);
    await removeOldJobs(db);
    const left = await db.selectFrom('outsideJob').select('id').orderBy('id').execute();
    expect(left.map(({ id }) => id)).toEqual([open, kept]);
  });

  test('nothing that relays say breaks the web', async () => {
    const { scan } = await given();
    await scan();
    const job = await relay.mustClaim();
    const problems = [{ foreignId: '1', title: 'zero \0 byte and half \ud800' }];
    expect(await relay.tell(job, 'listed', { problems, nextCursor: null })).toBe(true);
    const html = '<p>zero \0 byte</p><script>alert(1)</script>';
    expect(await relay.read(job, '1', { statements: [statement('en', 'a\0b', html)] })).toBe(true);
    expect((await relay.call('job/end', { jobId: job.jobId, fence: 'x', failure: null })).status).toBe(400);
    expect((await relay.call('claim-job', { relayId: 999_999, waitMs: 0 })).status).toBe(404);
  });
});

describe('languages', () => {
  const language = (key: string, name = key) => ({
    ...{ foreignLanguageId: key, name, family: 'c_cpp', extensions: ['cpp'] },
  });
  const stored = (serverId: number) =>
    server.services.db
      .selectFrom('language')
      .select(['id', 'foreignLanguageId as key', 'nonactive'])
      .where('outsideServerId', '=', serverId)
      .orderBy('foreignLanguageId')
      .execute();

  test('that are missing take nothing more, and come back', async () => {
    const { serverId, path, scan } = await given();
    await scan();
    const job = await relay.mustClaim();
    const tell = (...languages: object[]) => relay.tell(job, 'languages', { languages });
    await tell(language('1'), language('2'));
    const [first] = await stored(serverId);
    await tell(language('2', 'renamed'));
    expect(await stored(serverId)).toMatchObject([{ nonactive: true }, { nonactive: false }]);
    expect((await admin.get(`${path}/languages`)).json.languages).toMatchObject([{ name: 'renamed' }]);
    await tell();
    expect(await stored(serverId)).toMatchObject([{ nonactive: true }, { nonactive: false }]);
    await tell(language('1'), language('2'));
    expect(await stored(serverId)).toMatchObject([{ id: first?.id, nonactive: false }, { nonactive: false }]);
  });

  test('a problem may have a list of its own', async () => {
    const { serverId, bring } = await given('yandex');
    await bring(['5:A']);
    await relay.carry(['5:A'], { languages: [language('gcc'), language('py')] });
    const [problem] = await problemsOf(serverId);
    const own = await server.services.db
      .selectFrom('problemLanguage')
      .select('languageId')
      .where('problemId', '=', problem?.id ?? 0)
      .execute();
    expect(own).toHaveLength(2);
  });
});

test('a problem belongs to the scope that lists it', () => {
  const of = (systemType: string, contests = '') => ({ systemType, settings: { contests } });
  expect(isOfScope(of('ejudge', '12, 15'), null, '15:A')).toBe(true);
  expect(isOfScope(of('ejudge', '12, 15'), null, '1:A')).toBe(false);
  expect(isOfScope(of('ejudge', '12, 15'), '1', '1:A')).toBe(true);
  expect(isOfScope(of('timus'), null, '1000')).toBe(true);
  expect(isOfScope(of('yandex'), '12', '12:A')).toBe(true);
  expect(isOfScope(of('yandex'), '12', '123:A')).toBe(false);
  expect(isOfScope(of('cf'), null, 'archive:33A')).toBe(true);
  expect(isOfScope(of('cf'), null, 'gym:100001A')).toBe(false);
  expect(isOfScope(of('cf'), 'gym', 'gym:100001A')).toBe(true);
  expect(isOfScope(of('cf'), 'archive:3', 'archive:33A')).toBe(false);
  expect(isOfScope(of('cf'), '33', 'archive:33A')).toBe(true);
  expect(isOfScope(of('cf'), '100001', 'gym:100001A')).toBe(true);
  expect(isOfScope(of('cf'), 'nonsense', 'archive:33A')).toBe(false);
});
