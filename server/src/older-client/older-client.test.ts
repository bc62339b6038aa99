import { databaseNowMs } from '@balloon/database/clock.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { OlderClient } from '#older-client/older-client.ts';
import * as shape from '#older-client/shapes.ts';
import { ROOMS } from '#realtime/rooms.ts';
import { startTestJudge, type TestJudge } from '#testing/test-judge.ts';
import { keyInMail, openTestMailbox, type TestMailbox } from '#testing/test-mailbox.ts';
import {
  type GivenContest,
  startTestServer,
  type TestClient,
  type TestServer,
} from '#testing/test-server.ts';

/*
 * The older client at our server: every call and event that the screens of the participant area use, with its
 * spellings, and every field that it reads of the answers.
 */

let server: TestServer;
let mailbox: TestMailbox;
let judge: TestJudge;
let groupId: number;
let contest: GivenContest;
let anna: OlderClient;
let boris: OlderClient;
let admin: OlderClient;
let annaId: number;
let groupKey: string;
const clients: OlderClient[] = [];

beforeAll(async () => {
  mailbox = await openTestMailbox();
  server = await startTestServer({ smtpUrl: mailbox.url, publicUrl: 'http://contest.example.org' });
  const { given } = server;
  judge = await startTestJudge(server.url);
  groupId = await given.group('Second year');
  contest = await given.contest({ name: 'Cup', problems: ['A', 'B'], groups: [groupId] });
  admin = older(await given.admin());
  boris = older(await given.participant(contest, { username: 'boris', groups: [groupId] }));
  groupKey = (await admin.post(`/admin/groups/${groupId}/links`, null, z.object({ registerKey: z.string() })))
    .registerKey;
});
afterAll(async () => {
  for (const client of clients) client.close();
  await server.close();
  await mailbox.close();
});

function older(http: TestClient = server.given.anonymous()): OlderClient {
  const client = new OlderClient(http, server.url);
  clients.push(client);
  return client;
}

describe('session and user', () => {
  const person = {
    firstName: 'Anna',
    lastName: 'Smirnova',
    email: 'anna@example.org',
    password: 'correct horse',
  };

  test('somebody registers into the group of a link, by a form, and signs in', async () => {
    anna = older();
    const group = await anna.get(
      `/admin/groups/links/${groupKey}`,
      shape.group.extend({ hasGroup: z.boolean() }),
    );
    expect(group).toMatchObject({ name: 'Second year', hasGroup: false });
    const registered = await anna.sendForm(
      '/user/authenticate/sign-up-in-group',
      { groupKey, username: 'anna', ...person },
      z.object({ id: z.number(), username: z.literal('anna') }),
    );
    annaId = registered.id;
    expect((await anna.http.get('/api/user/me')).status).toBe(401); // it does not sign in

    const signedIn = z.object({ token: z.string() });
    await anna.post('/user/authenticate/sign-in', { login: 'anna', password: person.password }, signedIn);
    await older().sendForm(
      '/user/authenticate/sign-in',
      { username: 'anna', password: person.password },
      signedIn,
    );
  });

  test('who one is, and others', async () => {
    expect(await anna.get('/user/me', shape.me)).toMatchObject({ id: annaId, fullName: 'Anna Smirnova' });
    const fields = await anna.get(
      '/user/me?fields=id,username',
      z.strictObject({ id: z.number(), username: z.string() }),
    );
    expect(fields).toEqual({ id: annaId, username: 'anna' });
    await anna.get(`/user/${annaId}`, shape.user);
    await boris.get(`/user/${annaId}`, z.null());
    await boris.get('/user/999999', z.null());
    expect(await anna.get(`/user/${annaId}/groups`, z.array(shape.group))).toHaveLength(1);
    expect(await anna.get('/user/telegram-account', z.null())).toBeNull();
  });

  test('a forgotten password is asked for and changed with everything in the address', async () => {
    await mailbox.next(person.email); // letter of the registration
    await anna.post('/user/email?email=anna%40example.org', null, z.object({ id: z.number() }));
    const confirm = keyInMail(await mailbox.next(person.email), 'confirmKey');
    await anna.post('/user/email/confirm', { confirmKey: confirm }, z.unknown());
    await older().post(
      '/user/password/reset?login=anna&language=ru',
      null,
      z.object({ ok: z.literal(true) }),
    );
    const resetKey = keyInMail(await mailbox.next(person.email), 'resetKey');
    const query = new URLSearchParams({ resetKey, password: 'new secret', passwordConfirm: 'new secret' });
    await older().post(`/user/password/change?${query}`, null, z.unknown());
    await anna.post(
      '/user/authenticate/sign-in',
      { login: person.email, password: 'new secret' },
      z.object({ token: z.string() }),
    );
  });

  test('signing out ends the session', async () => {
    const other = older();
    await other.post('/user/authenticate/sign-in', { login: 'anna', password: 'new secret' }, z.unknown());
    await other.post('/user/authenticate/logout', null, shape.result);
    expect((await other.http.get('/api/user/me')).status).toBe(401);
  });
});

describe('contests', () => {
  const path = () => `/contest/${contest.id}`;

  test('are listed, joined and read', async () => {
    const list = z.object({ contests: z.array(shape.contest), contestsNumber: z.number() });
    const query = 'count=10&offset=0&category=all&sort=byStart&sort_order=desc&query=cup';
    expect((await anna.get(`/contest/all?${query}`, list)).contestsNumber).toBe(1);
    await anna.get('/contest/all?count=Infinity', list);

    const canJoin = z.object({
      can: z.boolean(),
      joined: z.boolean(),
      confirm: z.boolean(),
      reason: z.string().optional(),
    });
    expect(await anna.get(`${path()}/canJoin`, canJoin)).toEqual({ can: true, joined: false, confirm: true });
    await anna.post(`${path()}/join`, null, shape.result.extend({ previouslyJoined: z.literal(false) }));
    await admin.post(`${path()}/join`, null, shape.result);
    await anna.get(path(), z.object({ contest: shape.contest }));
    expect(await anna.get(`${path()}/participants`, z.array(shape.user))).toHaveLength(2);
  });

  test('have problems and languages', async () => {
    const problems = await anna.get(`${path()}/problems`, z.array(shape.listedProblem));
    expect(problems.map(({ internalSymbolIndex }) => internalSymbolIndex)).toEqual(['A', 'B']);
    await anna.get(`${path()}/problems/b`, shape.contestProblem);
    expect(
      (await anna.get(`${path()}/problems/A/languages`, z.array(shape.language))).length,
    ).toBeGreaterThan(3);
  });

  test('take solutions with numbers as text, list them and give their source', async () => {
    const body = { symbolIndex: 'a', solution: 'print(1)', languageId: '5', contestId: contest.id };
    const { id } = await anna.post(`${path()}/solutions`, body, z.object({ id: z.number() }));
    await judge.result(await judge.mustClaim(), { verdict: 'wrongAnswer', testNumber: 2 });
    await boris.post(`${path()}/solutions`, { ...body, symbolIndex: 'B' }, z.object({ id: z.number() }));
    await judge.result(await judge.mustClaim());

    const filters = 'count=15&offset=0&filterUserIds=&filterProblemIds=&filterVerdictIds=';
    const { solutions } = await anna.get(`${path()}/solutions/my?${filters}`, shape.solutions);
    expect(solutions.map((one) => one.id)).toEqual([id]);
    expect((await anna.get(`${path()}/solutions/all?${filters}`, shape.solutions)).solutionsNumber).toBe(1);
    const ofAll = await admin.get(
      `${path()}/solutions/all?filterVerdictIds=1,2&filterUserIds=${annaId}`,
      shape.solutions,
    );
    expect(ofAll.solutions[0]).toMatchObject({ verdict: { id: 2 }, author: { id: annaId } });
    await anna.get('/user/solutions?count=50&offset=0&select=all', shape.solutions);

    const code = await anna.get(
      `${path()}/solutions/${id}/code`,
      shape.solution.extend({ sourceCode: z.string() }),
    );
    expect(code.sourceCode).toBe('print(1)');
    const raw = await anna.http.get(`/api${path()}/solutions/${id}/code?raw=true`);
    expect([raw.text, raw.headers.get('content-type')]).toEqual([
      'print(1)',
      expect.stringContaining('text/plain'),
    ]);
    await anna.get(`${path()}/table/solutions/user/${annaId}/problem/A?count=Infinity`, shape.solutions);
  });

  test('have both tables', async () => {
    const now = await anna.get(
      `${path()}/table2?count=50&offset=0&showInTimeMs=Infinity&contestId=1`,
      shape.table2,
    );
    expect(now.rows.map(({ cells }) => cells.map(({ result }) => result))).toEqual([
      ['—', '+'],
      ['-1', '—'],
    ]);
    const past = await anna.get(`${path()}/table2?showInTimeMs=${contest.startTimeMs}`, shape.table2);
    expect(past.rows.flatMap(({ cells }) => cells.map(({ result }) => result))).toEqual(['—', '—', '—', '—']);
    const { rows } = await anna.get(`${path()}/table`, shape.table);
    expect(rows.map(({ row, solutions }) => [solutions, row.map(({ result }) => result)])).toEqual([
      [1, ['—', '+']],
      [0, ['-1', '—']],
    ]);
  });

  test('turn a file into text', async () => {
    const form = new FormData();
    form.append('file', new Blob(['int main() {}\n']), 'main.cpp');
    const reply = await anna.http.post(`/api${path()}/pipe`, form);
    expect([reply.status, reply.text]).toEqual([200, 'int main() {}\n']);
    expect(reply.headers.get('content-type')).toContain('text/plain');
  });

  test('carry messages, and remember who read them', async () => {
    const attachments = {
      config: { markup: 'markdown', replaced: false, files_location: 'bottom', files_show_embed: true },
      files: [{ type: 'pdf', title: 'Rules', url: 'https://example.org/rules.pdf' }],
      content: { text: '' },
    };
    const body = { message: 'The *limit* has changed', attachments, asAdmin: true, contestId: contest.id };
    const sent = await admin.post(`${path()}/messages`, body, shape.sentMessage);
    expect(sent).toMatchObject({
      author: { id: 2 },
      message: { asAdmin: true, text: body.message, attachments },
    });
    const { unread } = await anna.get(`${path()}/messages`, shape.messages);
    expect(unread[0]?.message).toMatchObject({ text: body.message, isRead: false, attachments });
    await anna.post(`${path()}/messages/read`, null, z.unknown());
    const after = await anna.get(`${path()}/messages`, shape.messages);
    expect([after.read.length, after.unread.length]).toEqual([1, 0]);
  });
});

describe('problems, news and ratings', () => {
  test('a problem has versions, to be pinned in a contest', async () => {
    const [problemId] = contest.problemIds;
    const row = { problemId: problemId ?? 0, versionNumber: 1, title: 'First', htmlStatement: '<p>Old</p>' };
    await server.services.db.insertInto('problemVersion').values(row).execute();
    await anna.get(`/problems/${problemId}`, shape.problemPage);
    expect(await admin.get(`/problems/${problemId}/version/1`, shape.problemPage)).toMatchObject({
      versionNumber: 1,
    });
    const [version] = await admin.get(`/problems/${problemId}/versions`, z.array(shape.version));
    const link = z.object({ versionId: z.string().nullable() });
    for (const [versionId, stored] of [
      [version?.uuid, version?.uuid],
      ['-', null],
    ]) {
      const body = { versionId, problemId, contestId: contest.id };
      expect((await admin.post(`/problems/${problemId}/versions`, body, link)).versionId).toBe(stored);
    }
    await admin.post(
      `/admin/problems/${problemId}/rollback/1`,
      null,
      z.object({ versionNumber: z.literal(2) }),
    );
  });

  test('news are written, listed, read, edited and deleted', async () => {
    const body = { title: 'Hall', body: '<p>It <b>moved</b></p>', groupsIds: [groupId] };
    const { id } = await admin.post('/news', body, z.object({ id: z.number() }));
    expect(await anna.get('/news?offset=0&limit=5', z.array(shape.news))).toHaveLength(1);
    await admin.post(`/news/${id}`, { ...body, title: 'New hall' }, z.unknown());
    expect(await anna.get(`/news/${id}`, shape.news)).toMatchObject({ title: 'New hall', body: body.body });
    await admin.delete(`/news/${id}`);
    expect(await anna.get('/news?offset=0&limit=5', z.array(shape.news))).toHaveLength(0);
  });

  test('ratings are computed and read, before and after', async () => {
    const history = `/user/rating?userId=${annaId}&groupId=${groupId}`;
    expect(await anna.get(history, shape.ratingHistory)).toEqual({ currentRating: {}, ratingChanges: [] });
    await endContest();
    await admin.post('/admin/computeRatings', null, z.number());
    expect((await anna.get(history, shape.ratingHistory)).ratingChanges).toHaveLength(1);
    expect(await anna.get(`/user/rating/table?groupId=${groupId}`, shape.ratingTable)).toHaveLength(2);
    const body = { contestIds: [contest.id], scoreInTime: 2, scoreInPractice: 1 };
    expect((await anna.post('/admin/ratingTable', body, shape.scoreTable)).rows[0]).toMatchObject({
      scoreSum: 2,
    });
  });

  /** What was sent so far counts, practice follows. */
  async function endContest() {
    const { db } = server.services;
    const sinceStartMs = (await databaseNowMs(db)) - contest.startTimeMs;
    const times = { durationTimeMs: sinceStartMs, relativeFreezeTimeMs: sinceStartMs };
    await db
      .updateTable('contest')
      .set({ ...times, practiceDurationTimeMs: 36_000_000 })
      .where('id', '=', contest.id)
      .execute();
  }
});

describe('the chat', () => {
  test('goes from a participant to the support and back', async () => {
    expect(await admin.get('/chat/me', shape.user)).toMatchObject({ id: 2 });
    expect(await anna.get('/chat/me', shape.user)).toMatchObject({ id: annaId });
    expect(await anna.get('/chat/resolvePeer?peerUserId=1', shape.user)).toMatchObject({ id: 2 });

    const question = { message: 'Where?', attachments: {}, recipientUserId: 2 };
    await anna.post('/chat/chatMessages', question, shape.envelope);
    const unread = z.object({ messagesNumber: z.number() });
    expect(await admin.get('/chat/unreadMessagesNumber', unread)).toEqual({ messagesNumber: 1 });
    await admin.post(
      '/chat/chatMessages/read',
      { peerUserId: annaId },
      z.object({ success: z.literal(true) }),
    );
    expect(await admin.get('/chat/unreadMessagesNumber', unread)).toEqual({ messagesNumber: 0 });
    const answer = { message: 'Here', attachments: {}, recipientUserId: annaId };
    const { message } = await admin.post('/chat/chatMessages', answer, shape.envelope);

    const [dialog] = await anna.get('/chat/chatDialogs', z.array(shape.dialog));
    expect(dialog).toMatchObject({ peer: { id: 2 }, author: { id: 2 }, headMessage: { message: 'Here' } });
    const page = z.object({ messages: z.array(shape.envelope), messagesNumber: z.number() });
    const { messages } = await anna.get('/chat/chatMessages?peerUserId=2&limit=20&offset=0', page);
    expect(messages.map((one) => one.message.message)).toEqual(['Here', 'Where?']);
    await admin.delete(`/chat/chatMessages?chatMessageIds=${message.id}`);
    expect((await anna.get('/chat/chatMessages?peerUserId=2', page)).messagesNumber).toBe(1);
  });
});

describe('what supervisors do on the screens of participants', () => {
  test('they look people, groups and verdicts up', async () => {
    const people = z.object({ users: z.array(shape.user), q: z.literal('smirn'), usersNumber: z.literal(1) });
    await admin.get('/admin/users?q=smirn&count=100&offset=0', people);
    const groups = z.object({
      groups: z.array(shape.group.extend({ population: z.number() })),
      groupsNumber: z.number(),
    });
    expect((await admin.get('/admin/groups?q=second&count=10&offset=0', groups)).groups[0]?.population).toBe(
      2,
    );
    expect((await anna.get('/admin/verdicts', z.array(shape.verdict))).length).toBeGreaterThan(10);
  });

  test('they decide about solutions and participants', async () => {
    const { solutions } = await admin.get(
      `/contest/${contest.id}/solutions/all?filterUserIds=${annaId}`,
      shape.solutions,
    );
    const solutionId = solutions[0]?.id ?? 0;
    const one = `/admin/solutions/${solutionId}`;
    // It does not know that a verdict asks for the password, and shows the message of the refusal.
    await expect(admin.post(`${one}/verdict`, { verdictId: '12', solutionId }, z.unknown())).rejects.toThrow(
      /403.*PASSWORD_NEEDED/,
    );
    await admin.post(`${one}/refresh`, null, z.object({ id: z.number() }));
    const copy = await admin.post(`${one}/duplicate`, { solutionId, asAdmin: true }, shape.solution);
    expect(copy).toMatchObject({ userId: 2, duplicatedFromId: solutionId });
    await admin.delete(`/admin/solutions/${copy.id}`);
    const refresh = `/admin/contests/${contest.id}/solutions/refresh`;
    for (const what of ['', '/A', `/A/${annaId}`, `/all/${annaId}`]) {
      await admin.post(`${refresh}${what}`, null, shape.result);
    }
    for (let task = await judge.claim(); task; task = await judge.claim()) await judge.result(task);
  });
});

describe('the socket without a person', () => {
  test('has its client from here, of the generation that says "reconnect"', async () => {
    const script = await server.given.anonymous().get('/socket.io/socket.io.js');
    expect([script.status, script.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('javascript'),
    ]);
    expect(script.text).toMatch(/Socket\.IO v2\./);
  });

  test('lives through signing in, signing out and another person', async () => {
    const page = older();
    await page.connect('polling', ['new chat message']);
    const signIn = { login: 'boris', password: 'password of boris' };
    const write = (recipientUserId: number, message: string) =>
      admin.post('/chat/chatMessages', { message, recipientUserId }, shape.envelope);
    const borisId = (await boris.get('/user/me', shape.me)).id;

    await page.post('/user/authenticate/sign-in', signIn, z.unknown());
    page.emit('chat.listen', { userId: borisId });
    await expect.poll(() => page.reconnects).toBe(1);
    page.emit('chat.listen', { userId: borisId });
    await expect.poll(() => hears(page, () => write(borisId, 'Welcome'))).toBe(true);

    await page.post('/user/authenticate/logout', null, z.unknown());
    await expect.poll(() => page.reconnects).toBe(2);
  });

  async function hears(page: OlderClient, write: () => Promise<unknown>) {
    await write();
    return page.hasHeard('new chat message');
  }
});

describe('the socket', () => {
  const room = () => ({ contestId: String(contest.id), userId: annaId });

  test.each(['websocket', 'polling'] as const)('tells what happens, by %s', async (transport) => {
    const client = older(anna.http);
    const watcher = older(admin.http);
    const events = ['new solution', 'verdict updated', 'reset solution', 'table update', 'new message'];
    await client.connect(transport, [
      ...events,
      'new chat message',
      'read chat message',
      'delete chat message',
      'chat typing',
    ]);
    await watcher.connect(transport, ['chat typing', 'new chat message']);
    client.emit('contest.join', room());
    client.emit('solutions.listen', { userId: annaId });
    client.emit('chat.listen', { userId: annaId });
    watcher.emit('chat.listen', { userId: 2 });
    await heardOfTable(client);

    const body = { symbolIndex: 'A', solution: `print("${transport}")`, languageId: 5 };
    const { id } = await anna.post(`/contest/${contest.id}/solutions`, body, z.object({ id: z.number() }));
    await client.hears('new solution', shape.solution.extend({ id: z.literal(id), verdictId: z.null() }));
    const task = await judge.mustClaim();
    await judge.progress(task, 'testing', 4);
    const testing = z.object({ id: z.null(), isTerminal: z.literal(false) });
    await client.hears(
      'verdict updated',
      shape.verdictUpdated.extend({ id: z.literal(id), verdict: testing }),
    );
    await judge.result(task, { verdict: 'compilationError', compilationError: 'line 1' });
    const final = z.object({
      id: z.literal(3),
      isTerminal: z.literal(true),
      compilationError: z.literal('line 1'),
    });
    await client.hears(
      'verdict updated',
      shape.verdictUpdated.extend({ verdict: final, compilationError: z.string() }),
    );
    await admin.post(`/admin/solutions/${id}/refresh`, null, z.unknown());
    await client.hears('reset solution', z.object({ solutionId: z.literal(id) }));
    await judge.result(await judge.mustClaim());

    const text = `Hear, ${transport}`;
    await admin.post(`/contest/${contest.id}/messages`, { message: text, attachments: {} }, z.unknown());
    const message = shape.sentMessage.shape.message.extend({ text: z.literal(text) });
    await client.hears('new message', shape.sentMessage.extend({ message }));

    const sent = await admin.post(
      '/chat/chatMessages',
      { message: text, recipientUserId: annaId },
      shape.envelope,
    );
    const arrived = shape.envelope.extend({
      message: shape.chatMessage.extend({ id: z.literal(sent.message.id) }),
    });
    await client.hears('new chat message', arrived);
    await anna.post('/chat/chatMessages/read', { peerUserId: 2 }, z.unknown());
    await client.hears('read chat message', z.object({ id: z.literal(sent.message.id) }));
    const { token } = await anna.get('/user/token', z.object({ token: z.string() }));
    const types = () => {
      client.emit('chat.startTyping', { peerUserId: 2, token });
      return watcher.hasHeard('chat typing');
    };
    // At every key, as older clients do: the other side is told once a second at most.
    await expect.poll(types, { interval: 200 }).toBe(true);
    await watcher.hears('chat typing', z.object({ peer: shape.user.extend({ id: z.literal(annaId) }) }));
    await admin.delete(`/chat/chatMessages?chatMessageIds=${sent.message.id}`);
    await client.hears('delete chat message', z.object({ id: z.literal(sent.message.id) }));
    for (const event of ['contest.left', 'solutions.stopListen', 'chat.stopListen'])
      client.emit(event, room());
  });

  /** It asks for no answers, so that its rooms are open shows when something happens there. */
  async function heardOfTable(client: OlderClient) {
    const body = { symbolIndex: 'B', solution: 'x', languageId: 5 };
    const happens = async () => {
      await boris.post(`/contest/${contest.id}/solutions`, body, z.unknown());
      await judge.result(await judge.mustClaim());
      return client.hasHeard('table update');
    };
    await expect.poll(happens, { interval: 200 }).toBe(true);
  }
});

describe('what the older client does not know', () => {
  let own: GivenContest;
  let person: OlderClient;
  let userId: number;

  beforeAll(async () => {
    own = await server.given.contest({ problems: ['A'] });
    const participant = await server.given.participant(own);
    userId = participant.user.id;
    person = older(participant);
  });

  test('limits, samples and formulas stand in the statement that it shows', async () => {
    const [problemId = 0] = own.problemIds;
    const htmlStatement = '<p>Add \\(a\\) and \\(b\\)</p>';
    const { db } = server.services;
    await db.updateTable('problem').set({ htmlStatement }).where('id', '=', problemId).execute();
    const complete = shape.problem.extend({
      htmlStatement: z.string().regex(/^<p[^>]*>.*1 .*256 .*<p>Add \$\$\$a\$\$\$ and \$\$\$b.*<table.*<pre>/),
    });
    const [listed] = await person.get(`/contest/${own.id}/problems`, z.array(complete));
    expect(await person.get(`/contest/${own.id}/problems/A`, complete)).toMatchObject({
      htmlStatement: listed?.htmlStatement,
    });
    await person.get(`/problems/${problemId}`, complete);
    const languages = await person.get(`/contest/${own.id}/problems/A/languages`, z.array(shape.language));
    expect(languages).not.toEqual([]);

    const page = await (await server.given.participant(own)).get(`/api/contest/${own.id}/problems/A`);
    expect(page.json).toMatchObject({ htmlStatement, systemType: 'balloon' });
  });

  test('a verdict without a colour comes as the one in whose colour it shows', async () => {
    await person.connect('websocket', ['verdict updated']);
    await joins();
    const [path, body] = [`/contest/${own.id}/solutions`, { symbolIndex: 'A', solution: 'x', languageId: 5 }];
    const { id } = await person.post(path, body, shape.solution);
    await judge.result(await judge.mustClaim(), { verdict: 'outputLimit' });

    const { solutions } = await person.get(`${path}/my`, shape.solutions);
    expect(solutions.find((one) => one.id === id)).toMatchObject({
      verdictId: 5,
      verdict: { id: 5, name: 'Output limit exceeded' },
    });
    const verdict = z.looseObject({ id: z.literal(5), name: z.literal('Output limit exceeded') });
    await person.hears('verdict updated', shape.verdictUpdated.extend({ id: z.literal(id), verdict }));
  });

  test('many resets at once come one by one, and to our own page together', async () => {
    const ids: number[] = [];
    for (let number = 0; number < 25; number += 1) {
      const body = { symbolIndex: 'A', languageId: 5, solution: `print(${number})` };
      ids.push((await person.post(`/contest/${own.id}/solutions`, body, z.object({ id: z.number() }))).id);
      await judge.result(await judge.mustClaim());
    }
    person.close();
    await person.connect('websocket', ['reset solution', 'reset solutions']);
    await joins();
    const page = await person.http.socket();
    const heard: { single: number[]; together: number[] } = { single: [], together: [] };
    page.on('reset solutions', ({ solutionIds }) => heard.together.push(...solutionIds));
    page.on('reset solution', ({ solutionId }) => heard.single.push(solutionId));
    await page.emitWithAck('contest.join', { contestId: own.id });

    await admin.post(`/admin/contests/${own.id}/solutions/refresh`, null, z.unknown());

    for (const id of ids) await person.hears('reset solution', z.object({ solutionId: z.literal(id) }));
    await expect.poll(() => [...heard.together, ...heard.single]).toEqual(expect.arrayContaining(ids));
    expect(person.hasHeard('reset solutions')).toBe(false);
    // What is left over from the batches is told one by one.
    expect(heard.together.length).toBeGreaterThanOrEqual(25);
  });

  /** Waits until the older socket is in the room, because the older client asks for no answer. */
  async function joins() {
    person.emit('contest.join', { contestId: own.id, userId });
    const room = ROOMS.contestUser(own.id, userId);
    const isIn = () => server.services.sockets.membersOf(room).some(({ conn }) => conn.protocol === 3);
    await expect.poll(isIn).toBe(true);
  }
});

test('a participant is removed from a contest', async () => {
  await admin.delete(`/admin/contests/${contest.id}/users/${annaId}`);
  expect(
    (await admin.get(`/contest/${contest.id}/table2`, shape.table2)).rows.map(({ user }) => user.id),
  ).not.toContain(annaId);
});
