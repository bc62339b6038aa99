import { TelegramAccount, TelegramLink } from '@balloon/contracts/people/account.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { notify } from '#telegram/notify.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';
import { openTestTelegram, TEST_BOT_TOKEN, type TestTelegram } from '#testing/test-telegram.ts';

let telegram: TestTelegram;
let plain: TestServer;
let server: TestServer;
let second: TestServer;
beforeAll(async () => {
  telegram = await openTestTelegram();
  plain = await startTestServer();
  const { databaseUrl } = plain;
  const options = { telegramToken: TEST_BOT_TOKEN, telegramApiRoot: telegram.url, databaseUrl };
  server = await startTestServer(options);
  second = await startTestServer(options);
});
afterAll(async () => {
  await second.close();
  await plain.close();
  await telegram.close();
});

let nextId = 7_000_000_000; // newer ones do not fit into 32 bits
let person: Person;
let phone: { id: number; username: string };
beforeEach(async () => {
  person = await server.given.signedIn(await server.given.user());
  nextId += 1;
  phone = { id: nextId, username: `phone${nextId}` };
});

async function linkKey(of = person): Promise<string> {
  const { url } = (await of.post('/api/user/telegram')).as(TelegramLink);
  expect(url).toMatch(/^https:\/\/t\.me\/balloon_bot\?start=[0-9a-f]{32}$/);
  return url.slice(-32);
}
const accountOf = async (one: Person) => (await one.get('/api/user/telegram-account')).json;
const link = async () => telegram.say(phone, `/start ${await linkKey()}`);

test('a person links their Telegram by the key, hears notices there and unlinks', async () => {
  expect((await person.get('/api/user/telegram-account')).text).toBe('null');
  const key = await linkKey();
  expect(await accountOf(person)).toMatchObject({ telegramId: null, linkKey: null });

  expect(await telegram.say(phone, `/start ${key}`)).toContain(person.user.username);

  const account = (await person.get('/api/user/telegram-account')).as(TelegramAccount);
  expect(account).toMatchObject({ userId: person.user.id, telegramId: phone.id, username: phone.username });
  expect(await notify(server.services, person.user.id, 'A new message')).not.toBeNull();
  expect(await telegram.heard(phone.id)).toBe('A new message');
  expect((await person.post('/api/user/telegram')).json.error?.code).toBe('TELEGRAM_LINKED');
  expect((await person.post('/api/user/telegram-disconnect')).status).toBe(200);
  expect(await notify(server.services, person.user.id, 'One more')).toBeNull();
});

test('the bot knows who is linked, and unlinks them', async () => {
  expect(await telegram.say(phone, '/me')).toContain('No account is linked');
  await link();
  expect(await telegram.say(phone, '/me')).toContain(person.user.username);
  expect(await telegram.say({ ...phone, language: 'ru' }, '/disconnect')).toContain('отвязана');
  expect((await person.get('/api/user/telegram-account')).text).toBe('null');
  expect(await telegram.say(phone, 'hello?')).toContain('/disconnect');
});

test('a key works once, for a quarter of an hour, and the newest only', async () => {
  const [older, newest] = [await linkKey(), await linkKey()];
  expect(await telegram.say(phone, `/start ${older}`)).toContain('used or is too old');
  await telegram.say(phone, `/start ${newest}`);
  expect(await telegram.say({ id: phone.id + 1_000_000 }, `/start ${newest}`)).toContain(
    'used or is too old',
  );

  const late = await server.given.signedIn(await server.given.user());
  const key = await linkKey(late);
  await server.services.db
    .updateTable('telegramAccount')
    .set((eb) => ({ linkKeyExpiresAtMs: eb('linkKeyExpiresAtMs', '-', 15 * 60_000) }))
    .where('accountId', '=', late.user.id)
    .execute();
  expect(await telegram.say({ id: phone.id + 2_000_000 }, `/start ${key}`)).toContain('used or is too old');
});

test('a stranger’s link does not draw the notices of a linked Telegram away', async () => {
  await link();
  const stranger = await server.given.signedIn(await server.given.user());

  expect(await telegram.say(phone, `/start ${await linkKey(stranger)}`)).toContain(person.user.username);

  expect(await accountOf(stranger)).toMatchObject({ telegramId: null });
  expect(await accountOf(person)).toMatchObject({ telegramId: phone.id });
});

test('who blocked the bot is not linked any more', async () => {
  await link();
  telegram.block(phone.id);
  expect(await notify(server.services, person.user.id, 'Hello')).toBeNull();
  expect((await person.get('/api/user/telegram-account')).text).toBe('null');
});

test('the links of older clients work, but not from pages of other sites', async () => {
  const before = await person.get('/api/user/telegram', { 'sec-fetch-site': 'same-origin' });
  expect(before.status).toBe(302);
  await telegram.say(phone, `/start ${before.headers.get('location')?.slice(-32)}`);
  expect((await person.get('/api/user/telegram')).headers.get('location')).toBe('/profile');

  const fromElsewhere: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', referer: server.url },
    { referer: 'https://evil.example/page' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }, // in a statement
  ];
  for (const headers of fromElsewhere) {
    const reply = await person.get('/api/user/telegram-disconnect', headers);
    expect([reply.status, reply.json.error?.code]).toEqual([403, 'CROSS_SITE']);
  }
  expect(await accountOf(person)).toMatchObject({ telegramId: phone.id });

  const followed = { referer: `${server.url}/profile`, 'sec-fetch-dest': 'document' };
  const reply = await person.get('/api/user/telegram-disconnect', followed);
  expect([reply.status, reply.headers.get('location')]).toEqual([302, '/profile']);
  expect((await person.get('/api/user/telegram-account')).text).toBe('null');
});

test('a site without a bot says so', async () => {
  const visitor = await plain.given.signedIn(person.user);
  expect((await visitor.get('/api/user/channels')).json).toEqual({ mail: false, telegram: false });
  expect((await visitor.post('/api/user/telegram')).json.error?.code).toBe('TELEGRAM_OFF');
  expect(await notify(plain.services, person.user.id, 'Hello')).toBeNull();
});

test('a Telegram that is away is told of, and is no accident', async () => {
  const cut = await startTestServer({ databaseUrl: plain.databaseUrl, telegramToken: TEST_BOT_TOKEN });
  const visitor = await cut.given.signedIn(person.user);
  const reply = await visitor.post('/api/user/telegram');
  expect([reply.status, reply.json.error?.code]).toEqual([503, 'TELEGRAM_AWAY']);
  await cut.close();
});

test('one web process listens at a time, and another takes over when it ends', async () => {
  await telegram.say(phone, '/me');
  expect(telegram.mostListeners()).toBe(1);

  await server.close();

  expect(await telegram.say(phone, '/me')).toContain('No account is linked');
  expect(telegram.mostListeners()).toBe(1);
});
