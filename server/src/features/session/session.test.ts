import { OwnUser } from '@balloon/contracts/users.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storePassword } from '#features/account/choose-password.ts';
import { hashPassword } from '#features/session/password.ts';
import { SeenPeople } from '#features/session/seen-people.ts';
import { tokenHash } from '#features/session/session-token.ts';
import { signIn } from '#features/session/sign-in.ts';
import { type Reply, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const HOUR_MS = 3_600_000;
const SIGN_IN = '/api/user/authenticate/sign-in';

describe('sign-in', () => {
  test('a username and a password open a session by cookie and by token', async () => {
    const user = await server.given.user();
    const browser = server.given.anonymous();

    const reply = await browser.post(SIGN_IN, { username: user.username, password: user.password });

    expect(reply.status).toBe(200);
    const byCookie = await browser.get('/api/user/me');
    expect(byCookie.as(OwnUser)).toMatchObject({ id: user.id, username: user.username });
    const program = server.given.anonymous();
    const byToken = await program.get('/api/user/me', { 'x-token': String(reply.json.token) });
    expect(byToken.json.id).toBe(user.id);
  });

  test.each([
    ['the older field name', (name: string, _mail: string, password: string) => ({ login: name, password })],
    [
      'the older field name beside an empty one',
      (name: string, _mail: string, password: string) => ({ username: '', login: name, password }),
    ],
    ['an e-mail', (_name: string, mail: string, password: string) => ({ username: mail, password })],
    [
      'other letter case',
      (name: string, _mail: string, password: string) => ({ username: name.toUpperCase(), password }),
    ],
  ])('takes %s', async (_what, body) => {
    const name = `Маша-${Math.random().toString(36).slice(2)}`;
    const email = `${Math.random().toString(36).slice(2)}@Example.org`;
    const user = await server.given.user({ username: name, email });

    const reply = await server.given
      .anonymous()
      .post(SIGN_IN, body(name, email.toLowerCase(), user.password));

    expect(reply.status).toBe(200);
  });

  test('takes an HTML form as well', async () => {
    const user = await server.given.user();
    const form = new URLSearchParams({ username: user.username, password: user.password });

    expect((await server.given.anonymous().post(SIGN_IN, form)).status).toBe(200);
  });

  test('a password that is changed while it waits to be compared opens nothing', async () => {
    const { services, given } = server;
    const { id, username, password } = await given.user();
    const passwordHash = await hashPassword('another password');
    let isRead = false;
    const db = services.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (isRead) return result;
        isRead = true;
        await services.db.transaction().execute((tx) => storePassword(tx, id, passwordHash));
        return result;
      },
    });

    const from = { ip: null, userAgent: null, device: null };
    const signedIn = signIn({ ...services, db }, { login: username, password, ...from });

    await expect(signedIn).rejects.toMatchObject({ code: 'WRONG_LOGIN_OR_PASSWORD' });
    const sessions = services.db.selectFrom('session').select('id').where('accountId', '=', id);
    expect(await sessions.execute()).toEqual([]);
  });

  test('a banned person learns of the ban and its reason, others by a wrong password do not', async () => {
    const { username, password, id } = await server.given.user();
    const ban = { isBanned: true, banReason: 'Two accounts' };
    await server.services.db.updateTable('account').set(ban).where('id', '=', id).execute();
    const signIn = (secret: string) => server.given.anonymous().post(SIGN_IN, { username, password: secret });

    const own = await signIn(password);

    expect([own.status, own.json.error?.code]).toEqual([403, 'BANNED']);
    expect(own.json.error?.description).toContain('Two accounts');
    expect((await signIn('wrong')).json.error?.code).toBe('WRONG_LOGIN_OR_PASSWORD');
  });

  test('a wrong password, an unknown name and a locked account read the same', async () => {
    const user = await server.given.user();
    const locked = await server.given.user({ mask: ACCESS_GROUPS.locked.mask });
    const deleted = await server.given.user();
    await server.services.db
      .updateTable('account')
      .set({ deletedAtMs: 1 })
      .where('id', '=', deleted.id)
      .execute();
    const tries = [
      { username: user.username, password: 'wrong' },
      { username: 'nobody of that name', password: 'wrong' },
      ...[locked, deleted].map(({ username, password }) => ({ username, password })),
    ];

    const replies = await Promise.all(tries.map((body) => server.given.anonymous().post(SIGN_IN, body)));

    for (const reply of replies) {
      expect(reply.status).toBe(401);
      expect(reply.json.error?.code).toBe('WRONG_LOGIN_OR_PASSWORD');
      expect(reply.headers.getSetCookie()).toEqual([]);
      expect(reply.text).toBe(replies[0]?.text);
    }
  });

  test('an object in place of a text is refused', async () => {
    const user = await server.given.user();
    const reply = await server.given
      .anonymous()
      .post(SIGN_IN, { username: { $ne: '' }, password: user.password });
    expect(reply.status).toBe(400);
  });

  test('the support identity has no password that works', async () => {
    const reply = await server.given.anonymous().post(SIGN_IN, { username: 'support', password: 'null' });
    expect(reply.status).toBe(401);
  });

  test('a session is new at each sign-in and the one before ends', async () => {
    const user = await server.given.user();
    const browser = server.given.anonymous();
    const credentials = { username: user.username, password: user.password };
    await browser.post(SIGN_IN, credentials);
    const first = browser.token;

    await browser.post(SIGN_IN, credentials);

    expect(browser.token).not.toBe(first);
    expect((await server.given.anonymous().get('/api/user/me', { 'x-token': first })).status).toBe(401);
  });

  test('the cookie is out of the reach of scripts and other sites', async () => {
    const user = await server.given.user();
    const credentials = { username: user.username, password: user.password };
    const reply = await server.given.anonymous().post(SIGN_IN, credentials);
    const [cookie] = reply.headers.getSetCookie();
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).not.toMatch(/Secure/);
  });

  test('the database holds no token', async () => {
    const user = await server.given.user();
    const { token } = await server.given.signedIn(user);
    const { rows } = await server.services.pool.query('select session::text as line from session');
    const text = rows.map(({ line }) => line).join('\n');
    expect(text).not.toContain(token);
    expect(text).not.toContain(Buffer.from(token).toString('hex'));
  });
});

test('behind https the cookie is for https only', async () => {
  const secured = await startTestServer({ publicUrl: 'https://balloon.example.org' });
  const reply = await secured.given
    .anonymous()
    .post(SIGN_IN, { username: 'admin', password: 'password of admin' });
  expect(reply.headers.getSetCookie()[0]).toMatch(/Secure/);
  await secured.close();
});

describe('the session', () => {
  test('logout ends it for good', async () => {
    const person = await server.given.signedIn(await server.given.user());
    const { token } = person;

    const reply = await person.post('/api/user/authenticate/logout');

    expect(reply.json).toEqual({ result: true });
    expect(person.cookie).toBe('');
    expect((await person.get('/api/user/me', { 'x-token': token })).status).toBe(401);
  });

  test('logout without a session succeeds', async () => {
    expect((await server.given.anonymous().post('/api/user/authenticate/logout')).status).toBe(200);
  });

  test.each([
    ['banned', { isBanned: true }],
    ['locked', { accessMask: ACCESS_GROUPS.locked.mask }],
    ['deleted', { deletedAtMs: 1 }],
  ])('ends at once for somebody who is %s', async (_what, change) => {
    const person = await server.given.signedIn(await server.given.user());
    await server.services.db.updateTable('account').set(change).where('id', '=', person.user.id).execute();
    await server.services.announcements.caughtUp();
    expect((await person.get('/api/user/me')).status).toBe(401);
  });

  test('expires', async () => {
    const person = await server.given.signedIn(await server.given.user());
    await changeSession(person.user.id, { expiresAtMs: Date.now() - 1 });
    expect((await person.get('/api/user/me')).status).toBe(401);
  });

  test('lives on while it is used, shorter for supervisors', async () => {
    const person = await server.given.signedIn(await server.given.user());
    const supervisor = await server.given.supervisor();
    for (const { user } of [person, supervisor]) {
      await changeSession(user.id, { seenAtMs: Date.now() - 120_000, expiresAtMs: Date.now() + 60_000 });
    }

    await person.get('/api/user/me');
    await supervisor.get('/api/user/me');

    expect((await readSession(person.user.id)).expiresAtMs).toBeGreaterThan(Date.now() + 29 * 24 * 3_600_000);
    const supervisors = await readSession(supervisor.user.id);
    expect(supervisors.expiresAtMs).toBeGreaterThan(Date.now() + 11 * 3_600_000);
    expect(supervisors.expiresAtMs).toBeLessThan(Date.now() + 13 * 3_600_000);
  });

  test('presence is noted, once a minute at most', async () => {
    const person = await server.given.signedIn(await server.given.user());
    const before = await readSession(person.user.id);
    await person.get('/api/user/me');
    expect((await readSession(person.user.id)).seenAtMs).toBe(before.seenAtMs);

    await changeSession(person.user.id, {
      seenAtMs: before.seenAtMs - 120_000,
      expiresAtMs: before.expiresAtMs - 1,
    });
    await person.get('/api/user/me');
    expect((await readSession(person.user.id)).seenAtMs).toBeGreaterThanOrEqual(before.seenAtMs);
  });

  test('presence waits for nobody who is changing an account', async () => {
    const { given, services } = server;
    const { db, seen } = services;
    const person = await given.signedIn(await given.user());
    const other = await given.signedIn(await given.user());
    const ids = [person.user.id, other.user.id];
    for (const id of ids) await changeSession(id, { seenAtMs: Date.now() - 120_000 });
    await db.updateTable('account').set({ activeAtMs: 0 }).where('id', 'in', ids).execute();

    await db.transaction().execute(async (tx) => {
      await sql`select from account where id = ${person.user.id} for update`.execute(tx);
      await Promise.all([person.get('/api/user/me'), other.get('/api/user/me')]);
      await seen.write();
    });

    const active = await db
      .selectFrom('account')
      .select('id')
      .where('id', 'in', ids)
      .where('activeAtMs', '>', 0);
    expect(await active.execute()).toEqual([{ id: other.user.id }]);
  });

  test('whoever has presence written waits for what is being written, too', async () => {
    const { db, log, sessions } = server.services;
    let isWritten = false;
    const watchedDb = db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        isWritten = true;
        return result;
      },
    });
    const seen = new SeenPeople(watchedDb, log);
    const { user, token } = await server.given.signedIn(await server.given.user());
    const id = (await sessions.find(tokenHash(token)))?.id ?? 0;
    seen.note({ id, userId: user.id, nowMs: Date.now(), expiresAtMs: Date.now() + 60_000 });

    void seen.write();
    await seen.write();

    expect(isWritten).toBe(true);
  });

  test('an old token is replaced; requests under way with it still pass, later ones do not', async () => {
    const person = await server.given.signedIn(await server.given.user());
    const old = person.cookie;
    await changeSession(person.user.id, { rotatedAtMs: Date.now() - 24 * 3_600_000 });

    const replies = await Promise.all(
      Array.from({ length: 5 }, () => person.get('/api/user/me', { cookie: old })),
    );

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const given = replies.flatMap(({ headers }) => headers.getSetCookie().map(pairOf));
    expect(new Set(given)).toEqual(new Set([pairOf(person.cookie)]));
    expect(person.cookie).not.toBe(old);
    expect((await person.get('/api/user/me')).status).toBe(200);
    await changeSession(person.user.id, { previousValidUntilMs: Date.now() - 1 });
    expect((await person.get('/api/user/me', { cookie: old })).status).toBe(401);
    expect((await person.get('/api/user/me')).status).toBe(200);
  });

  test('a new token whose answer was lost is given again, until it is shown', async () => {
    const { given } = server;
    const { user, cookie } = await given.signedIn(await given.user());
    const show = (shown: string) => given.anonymous().get('/api/user/me', { cookie: shown });
    const newCookie = ({ headers }: Reply) => headers.getSetCookie().map(pairOf);
    await passTime(user.id, 7 * HOUR_MS);
    const lost = newCookie(await show(cookie));
    await passTime(user.id, 5 * 60_000);

    const again = await show(cookie);

    expect(again.status).toBe(200);
    expect(newCookie(again)).toEqual(lost);
    const [fresh = ''] = lost;
    expect((await show(fresh)).status).toBe(200);
    await server.services.announcements.caughtUp();
    const late = await show(cookie);
    expect([late.status, newCookie(late)]).toEqual([200, []]);
    await passTime(user.id, 2 * 60_000);
    expect((await show(cookie)).status).toBe(401);
    expect((await show(fresh)).status).toBe(200);
    const sessions = server.services.db.selectFrom('session').select('id').where('accountId', '=', user.id);
    expect(await sessions.execute()).toHaveLength(1);
  });

  test('an old token does not wait for ever to be replaced', async () => {
    const { user, cookie } = await server.given.signedIn(await server.given.user());
    const show = () => server.given.anonymous().get('/api/user/me', { cookie });
    await passTime(user.id, 7 * HOUR_MS);
    expect((await show()).status).toBe(200);

    await passTime(user.id, 2 * HOUR_MS);

    expect((await show()).status).toBe(401);
  });

  test('the token of a program stays', async () => {
    const person = await server.given.signedIn(await server.given.user());
    await changeSession(person.user.id, { rotatedAtMs: 0 });
    const program = server.given.anonymous();
    const reply = await program.get('/api/user/me', { 'x-token': person.token });
    expect(reply.status).toBe(200);
    expect(reply.headers.getSetCookie()).toEqual([]);
  });

  test('a token in the query opens nothing', async () => {
    const person = await server.given.signedIn(await server.given.user());
    expect((await server.given.anonymous().get(`/api/user/me?token=${person.token}`)).status).toBe(401);
  });
});

describe('me', () => {
  test('tells all about oneself but the password', async () => {
    const user = await server.given.user({ email: 'me@example.org' });
    const me = (await (await server.given.signedIn(user)).get('/api/user/me')).as(OwnUser);
    expect(me).toMatchObject({
      id: user.id,
      email: 'me@example.org',
      password: '********',
      fullName: `First ${user.username}`,
      accessGroup: { mask: 256, name: 'User' },
      isAdmin: false,
      isModerator: false,
      isSupervisor: false,
    });
  });

  test('names the groups that one is in, as /groups does, and the rating in the first that has one', async () => {
    const { given } = server;
    const [unrated, second, first] = [await given.group('A'), await given.group('C'), await given.group('B')];
    const left = await given.group('0');
    const person = await given.signedIn(await given.user({ groups: [unrated, second, first] }));
    const me = async () => (await person.get('/api/user/me')).as(OwnUser);
    expect(await me()).not.toHaveProperty('rating');
    const contest = await given.contest({ groups: [first, second, left] });
    for (const [groupId, rating] of [
      [second, 1400],
      [left, 1999],
      [first, 1712.5],
    ] as const) {
      await given.rating(groupId, contest, person, rating);
    }

    const { groups, rating } = await me();

    expect(groups).toEqual((await person.get(`/api/user/${person.user.id}/groups`)).json);
    expect(groups.map(({ id }) => id)).toEqual([unrated, first, second]);
    expect(rating).toBe(1712.5);
    const fields = await person.get('/api/user/me?fields=groups,rating');
    expect(fields.json).toEqual({ groups, rating });
  });

  test('is about the caller only: others are shown no groups and no rating', async () => {
    const { given } = server;
    const group = await given.group();
    const person = await given.signedIn(await given.user({ groups: [group] }));
    await given.rating(group, await given.contest({ groups: [group] }), person, 1600);
    const seen = await (await given.admin()).get(`/api/user/${person.user.id}`);
    expect(seen.json).toMatchObject({ id: person.user.id });
    expect(Object.keys(seen.json)).not.toEqual(expect.arrayContaining(['groups']));
    expect(Object.keys(seen.json)).not.toEqual(expect.arrayContaining(['rating']));
    const stranger = await given.signedIn(await given.user());
    expect((await stranger.get('/api/user/me')).json).toMatchObject({ groups: [] });
  });

  test('gives the wanted fields only', async () => {
    const person = await server.given.signedIn(await server.given.user());
    const reply = await person.get('/api/user/me?fields=id,%20username,passwordHash');
    expect(reply.json).toEqual({ id: person.user.id, username: person.user.username });
  });

  test('is refused to nobody in particular', async () => {
    const reply = await server.given.anonymous().get('/api/user/me');
    expect(reply.status).toBe(401);
    expect(reply.json.error).toMatchObject({ code: 'NOT_SIGNED_IN', httpCode: 401 });
  });
});

interface SessionChange {
  expiresAtMs?: number;
  seenAtMs?: number;
  rotatedAtMs?: number;
  previousValidUntilMs?: number;
}

async function changeSession(accountId: number, change: SessionChange): Promise<void> {
  const { db, announcements } = server.services;
  await db.updateTable('session').set(change).where('accountId', '=', accountId).execute();
  await announcements.caughtUp();
}

/** Lets time pass for the sessions of a person. */
async function passTime(accountId: number, ms: number): Promise<void> {
  const { db, announcements } = server.services;
  await db
    .updateTable('session')
    .set((eb) => ({
      rotatedAtMs: eb('rotatedAtMs', '-', ms),
      expiresAtMs: eb('expiresAtMs', '-', ms),
      previousValidUntilMs: eb('previousValidUntilMs', '-', ms),
    }))
    .where('accountId', '=', accountId)
    .execute();
  await announcements.caughtUp();
}

/** Name and value of a cookie. */
const pairOf = (cookie: string) => cookie.split(';')[0] ?? '';

async function readSession(accountId: number) {
  const { db, seen } = server.services;
  await seen.write();
  return db
    .selectFrom('session')
    .select(['expiresAtMs', 'seenAtMs'])
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow();
}
