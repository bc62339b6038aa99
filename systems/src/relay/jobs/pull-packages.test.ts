import type { JobRequest } from '@balloon/contracts/outside/relay-jobs.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha256Of } from '#relay/jobs/content-hash.ts';
import { type RunningRelay, startRelay } from '#relay/start-relay.ts';
import {
  POLYGON_KEY,
  type PolygonStandIn,
  type PolygonStandInPackage,
  startPolygon,
} from '#stand-ins/polygon.ts';
import type { FakeJob } from '#testing/fake-jobs.ts';
import { type FakeWeb, startFakeWeb } from '#testing/fake-web.ts';
import { SILENT } from '#testing/mortal-relay.ts';

let standIn: PolygonStandIn;
let web: FakeWeb;
let relay: RunningRelay | null = null;

beforeEach(async () => {
  standIn = await startPolygon();
  standIn.packages.set(501, [built(107, 7)]);
  standIn.packages.set(502, [built(203, 3)]);
  const accounts = [{ apiKey: POLYGON_KEY.apiKey, apiSecret: POLYGON_KEY.secret }];
  web = await startFakeWeb(standIn.url, standIn.clock, { accounts, systemType: 'polygon' });
});
afterEach(async () => {
  await relay?.close();
  await web.close();
  await standIn.close();
});

const built = (id: number, revision: number): PolygonStandInPackage => ({
  ...{ id, revision, creationTimeSeconds: 1_700_000_000 },
  ...{ state: 'READY', comment: '', type: 'linux' },
});

const request = (changes: Partial<Extract<JobRequest, { kind: 'polygon' }>> = {}): JobRequest => ({
  ...{ kind: 'polygon', problemIds: [], contestId: null, isForced: false, problemId: null, pin: null },
  ...changes,
});

function pull(changes: Parameters<typeof request>[0]): FakeJob {
  const job = web.jobs.add(request(changes));
  relay = startRelay({
    ...{ serverUrl: web.url, token: 'relay-token-of-tests', name: 'hall', systems: {}, log: SILENT },
    ...{ nowMs: standIn.clock.nowMs, pauses: { polygonEveryMs: 0 } },
  });
  return job;
}

const soon = { interval: 1, timeout: 150_000 };
const ended = (job: FakeJob, state: FakeJob['state']) => expect.poll(() => job.state, soon).toBe(state);

test('the newest packages of a contest with a code are handed to the web', async () => {
  standIn.pin = '42';
  const job = pull({ contestId: 900, pin: '42' });
  await ended(job, 'done');
  expect([...job.lines.values()].map(({ title }) => title)).toEqual([
    'A. sum-of-snowflakes',
    'B. long-queue',
  ]);
  expect(job.packages.map(({ foreignId, fileName, sha256 }) => [foreignId, fileName, sha256])).toEqual([
    ['501', 'polygon-501-revision-7.zip', sha256Of(standIn.archive)],
    ['502', 'polygon-502-revision-3.zip', sha256Of(standIn.archive)],
  ]);
  expect(web.jobs.uploads).toEqual([sha256Of(standIn.archive)]);
});

test('a revision that is here already is not fetched', async () => {
  web.jobs.revisions.set('501', 7);
  web.jobs.revisions.set('502', 2);
  const job = pull({ problemIds: [501, 502] });
  await ended(job, 'done');
  expect([...job.lines.values()].map(({ outcome }) => outcome)).toEqual(['same', 'new']);
  expect(standIn.count('POST', '/api/problem.package')).toBe(1);
  expect(job.memo).toBe('502:3');
});

test('problems without a package or that nobody knows fail alone', async () => {
  standIn.packages.set(502, []);
  const job = pull({ problemIds: [999, 501, 502] });
  await ended(job, 'done');
  expect(Object.fromEntries([...job.lines].map(([id, { outcome }]) => [id, outcome]))).toEqual({
    ...{ 501: 'new', 502: 'failed', 999: 'failed' },
  });
  expect(job.lines.get('502')?.message).toContain('build one in Polygon');
});

test('a wrong key ends the job', async () => {
  const [account] = web.accounts;
  if (account) account.credentials = { apiKey: POLYGON_KEY.apiKey, apiSecret: 'wrong' };
  const job = pull({ problemIds: [501] });
  await ended(job, 'failed');
  expect(job.failures.map(({ kind }) => kind)).toEqual(['signedOut']);
});

test('without an account the job fails, and none of its problems', async () => {
  web.accounts.length = 0;
  const job = pull({ problemIds: [501] });
  await ended(job, 'failed');
  expect(job.failures.map(({ kind }) => kind)).toEqual(['signedOut']);
  expect(job.lines.size).toBe(0);
});

test('a Polygon that is away lets the job wait', async () => {
  standIn.plan('/api/problem.package', { kind: 'answerInstead', reply: { status: 502, body: '' } });
  const job = pull({ problemIds: [501] });
  await expect.poll(() => job.failures.length, soon).toBe(1);
  await ended(job, 'done');
  expect([job.failures[0]?.kind, job.packages.length]).toEqual(['down', 1]);
});
