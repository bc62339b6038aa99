import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PolygonImportReply } from '@balloon/contracts/outside/older-imports.ts';
import { JobAccepted, JobLines } from '@balloon/contracts/outside/outside-jobs.ts';
import { OutsideServers } from '@balloon/contracts/outside/outside-systems.ts';
import { Rescan } from '@balloon/contracts/problems/problem-admin.ts';
import { ProblemPage } from '@balloon/contracts/problems/problems.ts';
import type { RunningJudge } from '@balloon/judge/main.ts';
import { manifest } from '@balloon/packages/testing/polygon-package.ts';
import { zipBytes } from '@balloon/packages/testing/zip-bytes.ts';
import {
  type Person,
  startTestServer,
  TEST_RELAY_TOKEN,
  type TestServer,
} from '@balloon/server/testing/test-server.ts';
import { ALL_SYSTEMS } from '@balloon/systems/all-systems.ts';
import { type RunningRelay, startRelay } from '@balloon/systems/relay/start-relay.ts';
import { POLYGON_KEY, type PolygonStandIn, startPolygon } from '@balloon/systems/stand-ins/polygon.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRealJudge } from '#sites/real-judge.ts';

/* A package of Polygon end to end: asked for by its number, fetched by a relay, built by a judge, renewed by a rescan. */

const BASE = '/api/admin/outside-systems';
/** A judge fetches, compiles and tries all before a package becomes a problem. */
const BUILT = { timeout: 300_000 };

let server: TestServer;
let admin: Person;
let polygon: PolygonStandIn;
let relay: RunningRelay;
let judge: RunningJudge;
let workDir: string;
let serverId: number;

beforeAll(async () => {
  workDir = mkdtempSync(path.join(tmpdir(), 'balloon-polygon-'));
  server = await startTestServer({ leaseMs: 10_000 });
  admin = await server.given.admin();
  polygon = await startPolygon();
  serverId = await addPolygon();
  relay = startRelay({
    ...{ serverUrl: server.url, token: TEST_RELAY_TOKEN, name: 'hall', systems: ALL_SYSTEMS },
    log: { info: () => {}, warn: () => {}, error: console.error },
    nowMs: () => polygon.clock.nowMs(),
  });
  judge = await startRealJudge(server.url, workDir, 'one');
});
afterAll(async () => {
  await relay?.close();
  await judge?.close();
  await polygon?.close();
  await server?.close();
  rmSync(workDir, { recursive: true, force: true });
});

async function addPolygon(): Promise<number> {
  const entered = { systemType: 'polygon', name: 'Polygon', url: polygon.url };
  const { servers } = (await admin.post(`${BASE}/servers`, entered)).as(OutsideServers);
  const id = servers[0]?.id ?? 0;
  const credentials = { apiKey: POLYGON_KEY.apiKey, apiSecret: POLYGON_KEY.secret };
  (await admin.post(`${BASE}/servers/${id}/accounts`, { name: 'jury', credentials })).as(OutsideServers);
  return id;
}

/** Makes a revision of problem 501, with that title. */
function publish(revision: number, title: string): void {
  const files = {
    'problem.xml': manifest({
      problem: `revision="${revision}" short-name="snow" url="https://polygon.codeforces.com/p/jury/snow"`,
      names: `<name language="english" value="${title}"/>`,
      ...{ executables: '', resources: '' },
      solutions: '<solution tag="main"><source path="solutions/sum.py" type="python.3"/></solution>',
    }),
    ...{ 'tests/01': '1 2\n', 'tests/01.a': '3\n', 'tests/02': '5 6\n', 'tests/02.a': '11\n' },
    'files/check.cpp': '// one of Polygon, known by its name',
    'solutions/sum.py': 'print(sum(map(int, input().split())))\n',
  };
  polygon.archive = zipBytes(Object.entries(files).map(([name, data]) => ({ name, data })));
  const made = { id: 100 + revision, revision, creationTimeSeconds: 1_700_000_000 };
  polygon.packages.set(501, [{ ...made, state: 'READY', comment: '', type: 'linux' }]);
}

const linesOf = async (jobId: number) => (await admin.get(`${BASE}/jobs/${jobId}/lines`)).as(JobLines).lines;

let problemId: number;
const title = async () => (await admin.get(`/api/problems/${problemId}`)).as(ProblemPage).title;

test('a problem is asked for by its number and becomes one of ours', async () => {
  publish(3, 'Snowflakes');
  const asked = await admin.post(`${BASE}/servers/${serverId}/polygon`, { problemIds: [501] });
  const { jobId } = asked.as(JobAccepted);
  const imported = { foreignId: '501', outcome: 'new', problemId: expect.any(Number) };
  await expect.poll(() => linesOf(jobId), BUILT).toMatchObject([imported]);
  const [line] = await linesOf(jobId);
  problemId = line?.problemId ?? 0;
  expect(await title()).toBe('Snowflakes');
});

test('older clients learn that it is imported already, and that another is not there', async () => {
  const ask = async (id: number) => (await admin.post(`/problems/${id}`)).as(PolygonImportReply);
  expect(await ask(501)).toMatchObject({ status_code: 400 });
  expect(await ask(777)).toMatchObject({ status_code: 400 });
});

test('a rescan takes the newest package as a new version', async () => {
  publish(4, 'Larger snowflakes');
  const reply = await admin.post(`/api/admin/problems/${problemId}/rescan`);
  expect(['queued', 'running', 'done']).toContain(reply.as(Rescan).state);
  await expect.poll(title, BUILT).toBe('Larger snowflakes');
});
