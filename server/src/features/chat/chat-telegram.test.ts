import { ChatMessages } from '@balloon/contracts/talk/chat.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findNotice } from '#features/chat/chat-notices.ts';
import { openEar } from '#testing/test-ear.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';
import { openTestTelegram, TEST_BOT_TOKEN, type TestTelegram } from '#testing/test-telegram.ts';

const [botId = ''] = TEST_BOT_TOKEN.split(':');
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

describe('a reply to a notice', () => {
  const phone = (id: number) => ({ id });
  /** A notice that came, and is remembered: people take longer than that to answer. */
  const noticed = async (personId: number, notice: string) => {
    expect(await telegram.heard(personId)).toBe(notice);
    const { db } = server.services;
    const noticeId = telegram.numberOf(personId, notice);
    await expect.poll(() => findNotice(db, { botId, telegramId: personId, noticeId })).toBeDefined();
  };
  const dialog = async (of: Person, peer: unknown) =>
    (await of.get(`/api/chat/chatMessages?peerUserId=${peer}&limit=100`)).as(ChatMessages).messages;
  const newest = async (of: Person, peer: unknown) => (await dialog(of, peer))[0];

  test('becomes a message to whom the notice was about, as the support from admins, with a receipt', async () => {
    await send(anna, 'admin', 'Where?');
    const notice = `💬 First ${anna.user.username}: Where?`;
    await noticed(PHONES.admin, notice);
    const ear = await openEar(anna);
    await ear.joins('chat.listen');

    expect(await telegram.reply(phone(PHONES.admin), notice, 'In room 5')).toBe(
      `✓ Sent to First ${anna.user.username}.`,
    );

    const { author, writtenBy } = await ear.hears('new chat message', ({ message }) => {
      return message.message === 'In room 5';
    });
    expect([author.id, writtenBy]).toEqual([2, undefined]);
    expect((await newest(admin, anna.user.id))?.writtenBy?.id).toBe(admin.user.id);
    expect((await admin.get('/api/chat/unreadMessagesNumber')).json).toEqual({ messagesNumber: 0 });
    await noticed(PHONES.anna, '💬 In room 5');

    expect(await telegram.reply(phone(PHONES.anna), '💬 In room 5', 'Found it')).toMatch(/^✓ Sent to /);
    expect(await newest(anna, 'admin')).toMatchObject({
      author: { id: anna.user.id },
      recipient: { id: 2 },
      message: { message: 'Found it', isRead: false },
    });
    expect(await telegram.heard(PHONES.admin)).toBe(`💬 First ${anna.user.username}: Found it`);
  });

  test('marks as read what came by Telegram, and nothing that its author has not seen', async () => {
    const vera = await server.given.signedIn(await server.given.user());
    await send(vera, 'admin', 'Before the admin linked');
    await noticed(PHONES.admin, `💬 First ${vera.user.username}: Before the admin linked`);
    const { db } = server.services;
    await db.deleteFrom('chatNotice').where('accountId', '=', vera.user.id).execute();
    await send(vera, 'admin', 'One');
    await noticed(PHONES.admin, `💬 First ${vera.user.username}: One`);
    await send(vera, 'admin', 'Two');
    const notice = `💬 First ${vera.user.username}: Two`;
    await noticed(PHONES.admin, notice);
    expect(await telegram.reply(phone(PHONES.admin), notice, 'Both')).toMatch(/^✓ Sent to /);
    const read = (await dialog(vera, 'admin')).map(({ message: { message, isRead } }) => [message, isRead]);
    expect(read.slice(1)).toEqual([
      ['Two', true],
      ['One', true],
      ['Before the admin linked', false],
    ]);
  });

  test('whose receipt quotes a deleted message, or that marks nothing as read, is sent all the same', async () => {
    const gleb = await server.given.signedIn(await server.given.user());
    const { db } = server.services;
    const telegramId = 7_100_000_005;
    await db.insertInto('telegramAccount').values({ accountId: gleb.user.id, telegramId }).execute();
    await send(admin, gleb.user.id, 'Here?');
    await noticed(telegramId, '💬 Here?');
    telegram.deleteAtOnce(telegramId);
    expect(await telegram.reply(phone(telegramId), '💬 Here?', 'Yes')).toMatch(/^✓ Sent to /);
    await telegram.heard(PHONES.admin);

    await send(admin, gleb.user.id, 'Still?');
    await noticed(telegramId, '💬 Still?');
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no reading'; end $$`.execute(
      db,
    );
    await sql`create trigger refuse before update on chat_message execute function refuse()`.execute(db);
    expect(await telegram.reply(phone(telegramId), '💬 Still?', 'Yes, still')).toMatch(/^✓ Sent to /);
    await sql`drop trigger refuse on chat_message`.execute(db);
    await telegram.heard(PHONES.admin);
  });

  test('to a notice of another bot, which counted its messages alike, is not taken for one of this bot', async () => {
    const dora = await server.given.signedIn(await server.given.user());
    await send(dora, 'admin', 'Which bot?');
    const notice = `💬 First ${dora.user.username}: Which bot?`;
    await noticed(PHONES.admin, notice);
    const { db } = server.services;
    const ofDora = db.updateTable('chatNotice').where('accountId', '=', dora.user.id);
    await ofDora.set({ botId: '99' }).execute();
    expect(await telegram.reply(phone(PHONES.admin), notice, 'This one')).toContain('nothing was sent');
    await ofDora.set({ botId }).execute();
    expect(await telegram.reply(phone(PHONES.admin), notice, 'This one')).toMatch(/^✓ Sent to /);
  });

  test('that Telegram brings twice arrives once', async () => {
    await send(admin, anna.user.id, 'Ready?');
    await noticed(PHONES.anna, '💬 Ready?');
    await telegram.reply(phone(PHONES.anna), '💬 Ready?', 'Yes, twice');
    expect(await telegram.repeat()).toMatch(/^✓/);
    const told = (await dialog(anna, 'admin')).filter(({ message }) => message.message === 'Yes, twice');
    expect(told).toHaveLength(1);
    await telegram.heard(PHONES.admin);
  });

  test('to anything else, by somebody else or after unlinking is refused politely and sends nothing', async () => {
    await send(admin, anna.user.id, 'Still there?');
    await noticed(PHONES.anna, '💬 Still there?');
    const before = await newest(anna, 'admin');
    const help = await telegram.say(phone(PHONES.anna), 'hello?');
    expect(await telegram.reply(phone(PHONES.anna), help, 'to the help')).toContain('nothing was sent');
    expect(await telegram.reply({ id: PHONES.anna, language: 'ru' }, help, 'эй')).toContain('не отправлено');
    expect(await telegram.reply(phone(PHONES.anna), '💬 Still there?', 'x'.repeat(4001))).toContain('4000');

    await telegram.say(phone(PHONES.anna), '/disconnect');
    expect(await telegram.reply(phone(PHONES.anna), '💬 Still there?', 'Yes')).toContain('nothing was sent');
    expect((await newest(anna, 'admin'))?.message.id).toBe(before?.message.id);
  });

  test('is bounded as messages of the page are, also for somebody who is banned meanwhile', async () => {
    const boris = await server.given.signedIn(await server.given.user());
    const telegramId = 7_100_000_004;
    const { db } = server.services;
    await db.insertInto('telegramAccount').values({ accountId: boris.user.id, telegramId }).execute();
    await send(admin, boris.user.id, 'Talk');
    await noticed(telegramId, '💬 Talk');
    for (let sent = 0; sent < 30; sent += 1) await send(boris, 'admin', `Message ${sent}`);
    expect(await telegram.reply(phone(telegramId), '💬 Talk', 'One more')).toMatch(/Too many.* s\./);

    await db.updateTable('account').set({ isBanned: true }).where('id', '=', boris.user.id).execute();
    expect(await telegram.reply(phone(telegramId), '💬 Talk', 'One more')).toContain('nothing was sent');
  });
});
