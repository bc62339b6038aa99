import { QUESTION_TAKEN_MS } from '@balloon/contracts/talk/message-limits.ts';
import { ContestMessage, MessageList, StockAnswers } from '@balloon/contracts/talk/messages.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let contest: GivenContest;
let anna: Person;
let boris: Person;
let jury: Person;
let colleague: Person;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  contest = await server.given.contest({ problems: ['A', 'B'] });
  anna = await server.given.participant(contest);
  boris = await server.given.participant(contest);
  jury = await server.given.supervisor();
  colleague = await server.given.supervisor();
});

const address = (rest = '') => `/api/contest/${contest.id}/messages${rest}`;

async function sends(person: Person, body: Record<string, unknown>): Promise<ContestMessage['message']> {
  return (await person.post(address(), body)).as(ContestMessage).message;
}

async function listed(person: Person, query: string): Promise<string[]> {
  const { read, unread } = (await person.get(address(`?${query}`))).as(MessageList);
  return [...read, ...unread].map(({ message }) => message.text).sort();
}

test('the jury finds messages by what they are about and by who asked', async () => {
  const about = await sends(anna, { text: 'statement', symbolIndex: 'A' });
  await sends(jury, { text: 'read it', questionId: about.id });
  await sends(anna, { text: 'screen', category: 'operations' });
  await sends(boris, { text: 'rules' });

  expect(await listed(jury, 'about=A')).toEqual(['read it', 'statement']);
  expect(await listed(jury, 'about=operations,general')).toEqual(['rules', 'screen']);
  expect(await listed(jury, 'about=B')).toEqual([]);
  expect(await listed(jury, `authorId=${anna.user.id}`)).toEqual(['read it', 'screen', 'statement']);
  expect(await listed(jury, `about=A&filter=open`)).toEqual([]);
  // A participant learns nothing of the questions of others.
  expect(await listed(boris, `authorId=${anna.user.id}`)).toEqual(['rules']);
  expect((await jury.get(address('?about=lunch'))).status).toBe(400);
});

test('before the start a letter chooses nothing for participants', async () => {
  contest = await server.given.contest({ problems: ['A'], startsInMin: 10 });
  anna = await server.given.participant(contest);
  await sends(jury, { text: 'soon', symbolIndex: 'A' });
  expect(await listed(anna, '')).toEqual(['soon']);
  expect(await listed(anna, 'about=A')).toEqual([]);
});

test('a question moves to another category or problem with its answers', async () => {
  const { id } = await sends(anna, { text: 'why' });
  await sends(jury, { text: 'so', questionId: id });

  const moved = await jury.post(address(`/${id}/topic`), { symbolIndex: 'b' });
  expect(moved.as(ContestMessage).message).toMatchObject({ symbolIndex: 'B', category: 'general' });
  expect(await listed(anna, 'about=B')).toEqual(['so', 'why']);

  await jury.post(address(`/${id}/topic`), { category: 'systems' });
  expect(await listed(anna, 'about=systems')).toEqual(['so', 'why']);
  expect((await jury.post(address(`/${id}/topic`), { symbolIndex: 'Z' })).status).toBe(404);
  expect((await anna.post(address(`/${id}/topic`), {})).status).toBe(403);
});

test('a question that a supervisor answers is not taken by another, until the take runs out', async () => {
  const { id } = await sends(anna, { text: 'why' });
  const take = (who: Person, isTaken = true) => who.post(address(`/${id}/taken`), { isTaken });

  const replies = await Promise.all([take(jury), take(colleague)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  const holder = replies[0]?.status === 200 ? jury : colleague;
  const other = holder === jury ? colleague : jury;
  const seen = (await other.get(address('?filter=open'))).as(MessageList);
  expect([...seen.read, ...seen.unread][0]?.message.takenBy?.id).toBe(holder.user.id);
  const own = (await anna.get(address())).as(MessageList);
  expect([...own.read, ...own.unread][0]?.message.takenBy).toBeNull();

  // Others can't give back what they do not hold.
  await take(other, false);
  expect((await take(other)).json.error?.code).toBe('QUESTION_TAKEN');
  await server.services.db
    .updateTable('contestMessage')
    .set((eb) => ({ takenAtMs: eb('takenAtMs', '-', QUESTION_TAKEN_MS) }))
    .where('id', '=', id)
    .execute();
  expect((await take(other)).status).toBe(200);
  await take(other, false);
  expect((await take(holder)).status).toBe(200);
});

test('a contest has stock answers of its own, in two languages', async () => {
  const path = `/api/contest/${contest.id}/stock-answers`;
  expect((await jury.get(path)).as(StockAnswers)).toEqual({ version: 0, answers: [] });
  const answers = [{ 'en-us': 'Ask the hall.', 'ru-ru': 'Спросите дежурного.' }, { 'en-us': 'Later.' }];
  const first = await jury.post(path, { version: 0, answers });
  expect(first.as(StockAnswers)).toEqual({ version: 1, answers });

  const late = await colleague.post(path, { version: 0, answers: [] });
  expect([late.status, late.json.error?.code]).toEqual([409, 'CHANGED_MEANWHILE']);
  const second = await colleague.post(path, { version: 1, answers: answers.slice(1) });
  expect(second.as(StockAnswers)).toEqual({ version: 2, answers: answers.slice(1) });

  expect((await anna.get(path)).status).toBe(403);
  expect((await jury.post(path, { version: 2, answers: [{ 'en-us': ' ' }] })).status).toBe(400);
  expect((await jury.post(path, { version: 2, answers: [{ de: 'Nein.' }] })).status).toBe(400);
});

test('a message of the jury carries its text in both languages, one of a participant does not', async () => {
  const translations = { 'en-us': 'Lunch', 'ru-ru': 'Обед' };
  const announced = await sends(jury, { text: 'Lunch', translations });
  expect(announced.translations).toEqual(translations);
  const asked = await sends(anna, { text: 'When?', translations });
  expect(asked.translations).toEqual({});
});

test('questions that come at once have ids in the order of their times', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => server.given.participant(contest)));
  const sent = await Promise.all(people.map((person) => sends(person, { text: 'why' })));
  const byId = sent.sort((a, b) => a.id - b.id).map(({ postAtMs }) => postAtMs);
  expect(byId).toEqual([...byId].sort((a, b) => a - b));
});
