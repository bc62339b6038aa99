import {
  MAX_OPEN_QUESTIONS,
  MAX_QUESTION_LENGTH,
  MAX_QUESTIONS_A_MINUTE,
} from '@balloon/contracts/talk/message-limits.ts';
import { ContestMessage, MessageList, MessageReaders } from '@balloon/contracts/talk/messages.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SUPPORT_ID } from '#features/users/reserved-ids.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let contest: GivenContest;
let anna: Person;
let boris: Person;
let jury: Person;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  contest = await server.given.contest({ problems: ['A', 'B'] });
  anna = await server.given.participant(contest);
  boris = await server.given.participant(contest);
  jury = await server.given.supervisor();
});

const address = (rest = '') => `/api/contest/${contest.id}/messages${rest}`;

async function sends(person: Person, body: Record<string, unknown>): Promise<ContestMessage['message']> {
  const reply = await person.post(address(), body);
  expect([reply.status, reply.text]).toEqual([200, reply.text]);
  return reply.as(ContestMessage).message;
}

async function lists(person: Person, query = ''): Promise<MessageList> {
  return (await person.get(address(query))).as(MessageList);
}

const textsOf = (messages: readonly ContestMessage[]) => messages.map(({ message }) => message.text);

describe('an announcement', () => {
  test('is for everybody in the contest, in the shapes of older and newer clients', async () => {
    await sends(jury, { message: 'Old **spelling**', attachments: {}, asAdmin: false, contestId: 77 });
    await sends(jury, { text: 'New spelling', symbolIndex: 'b' });

    const { read, unread, unreadNumber, openQuestionsNumber } = await lists(anna);

    expect(read).toEqual([]);
    expect(textsOf(unread)).toEqual(['New spelling', 'Old **spelling**']);
    expect([unreadNumber, openQuestionsNumber]).toEqual([2, null]);
    expect(unread[0]).toMatchObject({
      author: { id: jury.user.id },
      message: { contestId: contest.id, symbolIndex: 'B', isRead: false, readAtMs: null, asAdmin: false },
    });
    expect(unread[0]?.message.time).toBe(unread[0]?.message.postAtMs);
  });

  test('moves from unread to read, for the person who reads and what they were shown', async () => {
    const first = await sends(jury, { text: 'first' });
    await sends(jury, { text: 'second' });

    await anna.post(address('/read'), { messageIds: [first.id, 999_999] });
    const annas = await lists(anna);
    expect([textsOf(annas.read), textsOf(annas.unread)]).toEqual([['first'], ['second']]);

    // Older clients send nothing; two windows may do it at once.
    const replies = await Promise.all([1, 2, 3].map(() => anna.post(address('/read'))));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await lists(anna)).unreadNumber).toBe(0);
    expect((await lists(boris)).unreadNumber).toBe(2);
  });

  test('is no news to its author', async () => {
    await sends(jury, { text: 'mine' });
    expect(textsOf((await lists(jury)).read)).toEqual(['mine']);
  });

  test('of an admin comes from the support account; supervisors see who wrote it, nobody else', async () => {
    const admin = await server.given.admin();
    await sends(admin, { text: 'official', asAdmin: true });

    const [forAnna] = (await lists(anna)).unread;
    expect(forAnna?.author.id).toBe(SUPPORT_ID);
    expect(forAnna?.message.sentBy).toBeNull();
    expect((await lists(jury)).unread[0]?.message.sentBy?.id).toBe(admin.user.id);
  });

  test('never comes from the support account when a moderator sends it', async () => {
    const reply = await jury.post(address(), { text: 'as if official', asAdmin: true });
    expect([reply.status, reply.json.error?.code]).toEqual([403, 'ROLE_NOT_SUFFICIENT']);
    expect((await sends(jury, { text: 'mine' })).asAdmin).toBe(false);
  });

  test('shows supervisors who has read it: participants, and nobody who only looks in', async () => {
    const urgent = await sends(jury, { text: 'stop', isUrgent: true });
    await server.given.joined(jury.user, contest);
    expect((await lists(jury)).read[0]?.message.readers).toEqual({ read: 0, all: 2 });
    await anna.post(address('/read'));
    await (await server.given.admin()).post(address('/read'));

    expect((await lists(jury)).read[0]?.message.readers).toEqual({ read: 1, all: 2 });
    const readers = (await jury.get(address(`/${urgent.id}/readers`))).as(MessageReaders);
    expect(readers.read.map(({ user }) => user.id)).toEqual([anna.user.id]);
    expect(readers.unread.map(({ id }) => id)).toEqual([boris.user.id]);
    expect((await lists(anna)).read[0]?.message.readers).toBeNull();
    expect((await anna.get(address(`/${urgent.id}/readers`))).status).toBe(403);
  });

  test('can be taken back by a supervisor', async () => {
    const { id } = await sends(jury, { text: 'wrong' });
    expect((await anna.send('DELETE', address(`/${id}`), {})).status).toBe(403);
    expect((await jury.send('DELETE', address(`/${id}`), {})).status).toBe(200);
    expect((await jury.send('DELETE', address(`/${id}`), {})).status).toBe(404);
    expect((await lists(anna)).unreadNumber).toBe(0);
  });

  test.each([
    ['no text', {}],
    ['blanks', { message: ' \n ' }],
    ['characters that nobody sees', { message: '\u200b\u2060 \ufe0f\u2800' }],
    ['an object', { message: { $ne: '' } }],
    ['a zero byte', { message: 'a\u0000b' }],
    ['a script as a file', { text: 'x', attachments: { files: [{ type: 'pdf', url: 'javascript:1' }] } }],
    ['a problem that is no letter', { text: 'x', symbolIndex: '../1' }],
  ])('with %s is refused', async (_what, body) => {
    expect((await jury.post(address(), body)).status).toBe(400);
  });

  test('about a problem that the contest has not is refused', async () => {
    const reply = await jury.post(address(), { text: 'x', symbolIndex: 'Z' });
    expect(reply.json.error?.code).toBe('PROBLEM_NOT_FOUND');
  });

  test('sent twice under one key is one', async () => {
    const body = { text: 'once', idempotencyKey: 'key-of-the-first-one' };
    const sent = await Promise.all([1, 2, 3].map(() => sends(jury, body)));
    const later = await sends(jury, body);
    expect(new Set([...sent, later].map(({ id }) => id)).size).toBe(1);
    expect((await lists(anna)).unreadNumber).toBe(1);
    const reply = await jury.post(address(), { ...body, text: 'another' });
    expect(reply.json.error?.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('comes page by page where there are many', async () => {
    for (const text of ['1', '2', '3']) await sends(jury, { text });
    const first = await lists(anna, '?count=2');
    expect([textsOf(first.unread), first.hasMore, first.unreadNumber]).toEqual([['3', '2'], true, 3]);
    const rest = await lists(anna, `?count=2&before=${first.unread.at(-1)?.message.id}`);
    expect([textsOf(rest.unread), rest.hasMore]).toEqual([['1'], false]);
  });
});

describe('a question', () => {
  test('is known to its author and the supervisors, not to anybody else and not in counters', async () => {
    const question = await sends(anna, { message: 'What is n?', symbolIndex: 'A' });

    expect(question).toMatchObject({ kind: 'question', symbolIndex: 'A', isPrivate: true, isRead: true });
    const juries = await lists(jury);
    expect(juries).toMatchObject({ unreadNumber: 1, openQuestionsNumber: 1 });
    expect(juries.unread[0]?.author.id).toBe(anna.user.id);
    expect(textsOf((await lists(anna)).read)).toEqual(['What is n?']);
    const boriss = await boris.get(address());
    expect(boriss.as(MessageList)).toMatchObject({ read: [], unread: [], unreadNumber: 0 });
    expect(boriss.text).not.toContain('What is n');
  });

  test('is not marked as read by who may not know of it', async () => {
    const { id } = await sends(anna, { text: 'What is n?' });
    await boris.post(address('/read'), { messageIds: [id] });
    const marks = await server.services.db
      .selectFrom('contestMessageRead')
      .select('accountId')
      .where('messageId', '=', id)
      .execute();
    expect(marks).toEqual([{ accountId: anna.user.id }]);
  });

  test('answered in private is answered to one', async () => {
    const { id } = await sends(anna, { text: 'What is n?' });
    await sends(jury, { text: 'It is the number of balloons', questionId: id });

    const [answer] = (await lists(anna)).unread;
    expect(answer?.message).toMatchObject({ kind: 'answer', questionId: id, isPrivate: true });
    expect(answer?.message.question).toMatchObject({ text: 'What is n?', author: { id: anna.user.id } });
    expect((await lists(anna)).read[0]?.message.isAnswered).toBe(true);
    expect((await lists(jury)).openQuestionsNumber).toBe(0);
    expect(await lists(boris)).toMatchObject({ read: [], unread: [], unreadNumber: 0 });
  });

  test('answered to all keeps who asked, and is quoted only if the jury wants', async () => {
    const { id } = await sends(anna, { text: 'What is n?' });
    await sends(jury, { text: 'Without', questionId: id, isPrivate: false });
    await sends(jury, { text: 'With', questionId: id, isPrivate: false, quotesQuestion: true });

    const reply = await boris.get(address());
    const [quoting, bare] = reply.as(MessageList).unread;
    expect(quoting?.message.question).toEqual({ id, text: 'What is n?', author: null });
    expect(bare?.message).toMatchObject({ text: 'Without', question: null, questionId: null });
    expect(reply.text).not.toContain(anna.user.username);
    expect((await lists(anna)).unread[0]?.message.question?.author?.id).toBe(anna.user.id);
  });

  test('takes one of the usual answers', async () => {
    const { id } = await sends(anna, { text: 'Why?' });
    await sends(jury, { text: 'No comment', stock: 'noComment', questionId: id });
    expect((await lists(anna)).unread[0]?.message.stock).toBe('noComment');
  });

  test('is taken off the open ones without an answer, and put back', async () => {
    const { id } = await sends(anna, { text: 'Why?' });
    const settle = (person: Person, isAnswered: boolean) =>
      person.post(address(`/${id}/answered`), { isAnswered });
    expect((await settle(anna, true)).status).toBe(403);

    expect((await settle(jury, true)).as(ContestMessage).message.isAnswered).toBe(true);
    expect((await lists(jury, '?filter=open')).unread).toEqual([]);
    await settle(jury, false);
    expect(textsOf((await lists(jury, '?filter=open')).unread)).toEqual(['Why?']);
  });

  test('is no announcement, whatever its author writes into the request', async () => {
    const other = await sends(boris, { text: 'of another' });
    const question = await sends(anna, { text: 'x', questionId: other.id, isPrivate: false, isUrgent: true });
    expect(question).toMatchObject({ kind: 'question', isPrivate: true, isUrgent: false, questionId: null });
    expect((await lists(boris)).read).toHaveLength(1);
    const reply = await anna.post(address(), { text: 'x', asAdmin: true });
    expect(reply.status).toBe(403);
  });

  test('is bounded in length and carries no files', async () => {
    const long = await anna.post(address(), { text: 'x'.repeat(MAX_QUESTION_LENGTH + 1) });
    expect(long.json.error?.code).toBe('QUESTION_TOO_LONG');
    const files = [{ type: 'pdf', url: 'https://example.org/a.pdf' }];
    const loaded = await anna.post(address(), { text: 'x', attachments: { files } });
    expect(loaded.json.error?.code).toBe('QUESTION_WITH_FILES');
  });

  test('comes in bounded numbers, also when they are sent at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 3 * MAX_QUESTIONS_A_MINUTE }, (_, n) => anna.post(address(), { text: `${n}` })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(MAX_QUESTIONS_A_MINUTE);
    expect(replies.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('60');
    expect((await boris.post(address(), { text: 'mine' })).status).toBe(200);
  });

  test('waits with few others of the same person', async () => {
    const postedAtMs = Date.now() - 3_600_000;
    const waiting = { contestId: contest.id, kind: 'question' as const, text: 'x', postedAtMs };
    await server.services.db
      .insertInto('contestMessage')
      .values(
        Array.from({ length: MAX_OPEN_QUESTIONS }, () => ({
          ...waiting,
          authorId: anna.user.id,
          recipientId: anna.user.id,
        })),
      )
      .execute();
    const reply = await anna.post(address(), { text: 'one more' });
    expect(reply.json.error?.code).toBe('TOO_MANY_OPEN_QUESTIONS');
  });

  test('before the start tells nothing about the problems', async () => {
    contest = await server.given.contest({ startsInMin: 10, problems: ['A', 'B'] });
    const early = await server.given.participant(contest);
    for (const symbolIndex of ['A', 'Z']) {
      const reply = await early.post(address(), { text: 'x', symbolIndex });
      expect(reply.json.error?.code).toBe('CONTEST_NOT_STARTED');
    }
    await sends(jury, { text: 'about B', symbolIndex: 'B' });
    expect((await lists(early)).unread[0]?.message).toMatchObject({ symbolIndex: null, color: null });
  });
});

describe('nobody reads or writes who', () => {
  const calls = (person: Person) =>
    Promise.all([
      person.get(address()),
      person.post(address(), { text: 'x' }),
      person.post(address('/read')),
    ]).then((replies) => replies.map(({ json }) => json.error?.code));

  test('has not joined', async () => {
    const stranger = await server.given.signedIn(await server.given.user());
    expect(await calls(stranger)).toEqual(Array(3).fill('CONTEST_NOT_JOINED'));
  });

  test('was removed from the contest', async () => {
    await sends(jury, { text: 'x' });
    await server.services.db.deleteFrom('contestParticipant').where('accountId', '=', anna.user.id).execute();
    expect(await calls(anna)).toEqual(Array(3).fill('CONTEST_NOT_JOINED'));
  });

  test.each([
    ['is banned', { isBanned: true }],
    ['is locked', { accessMask: 16 }],
  ])('%s', async (_what, change) => {
    await server.services.db.updateTable('account').set(change).where('id', '=', anna.user.id).execute();
    await server.services.announcements.caughtUp();
    expect(await calls(anna)).toEqual(Array(3).fill('NOT_SIGNED_IN'));
  });

  test('moderates other groups', async () => {
    contest = await server.given.contest({ groups: [await server.given.group()] });
    expect(await calls(jury)).toEqual(Array(3).fill('CONTEST_ACCESS_DENIED'));
  });
});

test.each([
  ['nested quotes', '> '.repeat(990)],
  ['nested quotes without end', '> '.repeat(9_990)],
  ['nested emphasis', `${'*'.repeat(9_000)}a${'*'.repeat(9_000)}`],
])('%s are refused in the text and in that of the attachments, from everybody', async (_what, attack) => {
  for (const person of [jury, anna]) {
    for (const body of [{ text: attack }, { text: 'Hello', attachments: { content: { text: attack } } }]) {
      const reply = await person.post(address(), body);
      expect([reply.status, reply.json.error?.code]).toEqual([400, 'MARKUP_TOO_COMPLEX']);
    }
  }
  expect((await lists(jury)).unreadNumber).toBe(0);
});

test('the text of the attachments counts as part of a question', async () => {
  const content = { text: 'a '.repeat(MAX_QUESTION_LENGTH / 2) };
  const reply = await anna.post(address(), { text: 'Hello', attachments: { content } });
  expect([reply.status, reply.json.error?.code]).toEqual([400, 'QUESTION_TOO_LONG']);
});

test('the text of the attachments alone is that of the message, once and within the same bound', async () => {
  const config = { markup: 'markdown', replaced: true };
  const ask = (text: string) =>
    anna.post(address(), {
      ...{ contestId: contest.id, asAdmin: false },
      attachments: { config, files: [], content: { text } },
    });
  expect((await ask('How long?')).json.message).toMatchObject({
    text: 'How long?',
    attachments: { config },
  });
  expect((await lists(jury)).unread.map(({ message }) => message.attachments.content)).toEqual([undefined]);
  const long = await ask('x'.repeat(MAX_QUESTION_LENGTH + 1));
  expect([long.status, long.json.error?.code]).toEqual([400, 'QUESTION_TOO_LONG']);
  expect((await ask(' ')).json.error?.fields).toEqual({ message: 'is required' });
});

test('a message is found in its own contest only', async () => {
  const { id } = await sends(anna, { text: 'here' });
  contest = await server.given.contest();
  expect((await jury.post(address(), { text: 'x', questionId: id })).status).toBe(404);
  expect((await jury.get(address(`/${id}/readers`))).status).toBe(404);
  expect((await jury.send('DELETE', address(`/${id}`), {})).status).toBe(404);
  expect((await jury.post(address(`/${id}/answered`), { isAnswered: true })).status).toBe(404);
});
