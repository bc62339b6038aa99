import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Session } from '#outside-system.ts';
import { startYandex, type YandexStandIn } from '#stand-ins/yandex.ts';
import { failureOf } from '#testing/failure-of.ts';
import { openSession } from '#testing/open-session.ts';
import { readArchiveImport, setAttempts, startArchiveImport } from '#yandex/import-archive.ts';
import { yandex } from '#yandex/yandex.ts';

const ARCHIVE = { name: 'contest.zip', content: Buffer.from('PK\u0003\u0004 snow') };
const UPLOAD = '/admin/create-contest/import-contest';
const REQUEST = '/admin/create-contest/ejudge-import-request/4321';

let standIn: YandexStandIn;
let session: Session;

beforeEach(async () => {
  standIn = await startYandex();
  session = openSession(standIn, { cookie: 'Session_id=session-1' });
});
afterEach(() => standIn.close());

test('an archive becomes a contest, which a later process can wait for', async () => {
  const requestId = await startArchiveImport(session, ARCHIVE);
  expect(requestId).toBe('4321');
  expect(standIn.archives).toEqual([ARCHIVE]);

  const later = openSession(standIn, { cookie: 'Session_id=session-1' });
  const log = ['Problem A is uploaded'];
  expect(await readArchiveImport(later, requestId)).toEqual({ state: 'running', contestId: null, log });
  standIn.knobs.archive = 'done';
  expect(await readArchiveImport(later, requestId)).toEqual({ state: 'done', contestId: '7001', log });

  await setAttempts(later, '7001', 10_000);
  expect(standIn.knobs.attempts).toBe(10_000);
  const { problems } = await yandex.listProblems(later, null, '7001');
  expect(problems).toHaveLength(3);
  expect(standIn.count('POST', UPLOAD)).toBe(1);
});

test('an import that failed tells why', async () => {
  standIn.knobs.archive = 'failed';
  const { state, log } = await readArchiveImport(session, '4321');
  expect([state, log]).toEqual(['failed', ['Problem A is uploaded', 'Checker is missing']]);
});

test('an upload whose answer is lost is not told to have failed', async () => {
  standIn.plan(UPLOAD, { kind: 'cutAfter' });
  expect(await failureOf(startArchiveImport(session, ARCHIVE))).toBe('unknown');
  standIn.plan(UPLOAD, { kind: 'answerInstead', reply: { body: '<p>Thanks</p>' } });
  expect(await failureOf(startArchiveImport(session, ARCHIVE))).toBe('unknown');
  standIn.plan(UPLOAD, { kind: 'answerAfter', reply: { status: 429 } });
  expect(await failureOf(startArchiveImport(session, ARCHIVE))).toBe('unknown');
});

test('an upload is refused by words of the site, not by a page of what stands before it', async () => {
  for (const status of [400, 403, 413]) {
    standIn.plan(UPLOAD, { kind: 'answerAfter', reply: { status, body: '<h1>Bad request</h1>' } });
    expect(await failureOf(startArchiveImport(session, ARCHIVE))).toBe('unknown');
  }
  const body = '<p class="alert alert-danger">No archive of Polygon</p>';
  standIn.plan(UPLOAD, { kind: 'answerInstead', reply: { status: 400, body } });
  const refused = startArchiveImport(session, ARCHIVE);
  await expect(refused).rejects.toMatchObject({ kind: 'refused', message: 'No archive of Polygon' });
});

test('pages of an administration that has changed are recognised', async () => {
  standIn.plan(REQUEST, { kind: 'change', change: (body) => body.replaceAll('table-condensed', 'log') });
  expect(await failureOf(readArchiveImport(session, '4321'))).toBe('drift');
  standIn.knobs.archive = 'done';
  standIn.plan(REQUEST, { kind: 'change', change: (body) => body.replaceAll('contestId=', 'id=') });
  expect(await failureOf(readArchiveImport(session, '4321'))).toBe('drift');
  standIn.plan('/admin/contests', {
    kind: 'change',
    change: (body) => body.replaceAll('csrf-token', 'token'),
  });
  expect(await failureOf(startArchiveImport(session, ARCHIVE))).toBe('drift');
  standIn.knobs.session = 'another';
  expect(await failureOf(startArchiveImport(session, ARCHIVE))).toBe('challenge');
  expect(standIn.archives).toEqual([]);
});
