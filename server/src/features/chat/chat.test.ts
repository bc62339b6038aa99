import { setTimeout as pause } from 'node:timers/promises';
import {
  ChatDialogs,
  ChatEnvelope,
  ChatMessages,
  ChatPeople,
  TypingToken,
} from '@balloon/contracts/talk/chat.ts';
import { MAX_CHAT_MESSAGE_LENGTH } from '@balloon/contracts/talk/chat-limits.ts';
import { PublicUser } from '@balloon/contracts/users.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SUPPORT_ID } from '#features/users/reserved-ids.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let anna: Person;
let moderator: Person;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  moderator = await server.given.supervisor();
  admin = await server.given.admin();
});
afterAll(() => server.close());
beforeEach(async () => {
  anna = await newcomer();
});

const newcomer = async () => server.given.signedIn(await server.given.user());
const send = (from: Person, recipientUserId: unknown, message: unknown, more: object = {}) =>
  from.post('/api/chat/chatMessages', { recipientUserId, message, attachments: {}, ...more });
const sent = async (from: Person, to: unknown, message: string) =>
  (await send(from, to, message)).as(ChatEnvelope);
const dialog = async (person: Person, peer: unknown, more = '') =>
  (await person.get(`/api/chat/chatMessages?peerUserId=${peer}${more}`)).as(ChatMessages);
const textsOf = ({ messages }: ChatMessages) => messages.map(({ message }) => message.message);
const unread = async (person: Person) =>
  Number((await person.get('/api/chat/unreadMessagesNumber')).json.messagesNumber);
const dialogs = async (person: Person) => (await person.get('/api/chat/chatDialogs')).as(ChatDialogs);
const read = (person: Person, peerUserId: unknown) =>
  person.post('/api/chat/chatMessages/read', { peerUserId });
const remove = (person: Person, ids: string) =>
  person.send('DELETE', `/api/chat/chatMessages?chatMessageIds=${ids}`, {});

describe('a participant and the supervisors', () => {
  test('talk to each other, all supervisors as one', async () => {
    const question = await sent(anna, 'admin', '  Is <b>2</b> prime?\nhttps://example.org  ');
    const answer = await sent(moderator, anna.user.id, 'Yes');

    expect(question.message).toMatchObject({
      userId: anna.user.id,
      recipientUserId: SUPPORT_ID,
      message: 'Is <b>2</b> prime?\nhttps://example.org',
      attachments: {},
      isRead: false,
    });
    expect(answer).toMatchObject({ author: { id: SUPPORT_ID }, recipient: { id: anna.user.id } });
    expect(textsOf(await dialog(anna, SUPPORT_ID))).toEqual(['Yes', question.message.message]);
    expect(textsOf(await dialog(admin, anna.user.id))).toEqual(textsOf(await dialog(anna, 'admin')));
  });

  test('only supervisors receive which supervisor answered', async () => {
    await sent(moderator, anna.user.id, 'Hello');

    const [seenByAdmin] = (await dialog(admin, anna.user.id)).messages;
    const seenByAnna = await anna.get('/api/chat/chatMessages?peerUserId=admin');
    const listedToAnna = await anna.get('/api/chat/chatDialogs');

    expect(seenByAdmin?.writtenBy?.id).toBe(moderator.user.id);
    expect(seenByAnna.text).not.toContain(moderator.user.username);
    expect(listedToAnna.text).not.toContain(moderator.user.username);
    expect(seenByAnna.text).not.toMatch(/email|writtenBy/);
  });

  test('count what is unread until it is read, and see that it was', async () => {
    const before = await unread(admin);
    await sent(anna, 'admin', 'one');
    await sent(anna, 'admin', 'two');
    await sent(admin, anna.user.id, 'three');
    expect([await unread(admin), await unread(anna)]).toEqual([before + 2, 1]);
    const listed = (await dialogs(moderator)).find(({ peer }) => peer.id === anna.user.id);
    expect(listed).toMatchObject({ unreadNumber: 2, author: { id: SUPPORT_ID } });

    expect((await read(moderator, anna.user.id)).json).toEqual({ success: true });

    expect([await unread(admin), await unread(anna)]).toEqual([before, 1]);
    const seen = (await dialog(anna, 'admin')).messages;
    expect(seen.map(({ message }) => message.isRead)).toEqual([false, true, true]);
  });

  test('receive who they are and who their partner is', async () => {
    const me = async (person: Person) => (await person.get('/api/chat/me')).as(PublicUser).id;
    const peer = async (person: Person, id: unknown) => {
      const reply = await person.get(`/api/chat/resolvePeer?peerUserId=${id}`);
      return reply.status === 200 ? reply.as(PublicUser).id : reply.status;
    };
    expect([await me(anna), await me(moderator), await me(admin)]).toEqual([
      anna.user.id,
      SUPPORT_ID,
      SUPPORT_ID,
    ]);
    expect(await peer(moderator, anna.user.id)).toBe(anna.user.id);
    expect(await peer(moderator, admin.user.id)).toBe(SUPPORT_ID);
    expect(await peer(moderator, 999_999)).toBe(404);
    expect(await peer(anna, moderator.user.id)).toBe(SUPPORT_ID);
  });

  test('the dialog list has the newest first, one entry each', async () => {
    const boris = await newcomer();
    await sent(anna, 'admin', 'first');
    await sent(boris, 'admin', 'second');
    await sent(anna, 'admin', 'third');

    const listed = await dialogs(admin);

    expect(listed.slice(0, 2).map(({ peer, headMessage }) => [peer.id, headMessage.message])).toEqual([
      [anna.user.id, 'third'],
      [boris.user.id, 'second'],
    ]);
    expect(await dialogs(anna)).toMatchObject([{ peer: { id: SUPPORT_ID }, author: { id: anna.user.id } }]);
    expect(await dialogs(await newcomer())).toEqual([]);
  });

  test('a supervisor who opens the support itself finds nothing and can write nothing there', async () => {
    expect((await dialog(admin, 'admin')).messages).toEqual([]);
    expect((await read(admin, 'admin')).status).toBe(200);
    expect((await send(admin, moderator.user.id, 'hi')).json.error?.code).toBe('CHAT_WITH_ONESELF');
  });
});

describe('nobody else', () => {
  test('reads, writes, marks or deletes, and learns not even who exists', async () => {
    const boris = await newcomer();
    const { message } = await sent(anna, 'admin', 'secret');
    for (const peer of [anna.user.id, 999_999]) {
      for (const reply of [
        await boris.get(`/api/chat/chatMessages?peerUserId=${peer}`),
        await boris.get(`/api/chat/resolvePeer?peerUserId=${peer}`),
        await send(boris, peer, 'psst'),
        await read(boris, peer),
      ]) {
        expect([reply.status, reply.json.error?.code]).toEqual([403, 'CHAT_ONLY_WITH_SUPPORT']);
        expect(reply.text).not.toContain('secret');
      }
    }
    for (const id of [message.id, 999_999]) {
      expect((await remove(boris, String(id))).json.error?.code).toBe('NOT_YOUR_MESSAGE');
    }
    expect((await boris.get('/api/chat/users?q=')).status).toBe(403);
    expect(textsOf(await dialog(anna, 'admin'))).toEqual(['secret']);
    expect(textsOf(await dialog(boris, 'admin'))).toEqual([]);
  });

  test('a person who became a supervisor is no longer listed or counted', async () => {
    const before = await unread(admin);
    await sent(anna, 'admin', 'I will be one of you');
    await server.services.db
      .updateTable('account')
      .set({ accessMask: 1024 })
      .where('id', '=', anna.user.id)
      .execute();

    expect((await dialogs(admin)).some(({ peer }) => peer.id === anna.user.id)).toBe(false);
    expect(await unread(admin)).toBe(before);
  });
});

describe('paging', () => {
  test('by message id neither skips nor repeats while messages come and go', async () => {
    for (let number = 1; number <= 25; number += 1) await sent(anna, 'admin', `number ${number}`);
    const first = await dialog(anna, 'admin');
    const oldestId = first.messages.at(-1)?.message.id;
    await sent(admin, anna.user.id, 'meanwhile');

    const second = await dialog(anna, 'admin', `&beforeId=${oldestId}`);

    expect([first.hasOlder, first.messagesNumber, first.messages.length]).toEqual([true, 25, 20]);
    expect(textsOf(second)).toEqual(['number 5', 'number 4', 'number 3', 'number 2', 'number 1']);
    expect(second.hasOlder).toBe(false);
  });

  test('by offset works as older clients do it', async () => {
    for (const text of ['a', 'b', 'c']) await sent(anna, 'admin', text);
    expect(textsOf(await dialog(anna, 'admin', '&limit=1&offset=1'))).toEqual(['b']);
    expect(textsOf(await dialog(anna, 'admin', '&limit=Infinity&offset=x'))).toEqual(['c', 'b', 'a']);
  });
});

describe('a message', () => {
  test('that makes no sense is refused with words', async () => {
    const wrong: [unknown, object][] = [
      [' \n ', {}],
      ['', {}],
      ['\u200b\u2060 \ufe0f\u2800', {}], // characters that nobody sees
      ['x'.repeat(MAX_CHAT_MESSAGE_LENGTH + 1), {}],
      ['a\0b', {}],
      [{ $ne: '' }, {}],
      ['x', { attachments: { file: 1 } }],
      ['x', { idempotencyKey: 'short' }],
    ];
    for (const [message, more] of wrong) {
      const reply = await send(anna, 'admin', message, more);
      expect([message, reply.status, reply.json.error?.code]).toEqual([message, 400, 'INVALID_INPUT']);
    }
    expect((await send(anna, 'nobody', 'x')).status).toBe(400);
    expect((await send(anna, 'admin', '🎈'.repeat(MAX_CHAT_MESSAGE_LENGTH / 2))).status).toBe(200);
  });

  test('sent again under its key arrives once, also at the same moment', async () => {
    const key = { idempotencyKey: 'key-of-anna-1' };
    const replies = await Promise.all([1, 2, 3].map(() => send(anna, 'admin', 'once', key)));

    expect(new Set(replies.map((reply) => reply.as(ChatEnvelope).message.id)).size).toBe(1);
    expect(textsOf(await dialog(anna, 'admin'))).toEqual(['once']);
    const other = await send(anna, 'admin', 'another', key);
    expect([other.status, other.json.error?.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    expect((await send(await newcomer(), 'admin', 'another', key)).status).toBe(200);
  });

  test('too many within a minute are refused, with the time to wait', async () => {
    const insist = async (message: string) => {
      for (;;) {
        const reply = await send(anna, 'admin', message);
        // A busy machine refuses what would wait for long, and pages send it again.
        if (reply.status !== 503) return reply;
        await pause(500);
      }
    };
    const replies = await Promise.all(Array.from({ length: 35 }, (_, index) => insist(`${index}`)));

    expect(replies.filter(({ status }) => status === 200)).toHaveLength(30);
    const refused = replies.find(({ status }) => status === 429);
    expect(refused?.json.error?.code).toBe('TOO_MANY_CHAT_MESSAGES');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('is taken back by its author, and by no other supervisor', async () => {
    const mine = await sent(anna, 'admin', 'mine');
    const theirs = await sent(moderator, anna.user.id, 'theirs');
    const both = `${mine.message.id},${theirs.message.id}`;
    for (const [person, ids] of [
      [anna, both],
      [admin, String(theirs.message.id)],
      [moderator, both],
    ] as const) {
      expect((await remove(person, ids)).status).toBe(403);
    }
    expect(textsOf(await dialog(anna, 'admin'))).toEqual(['theirs', 'mine']);

    const body = JSON.stringify({ chatMessageIds: [mine.message.id] });
    const headers = { 'content-type': 'application/json' };
    const removed = await anna.send('DELETE', '/api/chat/chatMessages', { headers, body });

    expect([removed.status, JSON.parse(removed.text)]).toEqual([200, [mine.message.id]]);
    expect((await remove(anna, String(mine.message.id))).status).toBe(200);
    expect((await remove(moderator, String(theirs.message.id))).status).toBe(200);
    expect(await dialog(anna, 'admin')).toMatchObject({ messages: [], messagesNumber: 0 });
    expect(await unread(anna)).toBe(0);
    expect(JSON.parse((await remove(anna, '')).text).error).toMatchObject({
      httpCode: 400,
      issues: [{ field: 'chatMessageIds', kind: 'too_small', bound: 1, of: 'array' }],
    });
  });
});

test('supervisors find people by any words of their names, and never another’s e-mail', async () => {
  const wanted = await server.given.user({ username: 'q100%_Zed', email: 'zed@example.org' });
  const find = async (q: string) => {
    const reply = await moderator.get(`/api/chat/users?q=${encodeURIComponent(q)}`);
    expect(reply.text).not.toContain('zed@example.org');
    return reply.as(ChatPeople).users.map(({ id }) => id);
  };
  expect(await find('ZED first')).toEqual([wanted.id]);
  expect(await find('%_z')).toEqual([wanted.id]);
  expect(await find('zed nobody')).toEqual([]);
  expect(await find('zed@example')).toEqual([]);
  expect(await find(moderator.user.username)).toEqual([]);
  expect(await find('')).toContain(anna.user.id);
});

test('a token for typing opens nothing else and is bounded in number and time', async () => {
  const issue = async () => (await anna.get('/api/user/token')).as(TypingToken);
  const { token, expiresAtMs } = await issue();

  expect(token).not.toBe(anna.token);
  expect(expiresAtMs).toBeGreaterThan(Date.now());
  expect((await server.given.anonymous().get('/api/user/me', { 'x-token': token })).status).toBe(401);
  for (let number = 0; number < 12; number += 1) await issue();
  const kept = await server.services.db
    .selectFrom('typingToken')
    .select('tokenHash')
    .where('accountId', '=', anna.user.id)
    .execute();
  expect(kept).toHaveLength(10);
});
