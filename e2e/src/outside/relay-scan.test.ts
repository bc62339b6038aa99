import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { JobAccepted, JobView } from '@balloon/contracts/outside/outside-jobs.ts';
import { OutsideServers } from '@balloon/contracts/outside/outside-systems.ts';
import { ProblemSearch } from '@balloon/contracts/problems/problem-admin.ts';
import {
  type Person,
  startTestServer,
  TEST_RELAY_TOKEN,
  type TestServer,
} from '@balloon/server/testing/test-server.ts';
import { startTimus, type TimusStandIn } from '@balloon/systems/stand-ins/timus.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Launched, launchBalloon, readyOrExplain } from '#sites/launched.ts';

let server: TestServer;
let timus: TimusStandIn;
let cwd: string;
let relay: Launched;
let admin: Person;
let serverPath: string;

beforeAll(async () => {
  cwd = mkdtempSync(path.join(tmpdir(), 'balloon-relay-scan-'));
  server = await startTestServer({ leaseMs: 5_000 });
  timus = await startTimus({ clock: { nowMs: Date.now, advance: () => {} } });
  admin = await server.given.admin();
  const base = '/api/admin/outside-systems/servers';
  const entered = { systemType: 'timus', name: 'Timus', url: timus.url };
  const { servers } = (await admin.post(base, entered)).as(OutsideServers);
  serverPath = `${base}/${servers[0]?.id}`;
  const args = ['relay', '--server', server.url, '--token', TEST_RELAY_TOKEN, '--name', 'scanner'];
  relay = launchBalloon('scanner', args, { cwd, env: { DATA_DIR: cwd } });
  await readyOrExplain(relay);
});
afterAll(async () => {
  await relay?.stop();
  await timus?.close();
  await server?.close();
  rmSync(cwd, { recursive: true, force: true });
});

/** Starts a job and waits for its end. */
async function carry(name: 'scan' | 'import', body: object): Promise<JobView> {
  const { jobId } = (await admin.post(`${serverPath}/${name}`, body)).as(JobAccepted);
  const read = async () => (await admin.get(`/api/admin/outside-systems/jobs/${jobId}`)).as(JobView);
  await expect.poll(async () => (await read()).state, { timeout: 240_000 }).toMatch(/done|failed/);
  return read();
}

test('a relay process scans a system, twice without a difference, and imports by an address', async () => {
  const first = await carry('scan', { insert: true });
  expect([first.state, first.message]).toEqual(['done', null]);
  expect(first.counts).toMatchObject({ new: timus.problems.length, failed: 0, wanted: 0 });

  const second = await carry('scan', { insert: true, update: true });
  expect(second).toMatchObject({
    state: 'done',
    counts: { new: 0, changed: 0, same: timus.problems.length },
  });

  const found = await admin.get('/api/admin/problems?q=&systemType=timus');
  const { problems } = found.as(ProblemSearch);
  expect(problems).toHaveLength(timus.problems.length);
  expect(
    problems.every(
      ({ htmlStatement, latestVersionNumber }) => htmlStatement !== '' && latestVersionNumber === 1,
    ),
  ).toBe(true);

  const { num } = timus.problems[0] ?? { num: '' };
  const brought = await carry('import', { foreignIds: [`  ${num} `, 'nonsense'] });
  expect(brought).toMatchObject({ state: 'done', counts: { same: 1, failed: 1 } });
}, 600_000);
