import type { JobRequest } from '@balloon/contracts/outside/relay-jobs.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha256Of } from '#relay/jobs/content-hash.ts';
import { startYandex, type YandexStandIn } from '#stand-ins/yandex.ts';
import type { FakeJob } from '#testing/fake-jobs.ts';
import { type FakeWeb, startFakeWeb } from '#testing/fake-web.ts';
import { type MortalRelay, startMortalRelay } from '#testing/mortal-relay.ts';
import { yandex } from '#yandex/yandex.ts';

const ARCHIVE = Buffer.from('PK\u0003\u0004 snow');
const UPLOAD = '/admin/create-contest/import-contest';
const REQUEST = '/admin/create-contest/ejudge-import-request/4321';

let standIn: YandexStandIn;
let web: FakeWeb;
let relays: MortalRelay[] = [];

beforeEach(async () => {
  standIn = await startYandex();
  const accounts = [{ cookie: 'Session_id=session-1' }];
  web = await startFakeWeb(standIn.url, standIn.clock, { accounts, systemType: 'yandex' });
});
afterEach(async () => {
  await Promise.all(relays.map((relay) => relay.close()));
  relays = [];
  await web.close();
  await standIn.close();
});

function relay(): MortalRelay {
  const system = { ...yandex, pace: { ...yandex.pace, requestEveryMs: 0 } };
  const started = startMortalRelay({ system, webUrl: web.url, nowMs: standIn.clock.nowMs });
  relays.push(started);
  return started;
}

function add(): FakeJob {
  const sha256 = sha256Of(ARCHIVE);
  web.jobs.blobs.set(sha256, ARCHIVE);
  const request: JobRequest = { kind: 'archive', fileName: 'cup.zip', sha256, sizeBytes: ARCHIVE.length };
  return web.jobs.add(request);
}

const soon = { interval: 1, timeout: 150_000 };
const ended = (job: FakeJob, state: FakeJob['state']) => expect.poll(() => job.state, soon).toBe(state);
const uploads = () => standIn.count('POST', UPLOAD);

test('an archive becomes a contest, whose problems are read', async () => {
  const job = add();
  relay();
  await expect.poll(() => standIn.count('GET', REQUEST), soon).toBeGreaterThan(1);
  expect(job.memo).toBe('request 4321');
  standIn.knobs.archive = 'done';
  await ended(job, 'done');
  expect(standIn.archives).toEqual([{ name: 'cup.zip', content: ARCHIVE }]);
  expect([job.memo, standIn.knobs.attempts]).toEqual(['contest 7001', 10_000]);
  expect([...job.lines.values()].map(({ outcome }) => outcome)).toEqual(['new', 'new', 'new']);
});

test('another relay goes on with an upload that was taken', async () => {
  const job = add();
  const first = relay();
  await expect.poll(() => job.memo, soon).toBe('request 4321');
  first.kill();
  await first.settled();
  standIn.knobs.archive = 'done';
  web.expire();
  relay();
  await ended(job, 'done');
  expect(uploads()).toBe(1);
});

test('an upload whose outcome is unknown is not made again, and says where to look', async () => {
  standIn.plan(UPLOAD, { kind: 'cutAfter' });
  const job = add();
  relay();
  await ended(job, 'failed');
  expect(job.memo).toBe('sending');
  expect(job.failures[0]?.message).toContain('Look at the list of contests there');

  // An admin tries the job again.
  job.state = 'waiting';
  await expect.poll(() => job.failures.length, soon).toBe(2);
  expect(job.failures[1]?.message).toContain('an earlier relay was ended');
  expect(uploads()).toBe(1);
});

test('an upload that was certainly not taken may be made again', async () => {
  const body = '<p class="alert alert-danger">Too large</p>';
  standIn.plan(UPLOAD, { kind: 'answerInstead', reply: { status: 413, body } });
  const job = add();
  relay();
  await ended(job, 'failed');
  expect([job.memo, job.failures[0]?.message]).toEqual(['', 'Too large']);
  standIn.knobs.archive = 'done';
  job.state = 'waiting';
  await ended(job, 'done');
});

test('an archive that Yandex refuses ends with its words', async () => {
  standIn.knobs.archive = 'failed';
  const job = add();
  relay();
  await ended(job, 'failed');
  expect(job.failures[0]?.message).toBe('Yandex.Contest refuses the archive: Checker is missing');
});

test('an account that is signed out uploads nothing', async () => {
  standIn.knobs.session = 'another';
  const job = add();
  relay();
  await ended(job, 'failed');
  expect([job.failures[0]?.kind, job.memo, uploads()]).toEqual(['challenge', '', 0]);
});
