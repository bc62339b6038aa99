import { Session } from '@balloon/contracts/account.ts';
import { OwnUser, PublicUser } from '@balloon/contracts/users.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { keyInMail, openTestMailbox, type TestMailbox } from '#test-mailbox.ts';
import { type Person, startTestServer, type TestServer } from '#test-server.ts';

let mailbox: TestMailbox;
let server: TestServer;
beforeAll(async () => {
  mailbox = await openTestMailbox();
  server = await startTestServer({ smtpUrl: mailbox.url, publicUrl: 'https://contest.example.org' });
});
afterAll(async () => {
  await server.close();
  await mailbox.close();
});

let oldEmail: string;
let newEmail: string;
let person: Person;
beforeEach(async () => {
  const name = crypto.randomUUID();
  [oldEmail, newEmail] = [`old-${name}@example.org`, `new-${name}@example.org`];
  person = await server.given.signedIn(await server.given.user({ email: oldEmail }));
});

const me = async (one = person) => (await one.get('/api/user/me')).as(OwnUser);
const ask = (email: string, one = person) => one.post('/api/user/email', { email, language: 'en' });
const confirm = (confirmKey: string) =>
  server.given.anonymous().post('/api/user/email/confirm', { confirmKey });

test('a new address counts once confirmed, and the former one is told', async () => {
  expect((await ask(` ${newEmail.toUpperCase()}`)).json).toMatchObject({
    email: oldEmail,
    pendingEmail: newEmail,
  });
  expect(await me()).toMatchObject({ email: oldEmail, pendingEmail: newEmail });
  const mail = await mailbox.next(newEmail);
  expect(mail.subject).toBe('Confirm your e-mail address');

  expect((await confirm(keyInMail(mail, 'confirmKey'))).json).toEqual({ email: newEmail });

  expect(await me()).toMatchObject({ email: newEmail, pendingEmail: null });
  expect((await mailbox.next(oldEmail)).subject).toMatch(/unlinked|отвязана/);
  const again = await confirm(keyInMail(mail, 'confirmKey'));
  expect([again.status, again.json.error?.code]).toEqual([400, 'KEY_NOT_VALID']);
});

test('an older client gives the address in the address', async () => {
  const reply = await person.post(`/api/user/email?email=${encodeURIComponent(newEmail)}`);
  expect([reply.status, reply.json.pendingEmail]).toEqual([200, newEmail]);
});

test('only the newest of several given addresses can be confirmed', async () => {
  await ask(newEmail);
  const first = keyInMail(await mailbox.next(newEmail), 'confirmKey');
  await ask(`better-${newEmail}`);

  expect((await confirm(first)).status).toBe(400);
  expect((await me()).pendingEmail).toBe(`better-${newEmail}`);
});

test('the caller is not told whose address it is, its owner is', async () => {
  const owner = await server.given.user({ email: newEmail });

  const reply = await ask(newEmail);

  expect([reply.status, reply.json.pendingEmail]).toEqual([200, newEmail]);
  const mail = await mailbox.next(newEmail);
  expect(mail.text).toContain(owner.username);
  expect(mail.text).not.toContain(person.user.username);
});

test('an address that became somebody else’s meanwhile stays theirs', async () => {
  const rival = await server.given.signedIn(await server.given.user());
  await ask(newEmail);
  const key = keyInMail(await mailbox.next(newEmail), 'confirmKey');
  await ask(newEmail, rival);
  await confirm(keyInMail(await mailbox.next(newEmail), 'confirmKey'));

  expect((await confirm(key)).json.error?.code).toBe('EMAIL_TAKEN');
  expect((await me()).email).toBe(oldEmail);
});

test('a link for a new password that went to the former address is worthless', async () => {
  await server.given.anonymous().post('/api/user/password/reset', { login: person.user.username });
  const resetKey = keyInMail(await mailbox.next(oldEmail), 'resetKey');
  await ask(newEmail);
  await confirm(keyInMail(await mailbox.next(newEmail), 'confirmKey'));

  const change = { resetKey, password: 'brand new' };
  expect((await server.given.anonymous().post('/api/user/password/change', change)).status).toBe(400);
});

test.for(['', 'a@', '@b.org', 'a b@c.org', 'a@b.org, c@d.org', 'a@b.org\nBcc: c@d.org'])(
  'what is no address is refused: %j',
  async (email) => {
    expect((await ask(email)).status).toBe(400);
  },
);

test('nobody can flood others with questions', async () => {
  const statuses: number[] = [];
  for (let number = 0; number < 6; number += 1) {
    statuses.push((await ask(`${number}-${newEmail}`)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

test('a person sees where they are signed in, and ends sessions', async () => {
  const phone = await server.given.signedIn(person.user);
  const laptop = await server.given.signedIn(person.user);
  const stranger = await server.given.signedIn(await server.given.user());
  const list = async () => (await person.get('/api/user/sessions')).as(z.array(Session));
  const current = (await phone.get('/api/user/sessions')).as(z.array(Session));
  const phoneId = current.find(({ isCurrent }) => isCurrent)?.id ?? 0;

  expect((await list()).map(({ isCurrent }) => isCurrent).sort()).toEqual([false, false, true]);
  const foreign = await stranger.send('DELETE', `/api/user/sessions/${phoneId}`, {});
  expect([foreign.status, foreign.json.error?.code]).toEqual([404, 'SESSION_NOT_FOUND']);
  expect((await person.send('DELETE', `/api/user/sessions/${phoneId}`, {})).status).toBe(200);
  expect((await phone.get('/api/user/me')).status).toBe(401);
  expect((await laptop.get('/api/user/me')).status).toBe(200);

  expect((await person.send('DELETE', '/api/user/sessions', {})).status).toBe(200);
  expect((await laptop.get('/api/user/me')).status).toBe(401);
  expect(await list()).toHaveLength(1);
  expect((await stranger.get('/api/user/me')).status).toBe(200);
});

test('people learn of each other what anybody may know, and null of nobody', async () => {
  const other = await server.given.user({ email: `other-${oldEmail}` });

  const reply = await person.get(`/api/user/${other.id}`);

  expect(reply.as(PublicUser.strict())).toMatchObject({ id: other.id, username: other.username });
  expect(reply.text).not.toContain('example.org');
  const nobody = await person.get('/api/user/999999');
  expect([nobody.status, nobody.text]).toEqual([200, 'null']);
});
