import { type CheckResult, type CheckTask, ProblemCheck } from '@balloon/contracts/judging/problem-checks.ts';
import { ProblemSearch } from '@balloon/contracts/problems/problem-admin.ts';
import { EditedProblem, UploadedContent } from '@balloon/contracts/problems/problem-editor.ts';
import { storeBlob } from '@balloon/database/blobs.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { leasesRunOut } from '#testing/leases-run-out.ts';
import { REPORT } from '#testing/test-importer.ts';
import { startTestJudge, type TestJudge } from '#testing/test-judge.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let admin: Person;
let judge: TestJudge;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
  judge = await startTestJudge(server.url);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.services.db.deleteFrom('problemCheck').execute();
});

const pathOf = (id: number) => `/api/admin/problems/${id}`;
const read = async (id: number) => (await admin.get(`${pathOf(id)}/editor`)).as(EditedProblem);
const start = (id: number, body: object = {}) => admin.post(`${pathOf(id)}/checks`, body);
const look = async (id: number, checkId: number) =>
  (await admin.get(`${pathOf(id)}/checks/${checkId}`)).as(ProblemCheck);

async function claim(): Promise<CheckTask> {
  const work = await judge.mustClaimAny(['check']);
  if (work.kind !== 'check') throw new Error('No check waits');
  return work.task;
}

async function finish({ checkId, fence }: CheckTask, result: Partial<CheckResult> = {}) {
  const complete = { compiles: true, output: null, solutions: [], ...result };
  const told = { judgeId: judge.judgeId, checkId, fence, result: complete };
  return (await (await judge.send('checks/result', told)).json()) as unknown;
}

/** Form of a save with a checker program of this source. */
async function withChecker(id: number, source: string) {
  const { judging, versionNumber } = await read(id);
  if (!judging) throw new Error('The problem has no tests');
  const form = new FormData();
  form.append('file', new Blob([source]), 'check.cpp');
  const { sha256, bytes } = (await admin.post(`${pathOf(id)}/contents`, form)).as(UploadedContent);
  const program = {
    language: 'cpp17',
    files: [{ path: 'check.cpp', sha256, bytes }],
    sources: ['check.cpp'],
  };
  const checker = { kind: 'program', protocol: 'testlib', program, flags: [] as string[] };
  const { timeLimitMs, memoryLimitKb, tests } = judging;
  return { basedOnVersion: versionNumber, judging: { timeLimitMs, memoryLimitKb, tests, checker } };
}

const save = (id: number, form: object) => admin.post(`${pathOf(id)}/editor`, form);

/** A problem whose package is kept. */
async function packagedProblem() {
  const { db } = server.services;
  const id = await server.given.problem('Packaged');
  const blobSha256 = await db
    .transaction()
    .execute((tx) => storeBlob(tx, Buffer.from(`PK\u0003\u0004 of problem ${id}`)));
  const createdAtMs = await databaseNowMs(db);
  const facts = { fileName: 'sum.zip', sizeBytes: 10, blobSha256, problemId: id, createdAtMs };
  await db
    .insertInto('packageImport')
    .values({ ...facts, state: 'done', finishedAtMs: createdAtMs })
    .execute();
  return { id, blobSha256 };
}

test('a checker is compiled by a judge before a save takes it', async () => {
  const id = await server.given.problem();
  const form = await withChecker(id, 'int main() {}');
  expect((await save(id, form)).json.error?.code).toBe('CHECKER_NOT_CHECKED');

  const { checker } = form.judging;
  const check = (await start(id, { checker })).as(ProblemCheck);
  expect(check).toMatchObject({ kind: 'checker', state: 'queued', hasJudge: true });
  expect((await start(id, { checker })).as(ProblemCheck).id).toBe(check.id);
  const task = await claim();
  expect(task).toMatchObject({ archive: null, tests: [], rules: { checker } });
  expect(await finish(task)).toEqual({ stored: true });
  expect(await finish(task)).toEqual({ stored: true });
  expect(await look(id, check.id)).toMatchObject({ state: 'done', result: { compiles: true } });

  expect((await save(id, form)).as(EditedProblem).versionNumber).toBe(1);
  const flags = { ...form.judging, checker: { ...checker, flags: ['-x'] } };
  expect((await save(id, { basedOnVersion: 1, judging: flags })).status).toBe(200);
});

test('a checker that does not compile is saved by force only', async () => {
  const id = await server.given.problem();
  const form = await withChecker(id, 'int main( {}');
  const { id: checkId } = (await start(id, { checker: form.judging.checker })).as(ProblemCheck);
  await finish(await claim(), { compiles: false, output: 'expected )\u0000' });
  expect((await look(id, checkId)).result).toMatchObject({ compiles: false, output: 'expected )\ufffd' });
  const refused = await save(id, form);
  expect([refused.status, refused.json.error]).toMatchObject([
    409,
    { code: 'CHECKER_DOES_NOT_COMPILE', restParams: { output: 'expected )\ufffd' } },
  ]);
  expect((await save(id, { ...form, force: true })).as(EditedProblem).versionNumber).toBe(1);
});

test('the solutions of the package are run against the tests of now, and the problem says what came of it', async () => {
  const { id, blobSha256 } = await packagedProblem();
  const { id: checkId } = (await start(id)).as(ProblemCheck);
  const task = await claim();
  expect(task).toMatchObject({ archive: { sha256: blobSha256, part: null }, rules: { timeLimitMs: 1000 } });
  expect(task.tests).toHaveLength(2);
  const progress = { step: 'solutions', done: 1, total: 2, what: 'main.cpp' };
  const held = { judgeId: judge.judgeId, checkId, fence: task.fence };
  await judge.send('progress', { ...held, progress });
  expect(await look(id, checkId)).toMatchObject({ state: 'running', progress });

  const solutions = REPORT.solutions.map((one) => ({ ...one, got: 'WA', agrees: 'no' as const }));
  await finish(task, { solutions });
  expect((await read(id)).lastCheck).toMatchObject({ id: checkId, state: 'done', result: { solutions } });
  const failing = async () =>
    (await admin.get('/api/admin/problems?state=failing')).as(ProblemSearch).problems.map((one) => one.id);
  expect(await failing()).toEqual([id]);
  await start(id);
  await finish(await claim(), { solutions: REPORT.solutions });
  expect(await failing()).toEqual([]);
});

test('a check of tests that a save has replaced gives way to one of the present tests', async () => {
  const { id } = await packagedProblem();
  const { id: former } = (await start(id)).as(ProblemCheck);
  const task = await claim();
  expect((await start(id)).as(ProblemCheck).id).toBe(former);
  const { judging, versionNumber } = await read(id);
  const { memoryLimitKb = 0, tests = [], checker } = judging ?? {};
  const form = { timeLimitMs: 2500, memoryLimitKb, tests, checker };
  expect((await save(id, { basedOnVersion: versionNumber, judging: form })).status).toBe(200);

  const { id: newer } = (await start(id)).as(ProblemCheck);
  expect(newer).not.toBe(former);
  expect((await look(id, former)).state).toBe('cancelled');
  expect(await finish(task)).toEqual({ stored: false });
  expect((await claim()).rules.timeLimitMs).toBe(2500);
});

test('a check is cancelled, and refused where there is nothing to check', async () => {
  const { id } = await packagedProblem();
  const { id: checkId } = (await start(id)).as(ProblemCheck);
  const task = await claim();
  const cancelled = await admin.send('DELETE', `${pathOf(id)}/checks/${checkId}`, {});
  expect(cancelled.as(ProblemCheck).state).toBe('cancelled');
  expect(await finish(task)).toEqual({ stored: false });

  const bare = await server.given.problem();
  expect((await start(bare)).json.error?.code).toBe('NO_REFERENCE_SOLUTIONS');
  expect((await start(bare, { checker: { kind: 'tokens' } })).json.error?.code).toBe(
    'CHECKER_NEEDS_NO_CHECK',
  );
  expect((await admin.get(`${pathOf(bare)}/checks/${checkId}`)).status).toBe(404);
});

test('a check that its judges fail at says so', async () => {
  const { id } = await packagedProblem();
  const { id: checkId } = (await start(id)).as(ProblemCheck);
  const { fence } = await claim();
  await judge.send('release', { judgeId: judge.judgeId, checkId, fence, stall: { suspects: 1, rank: 0 } });
  expect(await look(id, checkId)).toMatchObject({ state: 'failed', result: null });
});

test('a check goes to another judge when one dies over it, and fails when they all do', async () => {
  const { id } = await packagedProblem();
  const { id: checkId } = (await start(id)).as(ProblemCheck);
  const attempts: number[] = [];
  while ((await look(id, checkId)).state !== 'failed' && attempts.length < 9) {
    attempts.push((await claim()).attempt);
    await leasesRunOut(server.services);
  }
  expect(attempts).toEqual([1, 2]);
  expect((await look(id, checkId)).message).toContain('fell silent over it');
});
