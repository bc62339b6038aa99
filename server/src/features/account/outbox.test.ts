import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { freePort } from '@balloon/database/testing/free-port.ts';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { storePassword } from '#features/account/choose-password.ts';
import { askForReset } from '#features/account/forgotten-password.ts';
import {
  deleteExpiredLetters,
  holdLetter,
  type NewLetter,
  putLetterOff,
  takeLetter,
  writeLetter,
} from '#features/account/letters.queries.ts';
import { createMailedKey } from '#features/account/mailed-keys.ts';
import { prepareLetter } from '#features/account/prepare-letter.ts';
import { hashPassword } from '#features/session/password.ts';
import { Mailer } from '#mail/mailer.ts';
import { countLockWaits } from '#testing/lock-waits.ts';
import { keyInMail, openTestMailbox, type TestMailbox } from '#testing/test-mailbox.ts';
import { type GivenUser, startTestServer, type TestServer } from '#testing/test-server.ts';

/** A process without mail: what is written on its database stays until a test opens one that sends. */
let silent: TestServer;
let newHash: string;
beforeAll(async () => {
  silent = await startTestServer({ publicUrl: 'https://contest.example.org' });
  newHash = await hashPassword('the new one');
});
afterAll(() => silent.close());

let user: GivenUser;
let email: string;
beforeEach(async () => {
  email = `${crypto.randomUUID()}@example.org`;
  user = await silent.given.user({ email });
});

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
  await silent.services.db.deleteFrom('letter').execute();
});

function opening<Opened extends { close(): unknown }>(one: Opened): Opened {
  opened.push(one);
  return one;
}

const openMailbox = async (options = {}): Promise<TestMailbox> => opening(await openTestMailbox(options));

const startSending = async (smtpUrl: string): Promise<TestServer> =>
  opening(
    await startTestServer({
      databaseUrl: silent.databaseUrl,
      smtpUrl,
      publicUrl: 'https://contest.example.org',
    }),
  );

const locale = 'en-us';
const write = (letter: NewLetter = { kind: 'reset', login: user.username, locale }) =>
  writeLetter(silent.services.db, letter);
const notice = (accountId: number, to: string) =>
  ({ kind: 'passwordChanged', accountId, email: to, locale }) as const;

const waiting = () =>
  silent.services.db
    .selectFrom('letter')
    .select(['kind', 'accountId', 'email', 'locale', 'tries'])
    .orderBy('id')
    .execute();
const makeDue = () => silent.services.db.updateTable('letter').set({ nextTryAtMs: 0 }).execute();

async function take() {
  const taken = await takeLetter(silent.services.db);
  if (!taken) throw new Error('No letter is due');
  return taken;
}

test('a letter whose mail server is away is sent by another process once the first is gone', async () => {
  const port = await freePort();
  const first = await startTestServer({
    ...{ databaseUrl: silent.databaseUrl, smtpUrl: `smtp://127.0.0.1:${port}` },
    publicUrl: 'https://contest.example.org',
  });
  await first.given.anonymous().post('/api/user/password/reset', { login: user.username, language: 'en' });
  await expect.poll(waiting).toMatchObject([{ kind: 'reset', accountId: user.id, email }]);
  await first.close();

  const mailbox = await openMailbox({ port });
  const second = await startSending(mailbox.url);
  await makeDue();
  second.services.outbox.wake();

  const resetKey = keyInMail(await mailbox.next(email), 'resetKey');
  const change = { resetKey, password: 'brand new' };
  expect((await second.given.anonymous().post('/api/user/password/change', change)).status).toBe(200);
  await expect.poll(waiting).toEqual([]);
});

test('a letter of a process that was killed in a try is tried again after its lease, and is the same letter', async () => {
  const mailbox = await openMailbox();
  await write();
  const taken = await take();
  const lost = await prepareLetter(silent.services, taken);
  const { services, given } = await startSending(mailbox.url);
  expect(await takeLetter(services.db)).toBeUndefined();

  await makeDue();
  services.outbox.wake();

  const mail = await mailbox.next(email);
  expect(mail.id).toBe(`<${taken.messageId}@contest.example.org>`);
  const keys = [lost?.letter, mail].map((letter) => keyInMail({ ...mail, ...letter }, 'resetKey'));
  expect(new Set(keys).size).toBe(2);
  const change = { resetKey: keys[0], password: 'brand new' };
  expect((await given.anonymous().post('/api/user/password/change', change)).status).toBe(200);
});

test('what the mail server refuses for good is not tried again', async () => {
  const mailbox = await openMailbox({ refuses: () => true });
  await write();
  const { services } = await startSending(mailbox.url);

  services.outbox.wake();

  await expect.poll(waiting).toEqual([]);
  expect(mailbox.tries).toEqual([email]);
});

interface Closable {
  _socket: Socket;
}

test('a mail server that makes strangers wait gets the letter, and one that loses its own answer the same letter', async () => {
  const ids: string[] = [];
  let tries = 0;
  const greylisting = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'] },
    onRcptTo(_address, _session, done) {
      tries += 1;
      done(tries <= 4 ? Object.assign(new Error('try again later'), { responseCode: 450 }) : null);
    },
    onData(stream, _session, done) {
      text(stream).then((mail) => {
        ids.push(/^Message-ID: (.*)$/m.exec(mail)?.[1] ?? '');
        if (ids.length > 1) done(null);
        else for (const { _socket } of greylisting.connections as Set<Closable>) _socket.destroy();
      }, done);
    },
  }).on('error', () => {});
  const port = await listen(greylisting);
  await write();
  const { services } = await startSending(`smtp://127.0.0.1:${port}`);

  await vi.waitFor(
    async () => {
      await makeDueAgain();
      services.outbox.wake();
      expect(await waiting()).toEqual([]);
    },
    { timeout: 120_000 },
  );

  expect(ids).toEqual([ids[0], ids[0]]);
  expect(ids[0]).toMatch(/^<.+@contest\.example\.org>$/);
});

test('a letter waits while the mail server does not let the site in', async () => {
  let isPasswordRight = false;
  const received: string[] = [];
  const strict = new SMTPServer({
    ...{ allowInsecureAuth: true, disabledCommands: ['STARTTLS'] },
    onAuth({ username }, _session, done) {
      if (isPasswordRight) done(null, { user: username });
      else done(Object.assign(new Error('Authentication failed'), { responseCode: 535 }));
    },
    onData(stream, session, done) {
      received.push(...session.envelope.rcptTo.map(({ address }) => address));
      text(stream).then(() => done(null), done);
    },
  }).on('error', () => {});
  const port = await listen(strict);
  await write();
  await refuseOnce(`smtp://127.0.0.1:${port}`);
  await refuseOnce(`smtp://site:word@127.0.0.1:${port}`);

  isPasswordRight = true;
  const { services } = await startSending(`smtp://site:word@127.0.0.1:${port}`);
  await makeDue();
  services.outbox.wake();
  await expect.poll(waiting).toEqual([]);
  expect(received).toEqual([email]);
});

/** Lets a process try the letter that waits, which it has to put off. */
async function refuseOnce(smtpUrl: string): Promise<void> {
  const { db } = silent.services;
  await makeDue();
  const { services, close } = await startTestServer({ databaseUrl: silent.databaseUrl, smtpUrl });
  services.outbox.wake();
  const isPutOff = async () => {
    const { nextTryAtMs } = await db.selectFrom('letter').select('nextTryAtMs').executeTakeFirstOrThrow();
    return nextTryAtMs > 0 && nextTryAtMs < (await databaseNowMs(db)) + 60_000; // the lease is two minutes
  };
  await expect.poll(isPutOff).toBe(true);
  await close();
}

/** Makes a mail server listen until the test has ended. @returns its port */
async function listen(server: SMTPServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  opening({ close: () => new Promise((closed) => server.close(() => closed(null))) });
  return (server.server.address() as AddressInfo).port;
}

/** Time in ms for which a try has its letter. */
const LEASE_MS = 120_000;

/** Ends the pause of letters that were put off, not the lease of those under way. */
async function makeDueAgain(): Promise<void> {
  const { db } = silent.services;
  const pauses = [undefined, 3_000, 15_000, 60_000, 300_000, 600_000];
  const nowMs = await databaseNowMs(db);
  for (const [tries, pauseMs = 0] of pauses.entries()) {
    const query = db.updateTable('letter').set({ nextTryAtMs: 0 }).where('tries', '=', tries);
    await query
      // Beside a pause that is longer than a lease, what ends earlier is a lease.
      .where('nextTryAtMs', '>', pauseMs > LEASE_MS ? nowMs + LEASE_MS : nowMs)
      .where('nextTryAtMs', '<=', nowMs + pauseMs)
      .execute();
  }
}

test('a letter is given up after six tries, and not begun any more when it has expired', async () => {
  const { db } = silent.services;
  await write();
  const ends: boolean[] = [];
  for (let number = 0; number < 6; number += 1) {
    await makeDue();
    ends.push(await putLetterOff(db, await take()));
  }
  expect(ends).toEqual([true, true, true, true, true, false]);
  expect(await waiting()).toEqual([]);

  await write();
  await db
    .updateTable('letter')
    .set({ expiresAtMs: await databaseNowMs(db) })
    .execute();
  expect(await takeLetter(db)).toBeUndefined();
  expect(await deleteExpiredLetters(db, await databaseNowMs(db))).toBe(1);
  expect(await waiting()).toEqual([]);
});

test('two processes do not send the same letter', async () => {
  const mailbox = await openMailbox();
  const processes = [await startSending(mailbox.url), await startSending(mailbox.url)];
  const addresses = Array.from({ length: 10 }, (_, number) => `${number}-${email}`);
  await silent.services.db.transaction().execute(async (tx) => {
    for (const [number, address] of addresses.entries()) {
      const kind = number < 5 ? 'passwordChanged' : 'emailChanged';
      await writeLetter(tx, { ...notice(user.id, address), kind });
    }
  });
  for (const { services } of [...processes, ...processes]) services.outbox.wake();

  await expect.poll(waiting).toEqual([]);
  expect(mailbox.tries.toSorted()).toEqual(addresses.toSorted());
});

test('before the answer, the same is written for a login that nobody has', async () => {
  const mailbox = await openMailbox();
  const options = { smtpUrl: mailbox.url, mailFrom: null, publicUrl: 'https://contest.example.org' };
  const mailer = opening(new Mailer(options, silent.services.log));
  for (const login of [user.username, 'nobody at all'])
    await askForReset({ ...silent.services, mailer }, { login, ip: null, locale: 'en-us' });
  const written = { kind: 'reset', accountId: null, email: null, locale: 'en-us', tries: 0 };
  expect(await waiting()).toEqual([written, written]);

  const { services } = await startSending(mailbox.url);
  services.outbox.wake();

  await expect.poll(waiting).toEqual([]);
  expect(mailbox.tries).toEqual([email]);
});

test('a new password withdraws letters with links, and a try under way finds no letter any more', async () => {
  const { db } = silent.services;
  await write();
  await write({ kind: 'confirm', accountId: user.id, email: `new-${email}`, locale });
  await write(notice(user.id, email));
  const taken = [await take(), await take()];
  await prepareLetter(silent.services, taken[0] as (typeof taken)[0]);
  for (const login of [user.username.toUpperCase(), email, 'somebody else'])
    await write({ kind: 'reset', login, locale });

  await db.transaction().execute((tx) => storePassword(tx, user.id, newHash));

  expect(await waiting()).toMatchObject([{ kind: 'passwordChanged' }, { kind: 'reset' }]);
  for (const one of taken) {
    expect(await holdLetter(db, one, { accountId: user.id, email })).toBe(false);
  }
});

test.each(['confirm', 'reset'] as const)(
  'a new password waits for a try that makes a key to %s, and voids that key',
  async (kind) => {
    const { db } = silent.services;
    const to = kind === 'confirm' ? { kind, accountId: user.id, email } : { kind, login: user.username };
    await write({ ...to, locale });
    const taken = await take();

    const { storing } = await db.transaction().execute(async (tx) => {
      expect(await holdLetter(tx, taken, { accountId: user.id, email })).toBe(true);
      const storing = db.transaction().execute((other) => storePassword(other, user.id, newHash));
      await vi.waitFor(expectSomebodyWaits, { timeout: 60_000 });
      const purpose = kind === 'confirm' ? 'email' : 'reset';
      await createMailedKey(tx, { accountId: user.id, purpose, email });
      return { storing };
    });
    await storing;

    expect(
      await db.selectFrom('mailedKey').select('purpose').where('accountId', '=', user.id).execute(),
    ).toEqual([]);
  },
);

async function expectSomebodyWaits(): Promise<void> {
  expect(await countLockWaits(silent.services.db)).toBe(1);
}

test('a letter to a deleted account, or to an address that the account has no longer, goes away', async () => {
  const { db } = silent.services;
  const deleted = await silent.given.user({ email: `deleted-${email}` });
  await write();
  await write(notice(deleted.id, `deleted-${email}`));
  await write(notice(user.id, email));
  const [reset, gone, former] = [await take(), await take(), await take()];
  expect(await prepareLetter(silent.services, reset)).toMatchObject({ to: email });
  await db.updateTable('account').set({ deletedAtMs: 1 }).where('id', '=', deleted.id).execute();
  await db
    .updateTable('account')
    .set({ email: `new-${email}` })
    .where('id', '=', user.id)
    .execute();
  const again = { ...reset, accountId: user.id, email };

  expect(await prepareLetter(silent.services, again)).toBeNull();
  expect(await prepareLetter(silent.services, gone)).toBeNull();
  // Whoever changed both the password and the address may be an intruder.
  expect(await prepareLetter(silent.services, former)).toMatchObject({ to: email });
});

test('few letters of a kind wait for one account', async () => {
  for (let number = 0; number < 7; number += 1) await write(notice(user.id, email));

  expect(await waiting()).toHaveLength(5);
});

test('a process that ends does not wait for a mail server that says nothing, and leaves the letter', async () => {
  const sockets = new Set<Socket>();
  const mute = createServer((socket) => sockets.add(socket.on('error', () => {}))).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = mute.address() as AddressInfo;
  await write();
  const ending = await startTestServer({
    ...{ databaseUrl: silent.databaseUrl, smtpUrl: `smtp://127.0.0.1:${port}` },
    publicUrl: 'https://contest.example.org',
  });
  ending.services.outbox.wake();
  await expect.poll(() => sockets.size).toBe(1);

  await ending.close();

  expect(await waiting()).toMatchObject([{ kind: 'reset', email }]);
  mute.close();
});
