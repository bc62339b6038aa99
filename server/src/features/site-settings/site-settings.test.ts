import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AuditLog } from '@balloon/contracts/site/audit.ts';
import { SiteSettings } from '@balloon/contracts/site/site-settings.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestMailbox, type TestMailbox } from '#testing/test-mailbox.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';
import { openTestTelegram, TEST_BOT_TOKEN, type TestTelegram } from '#testing/test-telegram.ts';

const SETTINGS = '/api/admin/server/settings';
const MAIL = { siteUrl: 'https://cup.example.org', security: 'none', user: null, from: null } as const;
const LOOKS = { name: null, color: null, nameInLogo: false } as const;

let folder: string;
let mailbox: TestMailbox;
let telegram: TestTelegram;
let server: TestServer;
let second: TestServer;
let admin: Person;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'balloon-settings-'));
  await writeFile(path.join(folder, 'index.html'), '<title>Balloon</title>');
  mailbox = await openTestMailbox();
  telegram = await openTestTelegram();
  const options = { staticDir: folder, siteDir: path.join(folder, 'site'), contactsDir: folder };
  server = await startTestServer(options);
  second = await startTestServer({ ...options, databaseUrl: server.databaseUrl });
  admin = await server.given.admin();
});
afterAll(async () => {
  await second.close();
  await server.close();
  await telegram.close();
  await mailbox.close();
  await rm(folder, { recursive: true });
});

const read = async () => (await admin.get(SETTINGS)).as(SiteSettings);
type Section = keyof SiteSettings;
/** Saves a section on top of its newest version, unless the fields name another one. */
async function save(section: Section, fields: object, of = admin) {
  const { version } = (await read())[section];
  return of.post(`${SETTINGS}/${section}`, { version, ...fields });
}
const codeOf = (reply: Awaited<ReturnType<typeof save>>) => [reply.status, reply.json.error?.code];
const pageOf = async (at: TestServer) => (await fetch(`${at.url}/contests`)).text();
async function newestEntry() {
  return (await admin.get('/api/admin/audit?count=1&action=server.settings')).as(AuditLog).entries[0];
}

test('mail that an admin enters is sent at once, by every web process, and its password comes back nowhere', async () => {
  const { port } = new URL(mailbox.url);
  const form = {
    ...MAIL,
    host: '127.0.0.1',
    port: Number(port),
    user: 'robot',
    password: 'word-of-the-robot',
  };
  expect(await codeOf(await save('mail', { ...form, user: null }))).toEqual([400, 'INVALID_INPUT']);
  expect(await codeOf(await save('mail', { ...form, user: 'robot\r\nRCPT' }))).toEqual([
    400,
    'INVALID_INPUT',
  ]);

  const reply = await save('mail', form);

  expect(reply.as(SiteSettings).mail).toMatchObject({ isOn: true, password: 'stored', host: '127.0.0.1' });
  await expect
    .poll(() => second.services.options.smtpUrl)
    .toContain('smtp://robot:word-of-the-robot@127.0.0.1');
  const shown = [reply.text, (await admin.get(SETTINGS)).text, JSON.stringify(await newestEntry())].join();
  const rows = await server.services.db.selectFrom('siteSettings').selectAll().execute();
  server.services.log.warn('the mail server refused word-of-the-robot');
  const lines = server.services.console.kept.map(({ text }) => text).join();
  expect(lines).toContain('refused ***');
  expect(shown + JSON.stringify(rows) + lines).not.toContain('word-of-the-robot');
  expect(await newestEntry()).toMatchObject({
    subject: { kind: 'server', name: 'mail' },
    before: { hasPassword: false },
    after: { host: '127.0.0.1', hasPassword: true, passwordChanged: true },
  });

  // Without the field the password stays; the server of tests knows no accounts.
  expect((await save('mail', { ...MAIL, host: '127.0.0.1', port: Number(port), user: 'robot' })).status).toBe(
    200,
  );
  expect((await read()).mail.password).toBe('stored');
  await save('mail', { ...MAIL, host: '127.0.0.1', port: Number(port), password: null });
  await admin.post('/api/admin/server/test-message', { channel: 'mail', to: 'me@example.org' });
  expect((await mailbox.next('me@example.org')).to).toBe('me@example.org');
});

test('mail needs an address for its links', async () => {
  const refused = await save('mail', { ...MAIL, siteUrl: null, host: 'mail.example.org', port: null });
  expect(refused.json.error?.issues).toEqual([{ field: 'siteUrl', kind: 'required' }]);
  const wrong = await save('mail', { ...MAIL, host: 'no host', port: 70_000, from: 'x' });
  expect(Object.keys(Object(wrong.json.error?.fields)).sort()).toEqual(['from', 'host', 'port']);
});

test.each([
  ['host', '999.999.999.999'],
  ['host', '[::::]'],
  ['siteUrl', 'https://cup:example:org'],
])('mail refuses %s %s, with which no web process would start again', async (field, value) => {
  const reply = await save('mail', { ...MAIL, host: 'mail.example.org', port: null, [field]: value });
  expect(Object.keys(Object(reply.json.error?.fields))).toEqual([field]);
});

test('a half of a character in a text spoils nothing', async () => {
  const half = '\ud83d';
  const reply = await save('mail', {
    ...MAIL,
    host: '127.0.0.1',
    port: 9,
    user: `robot${half}`,
    password: half,
  });
  expect(reply.as(SiteSettings).mail.user).toBe('robot\ufffd');
  await save('mail', { ...MAIL, host: null, port: null, password: null });
});

test('a bot that an admin enters listens at once and stops when it is removed', async () => {
  await save('telegram', { apiRoot: telegram.url, token: TEST_BOT_TOKEN });
  const reply = await telegram.say({ id: 7_100_000_001, username: 'phone' }, '/start');
  expect(reply).not.toBe('');
  expect((await read()).telegram).toMatchObject({ isOn: true, token: 'stored', apiRoot: telegram.url });
  await save('telegram', { apiRoot: null, token: null });
  expect((await read()).telegram).toMatchObject({ isOn: false, token: 'none' });
  expect(server.services.telegram).toBeNull();
});

test('looks and contacts show at once; a file of the operator decides and says so', async () => {
  const svg = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="x"/>').toString('base64')}`;
  const reply = await save('looks', { ...LOOKS, name: 'Кубок', color: '#610fc9', logo: svg });
  const { logo } = reply.as(SiteSettings).looks;
  expect(await pageOf(server)).toContain('<title>Кубок</title>');
  await expect.poll(() => pageOf(second)).toContain('<title>Кубок</title>');
  const picture = await fetch(`${server.url}${logo}`);
  expect([await picture.text(), picture.headers.get('content-type')]).toEqual([
    '<svg xmlns="x"/>',
    'image/svg+xml',
  ]);
  expect(picture.headers.get('content-security-policy')).toContain('sandbox');
  await save('looks', { ...LOOKS, name: 'Кубок' });
  expect((await read()).looks.logo).toBe(logo);

  await save('contacts', { russian: 'Комната **7**', english: null });
  const contacts = async (locale: string) =>
    (await server.given.anonymous().get(`/api/contacts?locale=${locale}`)).json.markdown;
  expect([await contacts('ru-ru'), await contacts('en-us')]).toEqual(['Комната **7**', 'Комната **7**']);

  await mkdir(path.join(folder, 'site'));
  await writeFile(path.join(folder, 'site', 'site.json'), '{"name": "Of the file"}');
  await writeFile(path.join(folder, 'contacts.en-us.md'), 'Room 7');
  expect(await pageOf(server)).toContain('<title>Of the file</title>');
  expect(await contacts('en-us')).toBe('Room 7');
  await save('looks', { ...LOOKS, name: 'Ignored', color: '#00acec', logo: null });
  const { looks, contacts: texts } = await read();
  expect(looks).toMatchObject({
    name: 'Of the file',
    color: '#00acec',
    logo: null,
    fixed: { name: { source: 'file', name: 'site.json' } },
  });
  expect(texts).toMatchObject({ english: 'Room 7', fixed: { english: { name: 'contacts.en-us.md' } } });
  await rm(path.join(folder, 'site'), { recursive: true });
  await rm(path.join(folder, 'contacts.en-us.md'));
  expect((await read()).looks.name).toBe('Кубок');
});

test.each([
  ['no picture', 'data:image/png;base64,PGh0bWw+'],
  ['a page as SVG', 'data:image/svg+xml;base64,PGh0bWw+'],
  ['another kind', 'data:text/html;base64,PGh0bWw+'],
  ['too large', `data:image/png;base64,${'A'.repeat(300_000)}`],
])('a logo that is %s is refused at its field', async (_, logo) => {
  const reply = await save('looks', { ...LOOKS, logo });
  expect(codeOf(reply)).toEqual([400, 'INVALID_INPUT']);
  expect(reply.json.error?.issues?.[0]?.field).toBe('logo');
});

const USUAL = { trialRunsPerMinute: null, backupEveryHours: null, backupKeep: null, sameVersions: null };

test('a process that could not read a change reads it later', async () => {
  const { settings, log, options } = second.services;
  const reading = vi.spyOn(settings, 'reload').mockRejectedValueOnce(new Error('the database is busy'));
  const warned = vi.spyOn(log, 'warn');
  expect((await save('limits', { ...USUAL, trialRunsPerMinute: 7 })).status).toBe(200);
  await expect.poll(() => options.trialRunsPerMinute).toBe(7);
  expect(warned).toHaveBeenCalledWith(expect.anything(), expect.stringContaining('trying again'));
  expect(reading).toHaveBeenCalledTimes(2);
  vi.restoreAllMocks();
});

test('a process that has ended reads nothing again, also if a reading was under way', async () => {
  const third = await startTestServer({ databaseUrl: server.databaseUrl });
  const { settings, log } = third.services;
  const underWay = Promise.withResolvers<void>();
  const reading = vi.spyOn(settings, 'reload').mockReturnValueOnce(underWay.promise);
  const warned = vi.spyOn(log, 'warn');
  expect((await save('limits', USUAL)).status).toBe(200);
  await expect.poll(() => reading).toHaveBeenCalled();
  await third.close();
  underWay.reject(new Error('the connections are closed'));
  await new Promise(setImmediate);
  expect(warned).not.toHaveBeenCalledWith(expect.anything(), expect.stringContaining('trying again'));
  vi.restoreAllMocks();
});

test('limits count at once, and null brings the usual ones back', async () => {
  const reply = await save('limits', { ...USUAL, trialRunsPerMinute: 0, sameVersions: false });
  expect(reply.as(SiteSettings).limits).toMatchObject({
    trialRunsPerMinute: 0,
    usual: { trialRunsPerMinute: 10, backupKeep: 7, sameVersions: true },
  });
  expect(server.services.options).toMatchObject({
    trialRunsPerMinute: 0,
    backupKeep: 7,
    sameVersions: false,
  });
  await save('limits', USUAL);
  expect(server.services.options).toMatchObject({ trialRunsPerMinute: 10, sameVersions: true });
});

test('the second of two admins who edit the same section learns of the first', async () => {
  const other = await server.given.admin();
  const { version } = (await read()).contacts;
  const texts = { russian: 'Первый', english: null };
  await other.post(`${SETTINGS}/contacts`, { ...texts, version });
  const late = await admin.post(`${SETTINGS}/contacts`, { russian: 'Второй', english: null, version });
  expect(codeOf(late)).toEqual([409, 'CHANGED_MEANWHILE']);
  expect(late.json.error?.restParams).toMatchObject({
    version: version + 1,
    changedBy: { id: other.user.id },
    after: { russian: 'Первый' },
  });
  expect((await read()).contacts.russian).toBe('Первый');
});

test('what the environment sets cannot be changed here, and a secret of another key must be entered again', async () => {
  await save('telegram', { apiRoot: null, token: TEST_BOT_TOKEN });
  const third = await startTestServer({
    databaseUrl: server.databaseUrl,
    settingsKey: 'the-key-of-another-installation',
    smtpUrl: 'smtps://robot:hidden-word@mail.example.org',
    publicUrl: 'https://contest.example.org',
    given: { smtpUrl: 'environment', publicUrl: 'envFile' },
  });
  const there = await third.given.admin();
  const sent = { ...MAIL, host: 'other.example.org', port: null, from: 'Cup <cup@example.org>' };
  const { version } = (await there.get(SETTINGS)).as(SiteSettings).mail;
  const reply = await there.post(`${SETTINGS}/mail`, { ...sent, version });
  const { mail, telegram: bot } = reply.as(SiteSettings);
  expect(mail).toMatchObject({
    ...{ host: 'mail.example.org', security: 'tls', user: 'robot', from: 'Cup <cup@example.org>' },
    siteUrl: 'https://contest.example.org',
    fixed: { host: { source: 'environment', name: 'SMTP_URL' }, siteUrl: { source: 'envFile' } },
  });
  expect(bot).toMatchObject({ token: 'lost', isOn: false });
  expect(reply.text).not.toContain('hidden-word');
  await third.close();
  await save('telegram', { apiRoot: null, token: null });
});

test('a stored secret is entered again for another server, which would otherwise read it', async () => {
  const form = { ...MAIL, host: '127.0.0.1', port: 9, user: 'robot' };
  await save('mail', { ...form, password: 'word-of-the-robot' });
  const moved = { ...form, host: 'reader.example.org' };
  await save('telegram', { apiRoot: null, token: TEST_BOT_TOKEN });
  const refused = [
    await save('mail', moved),
    await save('mail', { ...moved, user: null }),
    await save('telegram', { apiRoot: 'https://reader.example.org' }),
  ];
  expect(refused.map(({ json }) => json.error?.issues?.[0])).toEqual(
    ['password', 'password', 'token'].map((field) => ({ field, kind: 'required' })),
  );
  expect(await read()).toMatchObject({ mail: { host: '127.0.0.1' }, telegram: { apiRoot: null } });
  expect((await save('mail', { ...moved, password: 'another word' })).status).toBe(200);
  expect((await save('mail', { ...form, password: null })).status).toBe(200);
  await save('mail', { ...MAIL, host: null, port: null });
  await save('telegram', { apiRoot: null, token: null });
});

test("the operator's token goes to no address that an admin enters", async () => {
  await save('telegram', { apiRoot: telegram.url });
  const telegramToken = `1${TEST_BOT_TOKEN}`;
  const third = await startTestServer({
    ...{ databaseUrl: server.databaseUrl, telegramToken, telegramApiRoot: 'http://127.0.0.1:9' },
    given: { telegramToken: 'environment' },
  });
  expect(third.services.telegram).toMatchObject({ token: telegramToken, apiRoot: 'http://127.0.0.1:9' });
  const there = await third.given.admin();
  expect((await there.get(SETTINGS)).as(SiteSettings).telegram).toMatchObject({
    apiRoot: 'http://127.0.0.1:9',
    fixed: { token: { name: 'TELEGRAM_TOKEN' }, apiRoot: { name: 'TELEGRAM_TOKEN' } },
  });
  await third.close();
  await save('telegram', { apiRoot: null });
});

test('only admins read and change settings', async () => {
  const moderator = await server.given.supervisor();
  expect((await moderator.get(SETTINGS)).status).toBe(403);
  expect((await save('looks', LOOKS, moderator)).status).toBe(403);
});
