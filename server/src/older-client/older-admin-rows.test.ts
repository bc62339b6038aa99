import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { OlderClient } from '#older-client/older-client.ts';
import * as shape from '#older-client/shapes.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

/*
 * Every call of the older client's admin screens, but for those that wait for a judge or a relay: what it sends, letter by
 * letter, and what it reads. The rows follow each other: what one makes, later ones use.
 */

const HOUR_MS = 3_600_000;

let server: TestServer;
let admin: OlderClient;
let moderator: OlderClient;
const ids = { group: 0, user: 0, contest: 0, problem: 0, second: 0, unused: 0 };
beforeAll(async () => {
  server = await startTestServer({ restart: () => undefined });
  admin = new OlderClient(await server.given.admin(), server.url);
  moderator = new OlderClient(
    await server.given.supervisor({ groups: [await server.given.group()] }),
    server.url,
  );
  ids.problem = await server.given.problem('Sum');
  ids.second = await server.given.problem('Product');
  ids.unused = await server.given.problem('Quotient');
  const school = { systemType: 'ejudge', name: 'School', url: 'https://school.example.org/' };
  await admin.http.post('/api/admin/outside-systems/servers', { ...school, settings: { contests: '12' } });
});
afterAll(async () => {
  admin.close();
  await server.close();
});

/** Read as `result.error`: null would break the screen, an empty body would not. */
const alertPath = z.union([z.looseObject({ error: z.undefined().optional() }), z.number(), z.literal('')]);
/** Only the status is read. */
const anything = z.unknown();
const withId = z.looseObject({ id: z.number(), error: z.undefined().optional() });
const storedUser = shape.user.extend({
  ...{ email: z.string().nullable(), recentActivityTimeMs: z.number().nullable() },
  groups: z.array(shape.group),
});
const storedGroup = z.object({ group: shape.group, users: z.array(shape.user) });
const status = z.array(
  z.object({
    type: z.string(),
    status: z.object({
      freeAccountsNumber: z.number(),
      allAccountsNumber: z.number(),
      busyAccounts: z.array(
        z.object({
          instance: z.object({ systemNickname: z.string(), systemLogin: z.string() }),
          lastSentSolutionAtMs: z.number(),
        }),
      ),
    }),
  }),
);

interface Row {
  /** Method and path as the client writes them. */
  call: () => string;
  sent?: () => object;
  reads: z.ZodType;
  /** Keeps an id for the rows below. */
  keeps?: keyof typeof ids;
  /** Whether only admins may: a moderator is refused with an error that the client shows. */
  isForAdmins?: boolean;
}

const contestForm = () => ({
  name: '1 September 2026 • Cup',
  startTimeMs: Date.now(),
  durationTimeMs: 5 * HOUR_MS + 0.4,
  relativeFreezeTimeMs: 4 * HOUR_MS,
  practiceDurationTimeMs: 3_960_000.000_000_000_5,
  groupIds: [ids.group],
  problemIds: [ids.problem],
  isRated: true,
});
const person = { username: 'b.petrov', firstName: 'Boris', lastName: 'Petrov' };
const csv = () => {
  const form = new FormData();
  form.append('file', new Blob([CSV_WINDOWS_1251]), 'users.csv');
  form.append('groupIds', `${ids.group}`);
  return form;
};
/** `Имя;Фамилия;Логин;Пароль;Админ`, then Анна Ким without a login and a password. */
const CSV_WINDOWS_1251 = Uint8Array.from(
  [...'h;h;h;h;h\r\n\xc0\xed\xed\xe0;\xca\xe8\xec;;;0\r\n'].map((sign) => sign.charCodeAt(0)),
);
const image = () => {
  const form = new FormData();
  form.append('file', new Blob([Buffer.from(PIXEL, 'base64')]), 'pixel.png');
  return form;
};
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const ROWS: Row[] = [
  {
    call: () => 'POST /api/admin/groups',
    sent: () => ({ userIds: [], name: 'First year', color: '#EF9A9A' }),
    ...{ reads: withId, keeps: 'group' },
  },
  {
    call: () => `POST /api/admin/groups/${ids.group}`,
    sent: () => ({ userIds: [], name: 'Second year', color: '#ef9a9a', groupId: `${ids.group}` }),
    reads: withId,
  },
  { call: () => `GET /api/admin/groups/${ids.group}`, reads: storedGroup },
  {
    call: () => 'POST /api/admin/users',
    sent: () => ({ ...person, password: 'b.petrov', email: 'b@example.org', groupIds: [ids.group] }),
    ...{ reads: withId, keeps: 'user' },
  },
  { call: () => `GET /api/admin/users/${ids.user}`, reads: storedUser },
  {
    call: () => `POST /api/admin/users/${ids.user}`,
    sent: () => ({
      ...person,
      ...{ password: '', email: null, groupIds: [ids.group], userId: ids.user, accessGroup: '256' },
    }),
    reads: alertPath,
  },
  { call: () => 'POST /api/admin/users-groups', sent: csv, reads: anything },
  {
    call: () => 'POST /api/admin/contests',
    sent: contestForm,
    ...{ reads: z.object({ contest: shape.contest }), keeps: 'contest' },
  },
  { call: () => `GET /api/admin/contests/${ids.contest}`, reads: shape.adminContest },
  {
    call: () => `POST /api/admin/contests/${ids.contest}`,
    sent: () => ({ ...contestForm(), contestId: `${ids.contest}` }),
    reads: anything,
  },
  {
    call: () => `POST /api/admin/contests/${ids.contest}/problems`,
    sent: () => ({ contestId: `${ids.contest}`, problemIds: [ids.second, ids.problem] }),
    reads: anything,
  },
  { call: () => `DELETE /api/admin/contests/${ids.contest}`, reads: alertPath },
  {
    call: () => `POST /api/admin/contests/${ids.contest}/repair`,
    ...{ reads: alertPath, isForAdmins: true },
  },
  ...['all', 'timus', 'acmp', 'cf', 'sgu', 'ejudge', 'yandex', 'yandexOfficial'].map(
    (system): Row => ({
      call: () => `GET /api/admin/problems?q=&systemType=${system}`,
      reads: shape.problemSearch,
    }),
  ),
  { call: () => `GET /api/admin/problems/${ids.problem}`, reads: shape.editedProblem },
  {
    call: () => `POST /api/admin/problems/${ids.problem}`,
    sent: () => ({
      ...{ id: ids.problem, title: 'Sums', systemType: 'ejudge', foreignProblemIdentifier: '' },
      htmlStatement: `<p>${'long '.repeat(30_000)}</p>`,
      textStatement: 'long',
      attachments: {},
      ...{ createdAt: new Date().toISOString(), updatedAt: new Date().toISOString(), unknown: null },
    }),
    ...{ reads: alertPath, isForAdmins: true },
  },
  { call: () => `DELETE /api/admin/problems/${ids.unused}`, reads: anything, isForAdmins: true },
  {
    call: () => 'POST /api/admin/problems/scan',
    sent: () => ({ systemType: 'timus', name: 'timus', insert: true, update: false }),
    ...{ reads: anything, isForAdmins: true },
  },
  ...['yandex-import-by-id', 'yandex-official-import-by-id'].map(
    (name): Row => ({
      call: () => `POST /api/admin/${name}`,
      sent: () => ({ contestId: 12 }),
      ...{ reads: z.strictObject({ result: z.literal('ok') }), isForAdmins: true },
    }),
  ),
  {
    call: () => 'POST /api/admin/problems/new/ejudge',
    sent: () => ({ title: 'Sum', ejudgeContestId: 12, ejudgeProblemIndex: 1 }),
    ...{ reads: withId, isForAdmins: true },
  },
  { call: () => 'GET /api/admin/status', reads: status, isForAdmins: true },
  { call: () => 'POST /upload/image', sent: image, reads: z.object({ link: z.string() }) },
  { call: () => `DELETE /api/admin/users/${ids.user}`, reads: alertPath, isForAdmins: true },
  {
    // Another one: the only group of a contest stays, or the contest would open to everybody.
    call: () => 'POST /api/admin/groups',
    sent: () => ({ userIds: [], name: 'Third year', color: '#EF9A9A' }),
    ...{ reads: withId, keeps: 'group' },
  },
  { call: () => `DELETE /api/admin/groups/${ids.group}`, reads: alertPath },
];

async function send(client: OlderClient, { call, sent }: Row) {
  const [method = '', path = ''] = call().split(' ');
  const body = sent?.();
  if (method === 'POST') return client.http.post(path, body);
  return client.http.send(method, path, {});
}

test('each call is taken as it is sent, and answered with what is read', async () => {
  for (const row of ROWS) {
    if (row.isForAdmins) expect([row.call(), (await send(moderator, row)).status]).toEqual([row.call(), 403]);
    const reply = await send(admin, row);
    expect([row.call(), reply.status, reply.text]).toEqual([row.call(), 200, expect.anything()]);
    const answer: unknown = reply.text === '' ? '' : JSON.parse(reply.text);
    const { error } = row.reads.safeParse(answer);
    expect([row.call(), error && z.prettifyError(error)]).toEqual([row.call(), undefined]);
    if (row.keeps) ids[row.keeps] = idIn(answer);
  }
});

const idIn = (answer: unknown) =>
  z
    .union([z.object({ contest: z.object({ id: z.number() }) }).transform(({ contest }) => contest), withId])
    .parse(answer).id;

test('a restart is asked for without a word while no contest runs', async () => {
  await server.services.db.updateTable('contest').set({ isSuspended: true }).execute();
  const reply = await admin.http.post('/api/admin/restart');
  expect([reply.status, alertPath.safeParse(reply.json).success]).toEqual([200, true]);
});

test('the console shows lines of the log as text, one by one, to those who listen and are admins', async () => {
  await admin.connect('websocket', ['console.log.scanner', 'console lines']);
  await moderator.connect('websocket', ['console.log.scanner']);
  server.services.log.warn('before: <img src=x onerror=alert(1)> [link](http://example.org)');
  for (const client of [admin, moderator]) client.emit('console.listenLogs', {});
  const line = z.object({
    message: z.string().regex(/^[\w\s&#;]*before[\w\s&#;]*$/),
    messageHash: z.literal(''),
    timestamp: z.number(),
  });
  expect((await admin.hears('console.log.scanner', line)).message).toContain('&#60;img src&#61;x');
  server.services.log.info('after');
  await admin.hears('console.log.scanner', line.extend({ message: z.string().regex(/after/) }));
  expect([admin.hasHeard('console lines'), moderator.hasHeard('console.log.scanner')]).toEqual([
    false,
    false,
  ]);
  moderator.close();
});
