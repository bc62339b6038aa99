import type { Db } from '@balloon/database/connect.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { changePassword } from '#features/account/change-password.ts';
import { storePassword } from '#features/account/choose-password.ts';
import { askToLinkEmail, expectMayLinkEmail } from '#features/account/link-email.ts';
import { createMailedKey } from '#features/account/mailed-keys.ts';
import { hashPassword } from '#features/session/password.ts';
import { expectStillSignedIn } from '#features/session/still-signed-in.ts';
import { countLockWaits } from '#testing/lock-waits.ts';
import { openTestMailbox, type TestMailbox } from '#testing/test-mailbox.ts';
import { type GivenUser, startTestServer, type TestServer } from '#testing/test-server.ts';

let mailbox: TestMailbox;
let server: TestServer;
let newHash: string;
beforeAll(async () => {
  mailbox = await openTestMailbox();
  server = await startTestServer({ smtpUrl: mailbox.url, publicUrl: 'https://contest.example.org' });
  newHash = await hashPassword('the new one');
});
afterAll(async () => {
  await server.close();
  await mailbox.close();
});

let user: GivenUser;
let sessionId: number;
beforeEach(async () => {
  user = await server.given.user();
  await server.given.signedIn(user);
  const sessions = server.services.db.selectFrom('session').select('id').where('accountId', '=', user.id);
  sessionId = (await sessions.executeTakeFirstOrThrow()).id;
});

/** Gives the account a new password, as somebody does who lost the former one to an intruder. */
const renew = () => server.services.db.transaction().execute((tx) => storePassword(tx, user.id, newHash));

/** The database in which the password becomes a new one right after it was read. */
function renewingWhenRead(db: Db): Db {
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (Object.hasOwn(result.rows[0] ?? {}, 'passwordHash')) await renew();
      return result;
    },
  });
}

test('a new password is not replaced by who was asked for the former one before', async () => {
  const { services } = server;
  const change = { oldPassword: user.password, password: 'of an intruder', sessionId, ip: null };
  const changing = changePassword(
    { ...services, db: renewingWhenRead(services.db) },
    { ...user, groupIds: [] },
    { ...change, locale: 'en-us' },
  );

  await expect(changing).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
  const account = services.db.selectFrom('account').select('passwordHash').where('id', '=', user.id);
  expect(await account.executeTakeFirst()).toEqual({ passwordHash: newHash });
});

test('an address that somebody gave before a new password cannot be confirmed after it', async () => {
  const { services } = server;
  const accountId = user.id;
  await expectMayLinkEmail(services, { accountId, sessionId, password: user.password, ip: null });
  await renew();
  const asked = { accountId, sessionId, username: user.username, email: 'intruder@example.org' };

  await expect(askToLinkEmail(services, { ...asked, locale: 'en-us' })).rejects.toMatchObject({
    code: 'NOT_SIGNED_IN',
  });
  const keys = services.db.selectFrom('mailedKey').select('purpose').where('accountId', '=', accountId);
  expect(await keys.execute()).toEqual([]);
});

test('a mailed link waits for a new password that is being stored, and is void after it', async () => {
  const { db } = server.services;
  const key = { accountId: user.id, purpose: 'email', email: `${crypto.randomUUID()}@example.org` } as const;
  const confirmKey = await createMailedKey(db, key);

  const confirmed = await db.transaction().execute(async (tx) => {
    await expectStillSignedIn(tx, { accountId: user.id, sessionId });
    const confirming = server.given.anonymous().post('/api/user/email/confirm', { confirmKey });
    await vi.waitFor(expectSomebodyWaits, { timeout: 60_000 });
    await storePassword(tx, user.id, newHash, sessionId);
    return { confirming };
  });

  const { status, json } = await confirmed.confirming;
  expect([status, json.error?.code]).toEqual([400, 'KEY_NOT_VALID']);
});

test('a password of a mailed link is looked at and hashed before its account is locked', async () => {
  const { db } = server.services;
  const email = `${crypto.randomUUID()}@example.org`;
  await db.updateTable('account').set({ email }).where('id', '=', user.id).execute();
  const resetKey = await createMailedKey(db, { accountId: user.id, purpose: 'reset', email });
  const change = (password: string) =>
    server.given.anonymous().post('/api/user/password/change', { resetKey, password });

  await db.transaction().execute(async (tx) => {
    await expectStillSignedIn(tx, { accountId: user.id, sessionId });
    expect((await change(user.username)).json.error?.code).toBe('PASSWORD_IS_USERNAME');
  });
  expect((await change('another one')).status).toBe(200);
});

async function expectSomebodyWaits(): Promise<void> {
  expect(await countLockWaits(server.services.db)).toBe(1);
}
