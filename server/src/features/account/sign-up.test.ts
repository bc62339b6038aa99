import { RegisterLink } from '@balloon/contracts/people/group-links.ts';
import { OwnUser } from '@balloon/contracts/users.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyInMail, openTestMailbox, type TestMailbox } from '#testing/test-mailbox.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let mailbox: TestMailbox;
let server: TestServer;
let admin: Person;
let groupId: number;
let groupKey: string;
beforeAll(async () => {
  mailbox = await openTestMailbox();
  server = await startTestServer({ smtpUrl: mailbox.url, publicUrl: 'https://contest.example.org' });
  admin = await server.given.admin();
  groupId = await server.given.group('Первый курс');
  groupKey = (await admin.post(`/api/admin/groups/${groupId}/links`)).as(RegisterLink).registerKey;
});
afterAll(async () => {
  await server.close();
  await mailbox.close();
});

const SIGN_UP = '/api/user/authenticate/sign-up-in-group';
const PERSON = { firstName: 'Анна', lastName: 'Ким', password: 'long enough', language: 'ru' };
const signUp = (change: object) =>
  server.given.anonymous().post(SIGN_UP, { ...PERSON, groupKey, username: 'anna', ...change });
const signIn = (username: string, password = PERSON.password) =>
  server.given.anonymous().post('/api/user/authenticate/sign-in', { username, password });

test('a person with a link becomes a participant in its group, and signs in', async () => {
  const reply = await signUp({ username: 'anna', email: '' });

  const created = reply.as(OwnUser);
  expect(created).toMatchObject({ username: 'anna', fullName: 'Анна Ким', isSupervisor: false, email: null });
  expect(reply.headers.getSetCookie()).toEqual([]);
  expect((await signIn('ANNA')).status).toBe(200);
  const groups = (await admin.get(`/api/user/${created.id}/groups`)).json;
  expect(groups[0]).toMatchObject({ id: groupId, name: 'Первый курс' });
});

test.each([
  'An\u202ena',
  'An\u2067na',
  'An\u200bna',
  'An\nna',
  'An\u2028na',
  `A${'\u0300'.repeat(9)}nna`,
  '\u3164',
  '\u2800',
  '\u200d',
])('a name that hides or turns text is refused: %j', async (firstName) => {
  const reply = await signUp({ username: 'hidden', firstName });

  expect([reply.status, reply.json.error?.fields]).toEqual([400, { firstName: expect.any(String) }]);
});

test.each(["O’Brien-d'Arc", 'Мария Анна', 'Nguye\u0302\u0303n', 'נועה', 'نیکی\u200cنژاد'])(
  'a name of any language is taken: %j',
  async (firstName) => {
    const username = `named-${firstName.length}`;

    expect((await signUp({ username, firstName })).as(OwnUser)).toMatchObject({ username, firstName });
  },
);

test.each([
  ['with letters of another alphabet', { username: '\u0430nna' }, 'username'],
  ['with a small capital', { username: 't\u1d0furist' }, 'username'],
  ['in a script of limited use', { username: '\ua4e1\ua4f0\ua4f3' }, 'username'],
  ['with wide letters', { username: '\uff41nna' }, 'username'],
  ['in the first name', { firstName: 'I\u0432an' }, 'firstName'],
])('a look of somebody else is refused: %s', async (_what, change, field) => {
  const reply = await signUp({ username: 'looks', ...change });

  expect([reply.status, reply.json.error?.fields]).toEqual([400, { [field]: expect.any(String) }]);
});

test('a username that reads like another one is taken, in any alphabet and case', async () => {
  await server.given.user({ username: 'CAXAP' });
  for (const username of ['\u0441\u0430\u0445\u0430\u0440', '\u0421\u0410\u0425\u0410\u0420', 'caxap']) {
    expect((await signUp({ username })).json.error?.code).toBe('USERNAME_TAKEN');
  }
});

test.each([
  ['Greek capitals', 'ANTON', '\u0391\u039d\u03a4\u039f\u039d'],
  ['Greek capitals unlike their small letters', 'HYZ', '\u0397\u03a5\u0396'],
  ['small Greek letters unlike their capitals', 'nu', '\u03b7\u03c5'],
  ['Greek letters with accents', 'm\u00f3vo', '\u03bc\u03cc\u03bd\u03bf'],
  ['Greek letters like Cyrillic ones', '\u0413\u0410\u041b\u041f\u0424', '\u0393\u0391\u039b\u03a0\u03a6'],
  ['the capital sharp s', 'stra\u00dfe', 'STRA\u1e9eE'],
  ['Armenian letters', 'noon', '\u0578\u0585\u0585\u0578'],
  ['Cyrillic letters of old', 'vix', '\u0474\u0456\u0445'],
])('a username that reads like another one is taken: %s', async (_what, former, username) => {
  await server.given.user({ username: former });
  expect((await signUp({ username })).json.error?.code).toBe('USERNAME_TAKEN');
});

test('nobody registers by the name of a team or of the jury, while people may share theirs', async () => {
  const team = await server.given.user({ username: 'team' });
  await server.services.db.insertInto('team').values({ accountId: team.id, name: 'Four COBA' }).execute();
  await server.given.user({ username: 'Chief', mask: 1024 }); // called First Chief
  await server.given.user({ username: 'Usual' });

  for (const [firstName, lastName] of [
    ['Four', 'COBA'],
    ['four', '\u0421\u041e\u0412\u0410'],
    ['four', '\ua4da\ua4f3\ua4d0\ua4ee'],
    ['Chief', 'First'],
  ]) {
    const reply = await signUp({ username: 'impostor', firstName, lastName });
    expect([firstName, reply.json.error?.code]).toEqual([firstName, 'NAME_TAKEN']);
  }
  expect((await signUp({ username: 'ivan', firstName: 'First', lastName: 'Usual' })).status).toBe(200);
});

test('the address counts when its owner has confirmed it', async () => {
  const reply = await signUp({ username: 'boris', email: ' Boris@Example.org ' });

  expect(reply.as(OwnUser)).toMatchObject({ email: null, pendingEmail: 'boris@example.org' });
  expect((await signIn('boris@example.org')).status).toBe(401);
  const mail = await mailbox.next('boris@example.org');
  expect(mail.subject).toBe('Подтвердите адрес почты');
  expect(mail.text).toContain('https://contest.example.org/auth/link-email?confirmKey=');
  expect(mail.text).not.toContain('Ким'); // any name may be entered
  const confirmKey = keyInMail(mail, 'confirmKey');
  expect((await server.given.anonymous().post('/api/user/email/confirm', { confirmKey })).json.email).toBe(
    'boris@example.org',
  );
  expect((await signIn('boris@example.org')).status).toBe(200);
});

test('a registration whose letter cannot be written leaves no account, so that it can be repeated', async () => {
  const { db } = server.services;
  await sql`
    create function refuse_letter() returns trigger language plpgsql as $$ begin raise 'no letters now'; end $$
  `.execute(db);
  await sql`create trigger refused before insert on letter for each row execute function refuse_letter()`.execute(
    db,
  );
  const again = () => signUp({ username: 'retry', email: 'retry@example.org' });
  expect((await again()).status).toBe(500);
  await sql`drop function refuse_letter cascade`.execute(db);

  expect((await again()).as(OwnUser)).toMatchObject({ username: 'retry', pendingEmail: 'retry@example.org' });

  expect((await mailbox.next('retry@example.org')).text).toContain('confirmKey=');
});

test('signing up does not reveal taken addresses, but their owners are notified', async () => {
  await server.given.user({ username: 'chen', email: 'chen@example.org' });

  const reply = await signUp({ username: 'chen-two', email: 'chen@example.org' });

  expect([reply.status, reply.json.pendingEmail]).toEqual([200, 'chen@example.org']);
  const mail = await mailbox.next('chen@example.org');
  expect(mail.text).toContain('chen');
  expect(mail.text).not.toContain('http');
});

test.for([
  [{ username: 'Anna' }, 409, 'USERNAME_TAKEN'],
  [{ username: 'somebody@example.org' }, 400, 'INVALID_INPUT'],
  [{ username: 'dana', password: '12345' }, 400, 'INVALID_INPUT'],
  [{ username: 'dana-dana', password: 'Dana-Dana' }, 400, 'PASSWORD_IS_USERNAME'],
  [{ username: 'dana', email: 'dana@' }, 400, 'INVALID_INPUT'],
  [{ username: 'dana', firstName: ' ' }, 400, 'INVALID_INPUT'],
  [{ username: 'dana', lastName: undefined }, 400, 'INVALID_INPUT'],
  [{ username: 'dana', groupKey: { $ne: '' } }, 400, 'INVALID_INPUT'],
  [{ username: 'dana', groupKey: 'no such key' }, 404, 'LINK_NOT_FOUND'],
] as const)('%j is refused with %i %s', async ([change, status, code]) => {
  const reply = await signUp(change);
  expect([reply.status, reply.json.error?.code]).toEqual([status, code]);
});

test('fields that are missing are named', async () => {
  const reply = await signUp({ username: 'dana', firstName: undefined, lastName: undefined });
  expect(reply.json.error?.issues).toEqual([
    { field: 'firstName', kind: 'required' },
    { field: 'lastName', kind: 'required' },
  ]);
});

test('one of two simultaneous requests for a username gets it', async () => {
  const replies = await Promise.all([signUp({ username: 'Emil' }), signUp({ username: 'emil' })]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('a signed-in person only joins, whatever other fields are sent', async () => {
  const person = await server.given.signedIn(await server.given.user());

  const reply = await person.post(SIGN_UP, { ...PERSON, groupKey, username: 'another-name' });

  expect(reply.json.username).toBe(person.user.username);
  expect((await person.get(`/api/user/${person.user.id}/groups`)).json[0]?.id).toBe(groupId);
  expect((await person.post(SIGN_UP, new URLSearchParams({ groupKey }))).status).toBe(200);
});
