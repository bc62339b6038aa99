import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { keyInMail, openTestMailbox, type TestMailbox } from '#testing/test-mailbox.ts';
import { type GivenUser, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let mailbox: TestMailbox;
let server: TestServer;
let withoutMail: TestServer;
beforeAll(async () => {
  mailbox = await openTestMailbox();
  server = await startTestServer({
    smtpUrl: mailbox.url,
    publicUrl: 'https://contest.example.org',
    trustProxy: true,
  });
  withoutMail = await startTestServer({ databaseUrl: server.databaseUrl });
});
afterAll(async () => {
  await withoutMail.close();
  await server.close();
  await mailbox.close();
});

let user: GivenUser;
let email: string;
let person: Person;
beforeEach(async () => {
  email = `${crypto.randomUUID()}@example.org`;
  user = await server.given.user({ email });
  person = await server.given.signedIn(user);
});

const RESET = '/api/user/password/reset';
const CHANGE = '/api/user/password/change';
const stranger = () => server.given.anonymous();
const signIn = (password: string) =>
  stranger().post('/api/user/authenticate/sign-in', { username: user.username, password });
const isSignedIn = async (one: Person) => (await one.get('/api/user/me')).status === 200;

async function mailedKey(body: object = { login: user.username, language: 'en' }): Promise<string> {
  expect((await stranger().post(RESET, body)).json).toEqual({ result: true, ok: true });
  return keyInMail(await mailbox.next(email), 'resetKey');
}

test('a forgotten password is replaced by the mailed link, once, and everybody is signed out', async () => {
  const resetKey = await mailedKey();
  const body = { resetKey, password: 'brand new', passwordConfirm: 'brand new' };

  expect((await stranger().post(CHANGE, body)).status).toBe(200);

  expect((await signIn('brand new')).status).toBe(200);
  expect((await signIn(user.password)).status).toBe(401);
  expect(await isSignedIn(person)).toBe(false);
  expect((await mailbox.next(email)).subject).toMatch(/пароль|password/i);
  const again = await stranger().post(CHANGE, {
    ...body,
    password: 'another one',
    passwordConfirm: undefined,
  });
  expect([again.status, again.json.error?.code]).toEqual([400, 'KEY_NOT_VALID']);
});

test('an older client asks and changes with everything in the address', async () => {
  const query = new URLSearchParams({ login: email, language: 'ru' });
  expect((await stranger().post(`${RESET}?${query}`, {})).status).toBe(200);
  const mail = await mailbox.next(email);
  expect(mail.subject).toBe('Новый пароль');
  expect(mail.html).toContain('href="https://contest.example.org/auth/reset?resetKey=');

  const change = new URLSearchParams({
    resetKey: keyInMail(mail, 'resetKey'),
    password: 'brand new',
    passwordConfirm: 'brand new',
  });
  expect((await stranger().post(`${CHANGE}?${change}`)).status).toBe(200);
  expect((await signIn('brand new')).status).toBe(200);
});

test('a link works for an hour, and not after another one was used', async () => {
  const [old, first, second] = [await mailedKey(), await mailedKey(), await mailedKey()];
  await server.services.db
    .updateTable('mailedKey')
    .set((eb) => ({ expiresAtMs: eb('expiresAtMs', '-', 60 * 60_000) }))
    .where('createdAtMs', '=', (eb) =>
      eb
        .selectFrom('mailedKey')
        .select((min) => min.fn.min('createdAtMs').as('first'))
        .where('accountId', '=', user.id),
    )
    .where('accountId', '=', user.id)
    .execute();
  const change = (resetKey: string) => stranger().post(CHANGE, { resetKey, password: 'brand new' });

  expect((await change(old)).status).toBe(400);
  expect((await change(second)).status).toBe(200);
  expect((await change(first)).status).toBe(400);
});

test('a refused password leaves the link good', async () => {
  const resetKey = await mailedKey();
  const refusals = [
    { resetKey },
    { resetKey, password: 'short' },
    { resetKey, password: 'long enough', passwordConfirm: 'another one' },
    { resetKey, password: user.username.toUpperCase() },
    { resetKey: { $ne: '' }, password: 'long enough' },
  ];
  for (const body of refusals) expect((await stranger().post(CHANGE, body)).status).toBe(400);
  expect((await stranger().post(CHANGE, { resetKey, newPassword: 'long enough' })).status).toBe(200);
});

test('who does not exist, has no address or may not sign in gets the same answer and no mail', async () => {
  const { db } = server.services;
  const banned = await server.given.user({ email: `banned-${email}` });
  await db.updateTable('account').set({ isBanned: true }).where('id', '=', banned.id).execute();
  const plain = await server.given.user();

  for (const login of ['nobody at all', plain.username, banned.username, 'support', email]) {
    const reply = await stranger().post(RESET, { email: login });
    expect([login, reply.status, reply.text]).toEqual([login, 200, '{"result":true,"ok":true}']);
  }

  await mailbox.next(email); // the last one asked, so the others are through
  expect(mailbox.mails.filter(({ to }) => to.startsWith('banned-'))).toEqual([]);
});

test('one name is asked for five times an hour, by whatever spelling a mailbox is reached', async () => {
  const ask = (login: string) => stranger().post(RESET, { login }, { 'x-forwarded-for': '192.0.2.1' });
  for (const login of ['ghost', 'Ghost', 'GHOST', ' ghost', 'ghost']) {
    expect((await ask(login)).status).toBe(200);
  }
  expect((await ask('ghost')).json.error?.code).toBe('THROTTLED');

  for (const login of [email, email, email, user.username, user.username, user.username]) {
    expect((await ask(login)).status).toBe(200);
  }
  const other = await server.given.user({ email: `other-${email}` });
  await ask(other.username);
  await mailbox.next(`other-${email}`);
  expect(mailbox.mails.filter(({ to }) => to === email).length).toBeLessThanOrEqual(5);
});

test('a site without mail says so, and asks nobody to wait for it', async () => {
  const anonymous = withoutMail.given.anonymous();
  const channels = (await anonymous.get('/api/user/channels')).json;
  const reply = await anonymous.post(RESET, { login: user.username });

  expect([channels.mail, reply.status, reply.json.error?.code]).toEqual([false, 403, 'MAIL_OFF']);
  expect((await stranger().get('/api/user/channels')).json).toEqual({ mail: true, telegram: false });
});

test('one’s own password is changed by whoever knows it, and other sessions end', async () => {
  const elsewhere = await server.given.signedIn(user);
  const change = (oldPassword: string) =>
    person.post('/api/user/password', { oldPassword, password: 'brand new' });

  const wrong = await change('wrong');
  expect([wrong.status, wrong.json.error?.code]).toEqual([403, 'WRONG_PASSWORD']);
  expect(await isSignedIn(elsewhere)).toBe(true);
  expect((await change(user.password)).status).toBe(200);

  expect([await isSignedIn(person), await isSignedIn(elsewhere)]).toEqual([true, false]);
  expect((await signIn('brand new')).status).toBe(200);
  expect((await mailbox.next(email)).to).toBe(email);
});

test('an address that an intruder gave cannot be confirmed after the password was changed', async () => {
  await person.post('/api/user/email', { email: `intruder-${email}`, password: user.password });
  const confirmKey = keyInMail(await mailbox.next(`intruder-${email}`), 'confirmKey');

  await person.post('/api/user/password', { oldPassword: user.password, password: 'brand new' });

  expect((await stranger().post('/api/user/email/confirm', { confirmKey })).status).toBe(400);
});

test('an open session is no way to guess the password', async () => {
  const statuses: number[] = [];
  for (let number = 0; number < 6; number += 1) {
    const body = { oldPassword: `wrong ${number}`, password: 'brand new' };
    statuses.push((await person.post('/api/user/password', body)).status);
  }
  expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
});
