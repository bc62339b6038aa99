import { ChatEnvelope } from '@balloon/contracts/talk/chat.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SUPPORT_ID } from '#features/users/reserved-ids.ts';
import { openEar, type TestEar } from '#testing/test-ear.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

/* Two web processes on one database: a message sent to one is received from the other. */
let server: TestServer;
let other: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  other = await startTestServer({ databaseUrl: server.databaseUrl });
});
afterAll(async () => {
  await other.close();
  await server.close();
});

let anna: Person;
let annaHere: TestEar;
let annaThere: TestEar;
let supervisor: Person;
let supervisorThere: TestEar;
let stranger: TestEar;
beforeEach(async () => {
  anna = await server.given.signedIn(await server.given.user());
  supervisor = await server.given.supervisor();
  annaHere = await listen(anna);
  annaThere = await listen(await other.given.signedIn(anna.user));
  supervisorThere = await listen(await other.given.signedIn(supervisor.user));
  // Older clients name a person to follow; the server ignores it.
  stranger = await listen(await server.given.signedIn(await server.given.user()), anna.user.id);
  await stranger.joins('chat.listen', { userId: SUPPORT_ID });
});

async function listen(person: Person, userId = person.user.id): Promise<TestEar> {
  const ear = await openEar(person);
  await ear.joins('chat.listen', { userId });
  return ear;
}

const send = async (from: Person, recipientUserId: unknown, message: string) =>
  (await from.post('/api/chat/chatMessages', { recipientUserId, message })).as(ChatEnvelope).message;

async function expectSilence(ear: TestEar) {
  await ear.catchesUp();
  const chat = [
    'new chat message',
    'sent chat message',
    'read chat message',
    'delete chat message',
    'chat typing',
  ] as const;
  expect(chat.flatMap((event) => ear.heard(event))).toEqual([]);
}

test('a message reaches all windows of both sides on every process, and nobody else', async () => {
  const question = await send(anna, 'admin', 'question');
  const answer = await send(supervisor, anna.user.id, 'answer');

  const ids = (ear: TestEar, event: 'new chat message' | 'sent chat message') =>
    ear.heard(event).map(({ message }) => message.id);
  for (const ear of [annaHere, annaThere]) {
    await ear.hears('new chat message', ({ message }) => message.id === answer.id);
    expect([ids(ear, 'sent chat message'), ids(ear, 'new chat message')]).toEqual([
      [question.id],
      [answer.id],
    ]);
  }
  await supervisorThere.hears('sent chat message', ({ message }) => message.id === answer.id);
  expect(ids(supervisorThere, 'new chat message')).toEqual([question.id]);
  const told = supervisorThere.heard('sent chat message').at(-1);
  expect(told).toMatchObject({ author: { id: SUPPORT_ID }, writtenBy: { id: supervisor.user.id } });
  expect(JSON.stringify(annaThere.heard('new chat message'))).not.toContain(supervisor.user.username);
  await expectSilence(stranger);
});

test('reading and deleting are told to both sides', async () => {
  const { id } = await send(anna, 'admin', 'question');
  await supervisor.post('/api/chat/chatMessages/read', { peerUserId: anna.user.id });
  await anna.send('DELETE', `/api/chat/chatMessages?chatMessageIds=${id}`, {});

  for (const ear of [annaThere, supervisorThere]) {
    const ends = { id, userId: anna.user.id, recipientUserId: SUPPORT_ID };
    expect(await ear.hears('read chat message', (told) => told.id === id)).toEqual(ends);
    expect(await ear.hears('delete chat message', (told) => told.id === id)).toEqual(ends);
  }
  await expectSilence(stranger);
});

test('typing is told to the other side, as the support when a supervisor types', async () => {
  const tokenOf = async (person: Person) => String((await person.get('/api/user/token')).json.token);
  const ear = await openEar(supervisor);
  const tellAnna = { peerUserId: anna.user.id, token: await tokenOf(supervisor) };

  await annaHere.joins('chat.startTyping', { peerUserId: 'admin', token: await tokenOf(anna) });
  await ear.joins('chat.startTyping', tellAnna);

  const heard = await supervisorThere.hears('chat typing');
  expect(heard.peer.id).toBe(anna.user.id);
  expect((await annaThere.hears('chat typing')).peer.id).toBe(SUPPORT_ID);
  expect(annaThere.heard('chat typing')).toHaveLength(1);
  await expectSilence(stranger);
});

test('typing needs the person’s own living token and an own dialog', async () => {
  const type = async (ear: TestEar, peerUserId: unknown, token: string) =>
    (await ear.asks('chat.startTyping', { peerUserId, token })).code;
  const { token } = (await anna.get('/api/user/token')).json;
  const boris = await server.given.signedIn(await server.given.user());
  const borisEar = await openEar(boris);
  expect(await type(borisEar, 'admin', String(token))).toBe('TYPING_TOKEN_WRONG');
  const third = await openEar(await server.given.signedIn(await server.given.user()));
  expect(await type(third, 'admin', anna.token)).toBe('TYPING_TOKEN_WRONG');

  await server.services.db.updateTable('typingToken').set({ expiresAtMs: 1 }).execute();

  expect(await type(annaHere, 'admin', String(token))).toBe('TYPING_TOKEN_WRONG');
  await expectSilence(supervisorThere);
});

test('who no longer listens hears nothing more', async () => {
  await annaHere.joins('chat.stopListen');
  await send(supervisor, anna.user.id, 'hello');
  await annaThere.hears('new chat message');
  await expectSilence(annaHere);
});
