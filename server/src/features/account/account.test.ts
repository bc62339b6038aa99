import { Session } from '@balloon/contracts/people/account.ts';
import { OwnUser, PublicUser } from '@balloon/contracts/users.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createMailedKey } from '#features/account/mailed-keys.ts';
import { keyInMail, openTestMailbox, type TestMailbox } from '#testing/test-mailbox.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

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
const ask = (email: string, one = person, password: string | undefined = one.user.password) =>
  one.post('/api/user/email', { email, password, language: 'en' });
const confirm = (confirmKey: string) =>
  server.given.anonymous().post('/api/user/email/confirm', { confirmKey });

test('a new address counts once confirmed, and the former one is notified', async () => {
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
  const newcomer = await server.given.signedIn(await server.given.user());
  const address = `/api/user/email?email=${encodeURIComponent(newEmail)}`;
  const reply = await newcomer.post(address);
  expect([reply.status, reply.json.pendingEmail]).toEqual([200, newEmail]);

  // Only a first address, and only soon after signing in: an open session is not enough to take an account over.
  expect((await person.post(address)).json.error?.code).toBe('PASSWORD_NEEDED');
  expect((await person.post(`${address}&password=${person.user.password}`)).status).toBe(200);
  await server.services.db
    .updateTable('session')
    .set((eb) => ({ createdAtMs: eb('createdAtMs', '-', 16 * 60_000) }))
    .where('accountId', '=', newcomer.user.id)
    .execute();
  expect((await newcomer.post(address)).json.error?.code).toBe('PASSWORD_NEEDED');
});

test('a change of address asks for the password, and guesses at it get slower', async () => {
  const codes: unknown[] = [];
  for (let number = 0; number < 6; number += 1) {
    codes.push((await ask(newEmail, person, `guess ${number}`)).json.error?.code);
  }
  expect(codes).toEqual([...Array(5).fill('WRONG_PASSWORD'), 'THROTTLED']);
  expect((await me()).pendingEmail).toBeNull();
  expect((await ask(newEmail)).status).toBe(200);
});

test('only the newest of several given addresses can be confirmed', async () => {
  await ask(newEmail);
  const first = keyInMail(await mailbox.next(newEmail), 'confirmKey');
  await ask(`better-${newEmail}`);

  expect((await confirm(first)).status).toBe(400);
  expect((await me()).pendingEmail).toBe(`better-${newEmail}`);
});

test('the caller does not learn that an address is taken, but its owner is notified', async () => {
  const owner = await server.given.user({ email: newEmail });

  const reply = await ask(newEmail);

  expect([reply.status, reply.json.pendingEmail]).toEqual([200, newEmail]);
  const mail = await mailbox.next(newEmail);
  expect(mail.text).toContain(owner.username);
  expect(mail.text).not.toContain(person.user.username);
});

test('an address that another person confirmed meanwhile stays with that person', async () => {
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

test.each([
  ['another one', 'new'],
  ['none', null],
])(
  'a link for a new password that was made while the address changed is worthless: to %s',
  async (_what, changed) => {
    const { db } = server.services;
    const email = changed === null ? null : newEmail;
    await db.updateTable('account').set({ email }).where('id', '=', person.user.id).execute();
    const mailed = { accountId: person.user.id, purpose: 'reset' as const, email: oldEmail };
    const change = { resetKey: await createMailedKey(db, mailed), password: 'brand new' };
    const reply = await server.given.anonymous().post('/api/user/password/change', change);
    expect(reply.json.error?.code).toBe('KEY_NOT_VALID');
  },
);

test('a link for a new password survives a confirmation of the address that it went to', async () => {
  await server.given.anonymous().post('/api/user/password/reset', { login: person.user.username });
  const resetKey = keyInMail(await mailbox.next(oldEmail), 'resetKey');
  await ask(oldEmail);
  await confirm(keyInMail(await mailbox.next(oldEmail), 'confirmKey'));

  const change = { resetKey, password: 'brand new' };
  expect((await server.given.anonymous().post('/api/user/password/change', change)).status).toBe(200);
});

test.for(['', 'a@', '@b.org', 'a b@c.org', 'a@b.org, c@d.org', 'a@b.org\nBcc: c@d.org'])(
  'what is no address is refused: %j',
  async (email) => {
    expect((await ask(email)).status).toBe(400);
  },
);

test('a person may ask for a few addresses only, one after another', async () => {
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

test('a person is read by themselves and by supervisors, admins by admins only', async () => {
  const other = await server.given.user({ email: `other-${oldEmail}` });

  const supervisor = await server.given.supervisor();
  const admin = await server.given.admin();
  const reply = await supervisor.get(`/api/user/${other.id}`);

  expect(reply.as(PublicUser.strict())).toMatchObject({ id: other.id, username: other.username });
  expect(reply.text).not.toContain('example.org');
  const read = async (reader: Person, id: number) => {
    const { status, text } = await reader.get(`/api/user/${id}`);
    return [status, text === 'null' ? null : JSON.parse(text).id];
  };
  expect(await read(person, person.user.id)).toEqual([200, person.user.id]);
  expect(await read(person, other.id)).toEqual([200, null]);
  expect(await read(supervisor, admin.user.id)).toEqual([200, null]);
  expect(await read(admin, admin.user.id)).toEqual([200, admin.user.id]);
  expect(await read(admin, 999_999)).toEqual([200, null]);
});
