import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from '#test-server.ts';
import { openTestTelegram, TEST_BOT_TOKEN, type TestTelegram } from '#test-telegram.ts';

let telegram: TestTelegram;
let server: TestServer;
let anna: Person;
let admin: Person;
const PHONES = { anna: 7_100_000_001, admin: 7_100_000_002, moderator: 7_100_000_003 };

beforeAll(async () => {
  telegram = await openTestTelegram();
  server = await startTestServer({ telegramToken: TEST_BOT_TOKEN, telegramApiRoot: telegram.url });
  anna = await server.given.signedIn(await server.given.user());
  admin = await server.given.admin();
  const moderator = await server.given.supervisor();
  for (const [person, telegramId] of [
    [anna, PHONES.anna],
    [admin, PHONES.admin],
    [moderator, PHONES.moderator],
  ] as const) {
    await server.services.db
      .insertInto('telegramAccount')
      .values({ accountId: person.user.id, telegramId })
      .execute();
  }
});
afterAll(async () => {
  await server.close();
  await telegram.close();
});

const send = (from: Person, recipientUserId: unknown, message: string) =>
  from.post('/api/chat/chatMessages', { recipientUserId, message, idempotencyKey: `key of ${message}` });

test('who linked Telegram hears there of new messages, once each: the recipient, or the admins', async () => {
  for (const _try of [1, 2]) expect((await send(anna, 'admin', 'Help!')).status).toBe(200);
  expect(await telegram.heard(PHONES.admin)).toBe(`💬 First ${anna.user.username}: Help!`);

  expect((await send(admin, anna.user.id, 'How?')).status).toBe(200);
  expect(await telegram.heard(PHONES.anna)).toBe('💬 How?');

  await send(anna, 'admin', 'Thanks');
  expect(await telegram.heard(PHONES.admin)).toBe(`💬 First ${anna.user.username}: Thanks`);
});
