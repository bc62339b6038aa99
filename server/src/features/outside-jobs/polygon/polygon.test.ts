import { PolygonImportReply } from '@balloon/contracts/outside/older-imports.ts';
import { JobAccepted, JobLines } from '@balloon/contracts/outside/outside-jobs.ts';
import { OutsideServers } from '@balloon/contracts/outside/outside-systems.ts';
import type { RelayJob } from '@balloon/contracts/outside/relay-jobs.ts';
import { Rescan } from '@balloon/contracts/problems/problem-admin.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PROBLEM, startTestImporter, type TestImporter } from '#testing/test-importer.ts';
import { TestRelay } from '#testing/test-relay.ts';
import { type Person, startTestServer, TEST_RELAY_TOKEN, type TestServer } from '#testing/test-server.ts';

const BASE = '/api/admin/outside-systems';
const ZIP = Buffer.from('PK\u0003\u0004 package');

let server: TestServer;
let admin: Person;
let relay: TestRelay;
let importer: TestImporter;
beforeEach(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
  relay = await TestRelay.start(server);
  importer = await startTestImporter(server.url);
});
afterEach(() => server.close());

async function addServer(systemType: 'polygon' | 'yandex'): Promise<string> {
  const { servers } = (await admin.post(`${BASE}/servers`, { systemType, name: systemType })).as(
    OutsideServers,
  );
  return `${BASE}/servers/${servers.find((each) => each.systemType === systemType)?.id}`;
}

/** Fetches the package of one problem of a job, as a relay does, and lets a judge import it. */
async function bring(job: RelayJob, foreignId: string, revision: number): Promise<void> {
  await relay.list(job, [foreignId]);
  const { sha256, status } = await relay.store(job, ZIP);
  expect(status).toBe(200);
  const found = { foreignId, fileName: 'polygon.zip', sha256, sizeBytes: ZIP.length };
  expect(await relay.tell(job, 'package', found)).toBe(true);
  expect(await relay.tell(job, 'package', found)).toBe(true); // the answer was lost
  await relay.end(job);
  await importer.deliver(await importer.mustClaim(), { problem: { ...PROBLEM, revision } });
}

const pull = async (path: string, body: object) =>
  (await admin.post(`${path}/polygon`, body)).as(JobAccepted);
const linesOf = async (jobId: number) =>
  (await admin.get(`${BASE}/jobs/${jobId}/lines`)).as(JobLines).lines.map(({ outcome }) => outcome);

test('a package becomes an import, whose end is in the line, and another attempt knows its revision', async () => {
  const path = await addServer('polygon');
  const { jobId } = await pull(path, { problemIds: [501] });
  await bring(await relay.mustClaim(), '501', 7);
  expect(await linesOf(jobId)).toEqual(['new']);
  const imports = await server.services.db.selectFrom('packageImport').select('authorId').execute();
  expect(imports).toHaveLength(1);

  await pull(path, { problemIds: [501] });
  const again = await relay.mustClaim();
  await relay.list(again, ['501']);
  expect(await relay.wanted(again)).toMatchObject([{ foreignId: '501', revision: 7 }]);
  await relay.end(again);
  await pull(path, { problemIds: [501], force: true });
  const forced = await relay.mustClaim();
  await relay.list(forced, ['501']);
  expect(await relay.wanted(forced)).toMatchObject([{ foreignId: '501', revision: null }]);
});

test('the code of a contest is sealed in the database and open for a relay', async () => {
  await pull(await addServer('polygon'), { contestId: 900, pin: 'secret-42' });
  const stored = await server.services.db.selectFrom('outsideJob').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain('secret-42');
  expect((await admin.get('/api/admin/audit')).text).not.toContain('secret-42');
  expect((await relay.mustClaim()).request).toMatchObject({ contestId: 900, pin: 'secret-42' });
});

test('a rescan takes the newest package of Polygon as a version, also one that is here already', async () => {
  const path = await addServer('polygon');
  await pull(path, { problemIds: [501] });
  await bring(await relay.mustClaim(), '501', 7);
  const problem = await server.services.db.selectFrom('problem').select('id').executeTakeFirstOrThrow();
  const rescan = () => admin.post(`/api/admin/problems/${problem.id}/rescan`);

  const newer = rescan();
  await bring(await vi.waitFor(() => relay.mustClaim(), 150_000), '501', 8);
  expect((await newer).status).toBe(200);
  const { db } = server.services;
  const versions = await db.selectFrom('problemVersion').select('versionNumber').execute();
  expect(versions).toHaveLength(2);

  const same = rescan();
  await bring(await vi.waitFor(() => relay.mustClaim(), 150_000), '501', 8);
  expect((await same).as(Rescan)).toMatchObject({ versionNumber: 3 });
});

test('the call of older clients answers as soon as it is known whether there is a package', async () => {
  expect((await admin.post('/problems/501')).json.error?.code).toBe('POLYGON_MISSING');
  await addServer('polygon');
  const ask = () => admin.post('/problems/501');
  const claim = () => vi.waitFor(() => relay.mustClaim(), 150_000);
  const statusOf = async (reply: ReturnType<typeof ask>) => (await reply).as(PolygonImportReply).status_code;

  const found = ask();
  const job = await claim();
  await relay.list(job, ['501']);
  await relay.tell(job, 'progress', { memo: '501:7' });
  expect(await statusOf(found)).toBe(200);
  await relay.end(job);

  for (const outcome of [
    { outcome: 'same' },
    { outcome: 'failed', failure: { kind: 'refused', message: 'Problem not found' } },
  ]) {
    const refused = ask();
    const next = await claim();
    await relay.list(next, ['501']);
    await relay.tell(next, 'problem', { foreignId: '501', found: outcome });
    expect(await statusOf(refused)).toBe(400);
    await relay.end(next);
  }
  const person = await server.given.participant(await server.given.contest());
  expect((await person.post('/problems/501')).status).toBe(403);
});

test('an archive is kept for the relay that holds its job, and for nobody else', async () => {
  const form = (content: string) => {
    const data = new FormData();
    data.append('file', new Blob([content]), 'cup.zip');
    return data;
  };
  const path = await addServer('yandex');
  expect((await admin.post(`${path}/archive`, form('Rar!\u001a'))).json.error?.code).toBe('RAR_NOT_READ');
  expect((await admin.post('/files/yandex-polygon-import', form(ZIP.toString('latin1')))).json).toEqual({
    result: 'ok',
  });
  const job = await relay.mustClaim();
  if (job.request.kind !== 'archive') throw new Error('There is no archive');
  const { sha256 } = job.request;
  const get = (jobId: number) =>
    server.given
      .anonymous()
      .send('GET', `/api/relay/job/blobs/${sha256}?relayId=1&jobId=${jobId}&fence=${job.fence}`, {
        headers: { authorization: `Bearer ${TEST_RELAY_TOKEN}` },
      });
  expect((await get(job.jobId)).text).toBe(ZIP.toString('latin1'));
  expect((await get(job.jobId + 1)).json.error?.code).toBe('JOB_LEASE_LOST');
});
