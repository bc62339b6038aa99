import { request } from 'node:http';
import { ImportList, ImportRoom, ImportView } from '@balloon/contracts/judging/package-import.ts';
import { ProblemSearch } from '@balloon/contracts/problems/problem-admin.ts';
import { EditedProblem, VersionHistory } from '@balloon/contracts/problems/problem-editor.ts';
import { ProblemPage } from '@balloon/contracts/problems/problems.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { removeOrphanBlobs } from '@balloon/database/orphan-blobs.ts';
import { tempFolder } from '@balloon/packages/testing/temp-folder.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importRoom, requireRoom } from '#features/packages/import-room.ts';
import { dropEndedArchives } from '#features/packages/imports.queries.ts';
import { MAX_IMPORT_ATTEMPTS } from '#features/queue/enqueue-judging.ts';
import { leasesRunOut } from '#testing/leases-run-out.ts';
import { hashOf, PROBLEM, REPORT, startTestImporter, type TestImporter } from '#testing/test-importer.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let admin: Person;
let importer: TestImporter;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
  importer = await startTestImporter(server.url);
});
afterAll(() => server.close());

beforeEach(async () => {
  await server.services.db.deleteFrom('packageImport').execute();
  await server.services.db.deleteFrom('problem').execute();
});

const ZIP = 'PK\u0003\u0004 anything: only a judge looks inside';

function form(content: string | Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}): FormData {
  const data = new FormData();
  data.append('file', new Blob([content]), '../folder\\sum.zip');
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

const send = (...args: Parameters<typeof form>) => admin.post('/api/admin/problems/import', form(...args));

async function sent(fields: Record<string, string> = {}): Promise<number> {
  const reply = await send(ZIP, fields);
  expect(reply.status).toBe(202);
  return Number(reply.json.importId);
}

const look = async (importId: number) =>
  (await admin.get(`/api/admin/problems/imports/${importId}`)).as(ImportView);

async function imported(problem = PROBLEM, fields: Record<string, string> = {}): Promise<ImportView> {
  const importId = await sent(fields);
  const reply = await importer.deliver(await importer.mustClaim(), { problem });
  expect(reply.body).toEqual({ stored: true });
  return look(importId);
}

const page = async (problemId: number | null, locale = 'en-us') =>
  (await admin.get(`/api/problems/${problemId}?locale=${locale}`)).as(ProblemPage);

describe('an uploaded package', () => {
  test('becomes a problem: statements, samples, files, tests, a version', async () => {
    const importId = await sent();
    expect(await look(importId)).toMatchObject({
      state: 'queued',
      fileName: 'sum.zip',
      author: { id: admin.user.id },
    });
    const task = await importer.mustClaim();
    expect(task).toMatchObject({ sha256: hashOf(ZIP), sizeBytes: ZIP.length, attempt: 1 });
    const progress = { step: 'validating', done: 3, total: 20, what: 'test 4\u0000' };
    expect((await importer.tell(task, 'progress', { progress })).body).toEqual({ keep: true });
    expect(await look(importId)).toMatchObject({
      state: 'running',
      progress: { step: 'validating', done: 3 },
    });

    expect((await importer.deliver(task, {})).body).toEqual({ stored: true });
    // Its answer was lost: the same again.
    const again = await importer.tell(task, 'result', { report: REPORT, problem: PROBLEM });
    expect(again.body).toEqual({ stored: true });

    const { problemId, ...done } = await look(importId);
    expect(done).toMatchObject({
      ...{ state: 'done', message: null, hasFaults: false },
      report: { outcome: 'agrees' },
    });
    const english = await page(problemId);
    expect(english).toMatchObject({
      title: 'Sum',
      timeLimitMs: 1500,
      samples: [{ input: '5 5', output: '10' }],
      latestVersionNumber: 1,
      locale: 'en-us',
    });
    const picture = `/api/problems/${problemId}/files/${hashOf('PNG').slice(0, 8)}/fig.png`;
    const { description } = await server.services.db
      .selectFrom('test')
      .innerJoin('problem', 'problem.testsetId', 'test.testsetId')
      .where('problem.id', '=', problemId)
      .select('test.description')
      .executeTakeFirstOrThrow();
    expect(description).toBe('the sample');
    const { picture: explanation } =
      (await admin.get(`/api/admin/problems/${problemId}/editor`)).as(EditedProblem).judging?.tests[0] ?? {};
    const shown = await admin.get(`/api/admin/problems/${problemId}/test-pictures/${explanation?.sha256}`);
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('<svg ')]);
    expect(english.htmlStatement).toContain(`<p>Add <img src="${picture}" />`);
    expect(await page(problemId, 'ru-ru')).toMatchObject({
      title: 'Сумма',
      samples: [{ input: '1 2\n', output: '3\n' }],
    });
    const locales = await server.services.db
      .selectFrom('problemStatement')
      .select(['locale', 'title'])
      .orderBy('locale')
      .execute();
    expect(locales.map(({ locale }) => locale)).toEqual(['en-us', 'ru-ru', 'sv']);
    const versions = (await admin.get(`/api/admin/problems/${problemId}/versions`)).as(VersionHistory);
    expect(versions).toMatchObject([{ author: { id: admin.user.id }, comment: 'sum.zip' }]);
    const list = (await admin.get('/api/admin/problems/imports?count=1')).as(ImportList);
    expect(list).toMatchObject({ imports: [{ id: importId, state: 'done' }], importsNumber: 1 });
  });

  test('waits while a solution that was just sent does', async () => {
    await sent();
    const contest = await server.given.contest();
    const person = await server.given.participant(contest);
    await person.submit(contest, {});
    expect(await importer.claim()).toBeNull();
    await importer.judge.result(await importer.judge.mustClaim());
    expect(await importer.claim()).not.toBeNull();
    await server.services.db.deleteFrom('solution').execute();
    await server.services.db.deleteFrom('contestProblem').execute();
  });

  test('wakes a judge that waits', async () => {
    const waiting = importer.claim(20_000);
    const importId = await sent();
    expect(await waiting).toMatchObject({ importId });
  });

  test.each([
    ['no zip', 'MZ executable', 400, 'NOT_A_ZIP'],
    ['an empty file', '', 400, 'NOT_A_ZIP'],
    ['much that is no zip', new Uint8Array(3_000_000), 400, 'NOT_A_ZIP'],
  ])('that is %s is refused', async (_what, content, status, code) => {
    const reply = await send(content);
    expect([reply.status, reply.json.error?.code]).toEqual([status, code]);
  });

  test('for a problem that is not there is refused, as are options that make no sense', async () => {
    expect((await send(ZIP, { problemId: '999999' })).json.error?.code).toBe('PROBLEM_NOT_FOUND');
    expect((await send(ZIP, { problemId: 'first' })).json.error).toMatchObject({
      code: 'INVALID_INPUT',
      issues: [{ field: 'problemId' }],
    });
    expect((await send(ZIP, { force: 'perhaps' })).json.error?.code).toBe('INVALID_INPUT');
    expect((await admin.post('/api/admin/problems/import', new FormData())).json.error?.code).toBe(
      'FILE_MISSING',
    );
  });
});

describe('the same package again', () => {
  test('is refused unless it is newer, forced, or wanted as another problem', async () => {
    const first = await imported();

    const again = await imported({
      ...PROBLEM,
      sourceUrl: 'https://polygon.example.org/p1/author/sum?session=2',
    });
    expect(again.state).toBe('refused');
    expect(again.message).toMatch(`Already imported as problem ${first.problemId} with revision 7`);
    const newer = await imported({ ...PROBLEM, revision: 8 });
    expect(newer).toMatchObject({ state: 'done', problemId: first.problemId });
    const older = await imported({ ...PROBLEM, revision: 2 }, { force: 'true' });
    expect(older).toMatchObject({ state: 'done', problemId: first.problemId });
    const other = await imported(PROBLEM, { problemId: 'new' });
    expect(other.state).toBe('done');
    expect(other.problemId).not.toBe(first.problemId);

    expect(await page(first.problemId)).toMatchObject({ latestVersionNumber: 3 });
  });

  test('renews a problem whose editor is open elsewhere: saving there names the import', async () => {
    const { problemId } = await imported();
    const path = `/api/admin/problems/${problemId}/editor`;
    const { versionNumber: basedOnVersion } = (await admin.get(path)).as(EditedProblem);
    await imported({ ...PROBLEM, revision: 8 });
    const late = await admin.post(path, { basedOnVersion });
    expect([late.status, late.json.error]).toMatchObject([
      409,
      {
        code: 'CHANGED_MEANWHILE',
        message: expect.stringContaining('An import by'),
        restParams: {
          changedBy: { id: admin.user.id },
          edits: [{ action: 'problem.import', after: { fileName: 'sum.zip' } }],
        },
      },
    ]);
  });

  test('renews the problem it is sent for, whatever that was, and keeps what people attached', async () => {
    const problemId = await server.given.problem('By hand');
    const note = { title: 'Note', type: 'pdf', url: 'https://example.org/note.pdf' };
    await server.services.db
      .updateTable('problem')
      .set({ attachments: JSON.stringify({ files: [note], content: { text: 'own' } }) })
      .where('id', '=', problemId)
      .execute();

    const done = await imported(PROBLEM, { problemId: `${problemId}` });
    const named = PROBLEM.attachments.map((file) => ({ ...file, name: '______.h', title: 'грейдер.h' }));
    const attached = [...PROBLEM.attachments, ...named];
    await imported({ ...PROBLEM, revision: 9, attachments: attached }, { problemId: `${problemId}` });

    expect(done.problemId).toBe(problemId);
    const { attachments, title } = await page(problemId);
    expect(title).toBe('Sum');
    expect(attachments.files?.map((file) => file.title)).toEqual(['Note', 'lib/grader.h', 'грейдер.h']);
    expect(attachments.content?.text).toBe('own');
  });
});

describe('a package whose', () => {
  test.each([
    [
      'main solution fails',
      { solutions: REPORT.solutions.map((one) => ({ ...one, got: 'WA', test: '3', agrees: 'no' as const })) },
    ],
    ['test is not valid', { findings: [{ level: 'error' as const, text: 'Test 3: n is too large' }] }],
  ])('%s is refused unless forced', async (_what, flaw) => {
    const report = { ...REPORT, outcome: 'disagrees' as const, ...flaw };
    const importId = await sent();
    await importer.deliver(await importer.mustClaim(), { report });
    const refused = await look(importId);
    expect(refused).toMatchObject({ state: 'refused', problemId: null, report });
    expect(refused.message).toMatch(/test 3/i);
    expect(await server.services.db.selectFrom('problem').select('id').execute()).toEqual([]);

    const forced = await sent({ force: 'on' });
    await importer.deliver(await importer.mustClaim(), { report });
    expect(await look(forced)).toMatchObject({ state: 'done', message: null });
  });

  test('other solutions disagree is taken', async () => {
    const other = { ...REPORT.solutions[0], label: 'wrong-answer', expected: 'WA', agrees: 'no' as const };
    const report = {
      ...REPORT,
      outcome: 'disagrees',
      solutions: [...REPORT.solutions, other],
    } as typeof REPORT;
    const importId = await sent();
    await importer.deliver(await importer.mustClaim(), { report });
    const { state, problemId, hasFaults } = await look(importId);
    expect(hasFaults).toBe(true);
    const failing = async () =>
      (await admin.get('/api/admin/problems?state=failing')).as(ProblemSearch).problems.map(({ id }) => id);
    expect([state, await failing()]).toEqual(['done', [problemId]]);
    await imported({ ...PROBLEM, revision: 8 });
    expect(await failing()).toEqual([]);
  });

  test('content has no problem in it fails with its report', async () => {
    const report = {
      ...REPORT,
      outcome: 'broken' as const,
      findings: [{ level: 'error' as const, text: 'No problem.xml' }],
    };
    const importId = await sent({ force: 'true' });
    await importer.deliver(await importer.mustClaim(), { report, problem: null });
    expect(await look(importId)).toMatchObject({
      state: 'failed',
      message: 'No problem.xml',
      problemId: null,
    });
  });

  test('contents were not all sent leaves nothing', async () => {
    await sent();
    const task = await importer.mustClaim();
    const problem = { ...PROBLEM, attachments: [{ ...PROBLEM.attachments[0], sha256: 'e'.repeat(64) }] };
    const reply = await importer.tell(task, 'result', { report: REPORT, problem });
    expect(reply).toMatchObject({ status: 400, body: { error: { code: 'CONTENTS_MISSING' } } });
    expect(await server.services.db.selectFrom('problem').select('id').execute()).toEqual([]);
  });
});

describe('room', () => {
  test('for a package is told before it is sent, and a larger one is refused by its stated size', async () => {
    const room = (await admin.get('/api/admin/problems/import-room')).as(ImportRoom);
    expect(room).toEqual({ maxBytes: 32 * 1024 ** 3, freeBytes: null });
    const { services } = server;
    await expect(requireRoom(services, room.maxBytes + 1, room.maxBytes)).rejects.toMatchObject({
      ...{ code: 'PACKAGE_TOO_LARGE', httpCode: 413, restParams: { maxBytes: room.maxBytes } },
      message: expect.stringContaining('PACKAGE_MAX_GB'),
    });
    await requireRoom(services, Number.NaN, room.maxBytes);
  });

  test('is asked of the disk where the database lies in the data directory', async () => {
    await using folder = await tempFolder({});
    const databaseUrl = `postgres://balloon@localhost:5432/balloon?host=${encodeURIComponent(`${folder.path}/run`)}`;
    const services = { options: { ...server.services.options, dataDir: folder.path, databaseUrl } };
    const { freeBytes } = await importRoom(services);
    expect(freeBytes).toBeGreaterThan(0);
    const elsewhere = `postgres://balloon@db.example.org${folder.path}`;
    const { options } = services;
    expect(await importRoom({ options: { ...options, databaseUrl: elsewhere } })).toMatchObject({
      freeBytes: null,
    });
    const more = Number(freeBytes) + 1024 ** 4;
    await expect(requireRoom(services, more, 2 * more)).rejects.toMatchObject({
      ...{ code: 'STORAGE_FULL', httpCode: 507 },
    });
  });

  test('of the setting goes to the judge with the work', async () => {
    await sent();
    expect(await importer.mustClaim()).toMatchObject({ maxBytes: 32 * 1024 ** 3 });
  });

  test('a judge goes on with an archive where its connection broke', async () => {
    await sent();
    const { sha256 } = await importer.mustClaim();
    const headers = { authorization: `Bearer ${server.services.options.judgeToken}` };
    const fetched = async (more: Record<string, string>) => {
      const response = await fetch(`${server.url}/api/judge/blobs/${sha256}`, {
        headers: { ...headers, ...more },
      });
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    };
    const whole = await fetched({});
    const rest = await fetched({ range: 'bytes=3-' });
    expect([whole.status, rest.status]).toEqual([200, 206]);
    expect(rest.bytes.equals(whole.bytes.subarray(3))).toBe(true);
  });
});

test('an upload that is called off leaves nothing behind', async () => {
  const { db } = server.services;
  const countChunks = async () => (await db.selectFrom('blobChunk').select('number').execute()).length;
  await removeOrphanBlobs(db, 0);
  const before = await countChunks();
  const headers = { 'x-token': admin.token, 'content-type': 'multipart/form-data; boundary=x' };
  const sending = request(`${server.url}/api/admin/problems/import`, { method: 'POST', headers });
  sending.on('error', () => {}); // ours
  sending.write(
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\ncontent-type: application/zip\r\n\r\n',
  );
  sending.write(ZIP);
  sending.write(Buffer.alloc(1024 ** 2));
  await expect.poll(countChunks).toBeGreaterThan(before);
  sending.destroy();
  await expect.poll(countChunks).toBe(before);
});

describe('another attempt', () => {
  const retry = (importId: number, options: object = {}) =>
    admin.post(`/api/admin/problems/imports/${importId}/retry`, options);

  test('follows a reason with a code where the file is no package', async () => {
    const text = 'x.zip is no problem package';
    const findings = [{ level: 'error' as const, text, code: 'notPackage' as const }];
    const importId = await sent();
    const report = { ...REPORT, outcome: 'broken' as const, findings };
    await importer.deliver(await importer.mustClaim(), { report, problem: null });
    expect(await look(importId)).toMatchObject({
      ...{ state: 'failed', message: text },
      reason: { code: 'notPackage', facts: {} },
    });
  });

  test('is that the main solution fails where the check found nothing else', async () => {
    const solutions = REPORT.solutions.map((one) => ({
      ...one,
      got: 'WA',
      test: '3',
      agrees: 'no' as const,
    }));
    const text = `The main solution ${solutions[0]?.file} gets WA on test 3`;
    const importId = await sent();
    const report = {
      ...{ ...REPORT, outcome: 'disagrees' as const, solutions },
      findings: [{ level: 'error' as const, text }],
    };
    await importer.deliver(await importer.mustClaim(), { report });
    expect(await look(importId)).toMatchObject({
      ...{ state: 'refused', message: text, hasFaults: false },
      reason: { code: 'mainFails', facts: { file: solutions[0]?.file, got: 'WA', test: '3' } },
    });
  });

  test('takes a refused package with force, in the same row', async () => {
    const flaw = { findings: [{ level: 'error' as const, text: 'Test 3: n is too large' }] };
    const report = { ...REPORT, ...flaw };
    const importId = await sent();
    await importer.deliver(await importer.mustClaim(), { report });
    expect(await look(importId)).toMatchObject({
      state: 'refused',
      canRetry: true,
      reason: { code: 'hasErrors', facts: { number: 1 } },
    });

    const reply = await retry(importId, { force: true });
    expect(reply.status).toBe(202);
    const queued = reply.as(ImportView);
    expect(queued).toMatchObject({
      id: importId,
      state: 'queued',
      isForced: true,
      message: null,
      report: null,
    });
    expect((await retry(importId)).json.error?.code).toBe('IMPORT_NOT_RETRYABLE');
    await importer.deliver(await importer.mustClaim(), { report });

    expect(await look(importId)).toMatchObject({ state: 'done', reason: null, canRetry: false });
    expect((await retry(importId)).json.error?.code).toBe('IMPORT_NOT_RETRYABLE');
    expect((await retry(999_999)).status).toBe(404);
  });

  test('makes another problem of a package that was imported already', async () => {
    const first = await imported();
    const again = await imported();
    expect(again).toMatchObject({
      state: 'refused',
      reason: { code: 'alreadyImported', facts: { problemId: first.problemId, revision: 7, ownRevision: 7 } },
    });
    expect((await retry(again.id, { problemId: 999_999 })).json.error?.code).toBe('PROBLEM_NOT_FOUND');
    await retry(again.id, { problemId: 'new' });
    await importer.deliver(await importer.mustClaim(), {});
    const { state, problemId } = await look(again.id);
    expect(state).toBe('done');
    expect(problemId).not.toBe(first.problemId);
  });
});

describe('an archive of several packages', () => {
  const deliver = async (parts: string[]) =>
    importer.tell(await importer.mustClaim(), 'result', { report: REPORT, problem: null, parts });
  const list = async () => (await admin.get('/api/admin/problems/imports')).as(ImportList);

  test('becomes an import for each, and a broken one does not hold up the others', async () => {
    const importId = await sent({ force: 'true' });
    expect((await deliver(['set/sum', 'product.zip'])).body).toEqual({ stored: true });

    expect(await look(importId)).toMatchObject({
      state: 'split',
      problemId: null,
      reason: { code: 'severalInside', facts: { number: 2 } },
      canRetry: false,
    });
    const { imports, hasJudge } = await list();
    expect(hasJudge).toBe(true);
    expect(
      imports.map(({ part, state, queuePlace, isForced }) => ({ part, state, queuePlace, isForced })),
    ).toEqual([
      { part: 'product.zip', state: 'queued', queuePlace: 2, isForced: true },
      { part: 'set/sum', state: 'queued', queuePlace: 1, isForced: true },
      { part: null, state: 'split', queuePlace: null, isForced: true },
    ]);
    const first = await importer.mustClaim();
    expect(first).toMatchObject({ part: 'set/sum', sha256: hashOf(ZIP), fileName: 'sum.zip' });
    await importer.tell(first, 'result', { report: { ...REPORT, outcome: 'broken' }, problem: null });
    await importer.deliver(await importer.mustClaim(), {});
    expect((await list()).imports.map(({ state }) => state)).toEqual(['done', 'failed', 'split']);
  });

  test('cannot renew one problem, nor hold archives of archives', async () => {
    const problemId = await server.given.problem('Only one');
    const importId = await sent({ problemId: `${problemId}` });
    await deliver(['a', 'b']);
    expect(await look(importId)).toMatchObject({ state: 'failed', reason: { code: 'severalForOne' } });

    await sent();
    await deliver(['inner.zip']);
    await deliver(['deeper.zip']);
    expect((await list()).imports[0]).toMatchObject({ part: 'inner.zip', state: 'failed' });
    expect(await importer.claim()).toBeNull();
  });
});

describe('the work of a judge', () => {
  test('goes to another judge when its judge falls silent, and is quarantined after the second', async () => {
    const importId = await sent();
    const lost = await importer.mustClaim();
    await leasesRunOut(server.services);
    const other = await startTestImporter(server.url, 'other');
    const task = await other.mustClaim();
    expect(task).toMatchObject({ importId, attempt: 2 });
    // Too late: its uploads, reports and results are refused.
    expect(await importer.upload(lost, 'text')).toBe(409);
    expect((await importer.tell(lost, 'progress', { progress: null })).body).toEqual({ keep: false });
    expect((await importer.tell(lost, 'result', { report: REPORT, problem: PROBLEM })).body).toEqual({
      stored: false,
    });

    await leasesRunOut(server.services);

    const failed = await look(importId);
    expect(failed.state).toBe('failed');
    expect(failed.message).toMatch(`${MAX_IMPORT_ATTEMPTS} judges in a row fell silent`);
    expect(await other.claim()).toBeNull();
  });

  test('returns to the queue when the judge closes or fails', async () => {
    const importId = await sent();
    await importer.tell(await importer.mustClaim(), 'release', { trouble: null });
    const first = await importer.mustClaim();
    expect(first.attempt).toBe(1);
    const { db } = server.services;
    const failedAtMs = await databaseNowMs(db);
    await importer.tell(first, 'release', { trouble: 'disk full' });
    // A failed attempt is followed by a pause, as for solutions; on a busy machine it is over before somebody asks.
    const { availableAtMs } = await db
      .selectFrom('judging')
      .select('availableAtMs')
      .executeTakeFirstOrThrow();
    expect(availableAtMs).toBeGreaterThanOrEqual(failedAtMs + 2_000);
    await db.updateTable('judging').set({ availableAtMs: 0 }).execute();
    const second = await importer.mustClaim();
    expect(second.attempt).toBe(2);
    await importer.tell(second, 'release', { trouble: 'disk full' });
    expect(await look(importId)).toMatchObject({ state: 'failed', message: 'disk full' });
  });

  test('fails at once when its judge stalled over it alone', async () => {
    const importId = await sent();
    const task = await importer.mustClaim();
    expect(task.attempt).toBe(1);
    await importer.tell(task, 'release', {
      stall: { suspects: 1, rank: 0 },
    });
    const failed = await look(importId);
    expect(failed.state).toBe('failed');
    expect(failed.message).toMatch('the judge stopped answering');
    expect(await importer.claim()).toBeNull();
  });

  test('gets one more attempt when its judge stalled over several tasks', async () => {
    const importId = await sent();
    const stall = { suspects: 2, rank: 0 };
    await importer.tell(await importer.mustClaim(), 'release', { stall });
    const last = await importer.mustClaim();
    expect(last).toMatchObject({ importId, attempt: MAX_IMPORT_ATTEMPTS });
    await importer.tell(last, 'release', { stall });
    expect((await look(importId)).state).toBe('failed');
  });

  test('ends when the import is cancelled', async () => {
    const importId = await sent();
    const task = await importer.mustClaim();
    expect((await admin.send('DELETE', `/api/admin/problems/imports/${importId}`, {})).status).toBe(200);
    expect((await importer.tell(task, 'progress', { progress: null })).body).toEqual({ keep: false });
    expect((await importer.tell(task, 'result', { report: REPORT, problem: PROBLEM })).body).toEqual({
      stored: false,
    });
    expect(await look(importId)).toMatchObject({ state: 'cancelled', problemId: null });
    const again = await admin.send('DELETE', `/api/admin/problems/imports/${importId}`, {});
    expect([again.status, again.json.error?.code]).toEqual([409, 'IMPORT_HAS_ENDED']);
  });

  test('is refused if a content has another hash than its name', async () => {
    await sent();
    const task = await importer.mustClaim();
    expect(await importer.upload(task, 'other content', hashOf('content'))).toBe(400);
    expect(await importer.upload({ ...task, fence: task.fence + 1 }, 'content')).toBe(409);
  });

  test('gives the room of a very large archive back as soon as it is cancelled', async () => {
    const { db } = server.services;
    const importId = await sent();
    await db
      .updateTable('packageImport')
      .set({ sizeBytes: 1024 ** 3 })
      .where('id', '=', importId)
      .execute();
    await admin.send('DELETE', `/api/admin/problems/imports/${importId}`, {});
    expect(await look(importId)).toMatchObject({ state: 'cancelled', canRetry: false });
    const isStored = () => db.selectFrom('blob').select('sha256').where('sha256', '=', hashOf(ZIP)).execute();
    await expect.poll(isStored).toEqual([]);
  });

  test('leaves no contents behind when it fails, and keeps the archive for some days', async () => {
    const { db } = server.services;
    const importId = await sent();
    const task = await importer.mustClaim();
    await importer.upload(task, 'left behind');
    await admin.send('DELETE', `/api/admin/problems/imports/${importId}`, {});
    await dropEndedArchives(db);
    await removeOrphanBlobs(db, 0);
    // Cancelling gives room back in the background, too, and has names of its own for what it takes out of use.
    const blobs = () => db.selectFrom('blob').select('sha256').execute();
    await expect.poll(blobs).toEqual([{ sha256: hashOf(ZIP) }]);
    expect(await look(importId)).toMatchObject({ canRetry: true });

    await db.updateTable('packageImport').set({ finishedAtMs: 1 }).execute();
    await dropEndedArchives(db);
    await removeOrphanBlobs(db, 0);
    const retried = await admin.post(`/api/admin/problems/imports/${importId}/retry`, {});
    expect([retried.status, retried.json.error?.code]).toEqual([409, 'IMPORT_ARCHIVE_GONE']);
    expect(await look(importId)).toMatchObject({ canRetry: false });
    await expect.poll(blobs).toEqual([]);
  });
});

describe('a file of a statement', () => {
  test('is readable for everybody who may read the problem, and never runs in a browser', async () => {
    const { problemId } = await imported();
    const soon = await server.given.contest({ startsInMin: 10, problems: [Number(problemId)] });
    const early = await server.given.participant(soon);
    const [png, svg, header] = await Promise.all(
      [
        ['PNG', 'fig.png'],
        ['<svg/>', 'fig.svg'],
        ['h', 'lib/grader.h'],
      ].map(async ([content = '', name]) => {
        const address = `/api/problems/${problemId}/files/${hashOf(content).slice(0, 8)}/${name}`;
        expect((await early.get(address)).status).toBe(404);
        expect((await server.given.anonymous().get(address)).status).toBe(401);
        return { address, reply: await admin.get(address) };
      }),
    );
    const types = [png, svg, header].map((one) => [
      one?.reply.headers.get('content-type'),
      one?.reply.headers.get('content-disposition'),
    ]);
    expect(types).toEqual([
      ['image/png', 'inline; filename="fig.png"'],
      ['image/svg+xml', 'attachment; filename="fig.svg"'],
      ['application/octet-stream', 'attachment; filename="grader.h"'],
    ]);
    expect(png?.reply.text).toBe('PNG');
    expect(png?.reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect(png?.reply.headers.get('content-security-policy')).toContain('sandbox');
    const etag = png?.reply.headers.get('etag') ?? '';
    expect((await admin.get(png?.address ?? '', { 'if-none-match': etag })).status).toBe(304);

    const open = await server.given.contest({ problems: [Number(problemId)] });
    const person = await server.given.participant(open);
    expect((await person.get(png?.address ?? '')).text).toBe('PNG');
    expect((await person.get(`/api/problems/${problemId}/files/00000000/fig.png`)).status).toBe(404);
    await server.services.db.deleteFrom('contestProblem').execute();
  });
});
