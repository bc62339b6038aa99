import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tidySessions } from '#features/session/session-chores.ts';
import { tryPassword } from '#features/session/try-password.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

/** What hundreds of guesses are compared with: 9 ms of a core each at the costs of real accounts. */
const CHEAP_HASH = await hash('the right one', { memoryCost: 64, timeCost: 1 });

let server: TestServer;
let second: TestServer;
beforeAll(async () => {
  // Behind a proxy, so that a test can come from many addresses.
  server = await startTestServer({ trustProxy: true });
  second = await startTestServer({ trustProxy: true, databaseUrl: server.databaseUrl });
});
afterAll(async () => {
  await second.close();
  await server.close();
});

const browser = (on = server) => on.given.anonymous();
const trySignIn = (username: string, password: string, ip: string, client = browser()) =>
  client.post('/api/user/authenticate/sign-in', { username, password }, { 'x-forwarded-for': ip });

/** Counts failures, as guessing from an address does. */
async function failFrom(ip: string, times: number, login = (number: number) => `invented ${number}`) {
  const failing = Array.from({ length: times }, (_, number) =>
    tryPassword(server.services, {
      login: login(number),
      ip,
      known: null,
      browserOf: null,
      storedHash: CHEAP_HASH,
      password: 'wrong',
    }).catch(() => {}),
  );
  await Promise.all(failing);
}

test.concurrent('five wrong passwords are free; later ones are told to wait, longer each time, on every web process', async () => {
  const user = await server.given.user();
  const ip = '192.0.2.1';
  const statuses: number[] = [];
  const waits: number[] = [];
  for (let number = 0; number < 8; number += 1) {
    const reply = await trySignIn(user.username, 'wrong', ip, browser(number % 2 === 0 ? server : second));
    statuses.push(reply.status);
    if (reply.status === 429) waits.push(Number(reply.headers.get('retry-after')));
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  expect(waits).toEqual([2, 4, 8]);
});

test.concurrent('a right password passes while guesses at the same name from the same address are slowed', async () => {
  const user = await server.given.user();
  const ip = '192.0.2.2';
  const guesses = Array.from({ length: 40 }, (_, number) => trySignIn(user.username, `guess ${number}`, ip));
  for (const guess of guesses.slice(0, 6)) await guess;

  expect((await trySignIn(user.username.toUpperCase(), user.password, ip)).status).toBe(200);
  const answers = await Promise.all(guesses);
  expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10);
  expect(answers.filter(({ status }) => status === 200)).toEqual([]);
});

test.concurrent('a hall behind one address signs in after hundreds of failures there', async () => {
  const ip = '203.0.113.1';
  await failFrom(ip, 260);
  const hall = await Promise.all(Array.from({ length: 12 }, () => server.given.user()));

  const replies = await Promise.all(hall.map((user) => trySignIn(user.username, user.password, ip)));

  expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(200));
  const guess = await trySignIn(hall[0]?.username ?? '', 'wrong', ip);
  expect(guess.status).toBe(429);
});

test.concurrent('a site behind a proxy that it was not told of still lets right passwords in', async () => {
  const site = await startTestServer({ trustProxy: false, databaseUrl: server.databaseUrl });
  const victim = await site.given.user();
  for (let number = 0; number < 7; number += 1) {
    await trySignIn(victim.username, 'wrong', `198.51.100.${number}`, browser(site));
  }
  expect((await trySignIn(victim.username, victim.password, '192.0.2.77', browser(site))).status).toBe(200);
  await site.close();
});

test.concurrent('a browser that was known before is not slowed by what others guess', async () => {
  const user = await server.given.user();
  const own = browser();
  await trySignIn(user.username, user.password, '192.0.2.3', own);
  const cookie = own.cookies.get('balloon_device') ?? '';
  expect(cookie).toMatch(/^[0-9a-f]{64}$/);
  await failFrom('192.0.2.3', 10, () => user.username);

  expect((await trySignIn(user.username, 'typing mistake', '192.0.2.3', own)).status).toBe(401);
  expect((await trySignIn(user.username, 'typing mistake', '192.0.2.3')).status).toBe(429);
  expect((await trySignIn(user.username, user.password, '192.0.2.3', own)).status).toBe(200);
  const stored = await server.services.db.selectFrom('knownDevice').select('keyHash').execute();
  expect(stored.map(({ keyHash }) => keyHash.toString('hex'))).not.toContain(cookie);
});

test.concurrent('guessing in a known browser, or with an open session, is slowed as well', async () => {
  const user = await server.given.user();
  const own = browser();
  await trySignIn(user.username, user.password, '192.0.2.4', own);
  const statuses: number[] = [];
  for (let number = 0; number < 6; number += 1) {
    statuses.push((await trySignIn(user.username, 'wrong', '192.0.2.4', own)).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);

  const changes: number[] = [];
  const change = { oldPassword: 'wrong', password: 'brand new' };
  for (let number = 0; number < 6; number += 1) {
    changes.push((await own.post('/api/user/password', change)).status);
  }
  expect(changes).toEqual([403, 403, 403, 403, 403, 429]);
});

test.concurrent('a device key is worth nothing for another account, and nothing after a new password', async () => {
  const [user, other] = [await server.given.user(), await server.given.user()];
  const own = browser();
  await trySignIn(user.username, user.password, '192.0.2.5', own);
  await failFrom('192.0.2.5', 6, () => other.username);
  expect((await trySignIn(other.username, 'wrong', '192.0.2.5', own)).status).toBe(429);

  const change = { oldPassword: user.password, password: 'brand new' };
  expect((await own.post('/api/user/password', change)).status).toBe(200);
  const { db } = server.services;
  const known = db.selectFrom('knownDevice').selectAll().where('accountId', '=', user.id);
  expect(await known.execute()).toEqual([]);
});

test.concurrent('nobody gets around the pause by naming addresses to the proxy', async () => {
  const user = await server.given.user();
  const statuses: number[] = [];
  for (let number = 0; number < 6; number += 1) {
    const made = `198.18.0.${number}, 192.0.2.7`; // the proxy adds what it sees at the end
    statuses.push((await trySignIn(user.username, 'wrong', made)).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
});

test.concurrent('every spelling of a name that signs in the same person counts as one', async () => {
  const user = await server.given.user({ username: 'indigo', email: 'indigo@example.org' });
  for (const [ip, name] of [
    ['192.0.2.8', 'indigo'],
    ['192.0.2.18', 'indigo@example.org'],
    ['192.0.2.28', 'indigo@unknown.org'],
  ] as const) {
    const spellings = ['indigo', 'INDIGO', 'İndigo', 'indİgo', 'Indigo', 'indigo'];
    const statuses: number[] = [];
    for (const spelling of spellings)
      statuses.push((await trySignIn(name.replace('indigo', spelling), 'wrong', ip)).status);
    expect([name, ...statuses]).toEqual([name, 401, 401, 401, 401, 401, 429]);
  }
  expect((await trySignIn('İndigo', user.password, '192.0.2.9')).status).toBe(200);
});

test.concurrent('an address that is none does no harm', async () => {
  const user = await server.given.user();
  expect((await trySignIn(user.username, user.password, 'unknown')).status).toBe(200);
});

test.concurrent('unknown names have the answers of known ones', async () => {
  const [user, answers] = [await server.given.user(), new Map<string, unknown[]>()];
  for (const username of [user.username, 'no such person']) {
    const replies: unknown[] = [];
    for (let number = 0; number < 7; number += 1) {
      const { status, json } = await trySignIn(username, 'wrong', '192.0.2.10');
      replies.push([status, json]);
    }
    answers.set(username, replies);
  }
  expect(answers.get('no such person')).toEqual(answers.get(user.username));
});

test.concurrent('failures of a username do not tell which address is of the same person', async () => {
  const [user, other] = [
    await server.given.user({ email: 'kept.secret@example.org' }),
    await server.given.user({ email: 'of.another@example.org' }),
  ];
  const ip = '192.0.2.12';
  for (let number = 0; number < 6; number += 1) await trySignIn(user.username, 'wrong', ip);
  const answers: unknown[] = [];
  for (const username of ['kept.secret@example.org', 'of.another@example.org', 'of.nobody@example.org']) {
    const { status, json } = await trySignIn(username, 'wrong', ip);
    answers.push([status, json]);
  }
  expect(answers[0]).toEqual([401, expect.anything()]);
  expect(answers).toEqual([answers[0], answers[0], answers[0]]);

  // Failures of an address tell of no username either.
  for (let number = 0; number < 6; number += 1) await trySignIn('of.another@example.org', 'wrong', ip);
  expect((await trySignIn(other.username, 'wrong', ip)).status).toBe(401);
});

test.concurrent('a known browser that guesses other names is slowed by itself, and its network is not', async () => {
  const { db } = server.services;
  const user = await server.given.user();
  const [own, ip] = [browser(), '192.0.2.13'];
  await trySignIn(user.username, user.password, ip, own);
  expect((await trySignIn('invented by it', 'wrong', ip, own)).status).toBe(401);
  const counted = { key: `guess browser ${user.id}`, points: 200 };
  await db.updateTable('rateLimit').set(counted).where('key', '=', counted.key).execute();

  expect((await trySignIn('also invented', 'wrong', ip, own)).status).toBe(429);
  expect((await trySignIn('invented by another', 'wrong', ip)).status).toBe(401);
  expect((await trySignIn(user.username, user.password, ip, own)).status).toBe(200);
  const next = browser();
  await trySignIn(user.username, user.password, ip, next);
  expect((await trySignIn('invented once more', 'wrong', '192.0.2.14', next)).status).toBe(429);
});

test.concurrent('many addresses together guess one password slowly', async () => {
  const user = await server.given.user();
  for (let number = 0; number < 51; number += 1) {
    await failFrom(`198.51.100.${number}`, 1, () => user.username);
  }
  expect((await trySignIn(user.username, 'wrong', '198.51.100.99')).status).toBe(429);
  expect((await trySignIn(user.username, user.password, '198.51.100.99')).status).toBe(200);
});

test.concurrent('a right password clears the typing mistakes before it, and a hall is not slowed by its own successes', async () => {
  const { db } = server.services;
  const user = await server.given.user();
  const ip = '192.0.2.11';
  for (let round = 0; round < 3; round += 1) {
    for (let number = 0; number < 4; number += 1) await trySignIn(user.username, 'wrong', ip);
    expect((await trySignIn(user.username, user.password, ip)).status).toBe(200);
  }
  const counted = db.selectFrom('rateLimit').select('points').where('key', '=', `guess network ${ip}`);
  expect((await counted.executeTakeFirst())?.points).toBe(12);
});

test('what no bound looks at any more is deleted', async () => {
  const { db } = server.services;
  await db.updateTable('rateLimit').set({ expire: 1 }).execute();
  await db.updateTable('knownDevice').set({ seenAtMs: 1 }).execute();
  const person = await server.given.signedIn(await server.given.user());
  await db.updateTable('session').set({ expiresAtMs: 1 }).where('accountId', '=', person.user.id).execute();

  await tidySessions(server.services);

  expect(await db.selectFrom('rateLimit').selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('knownDevice').selectAll().execute()).toEqual([]);
  const left = db.selectFrom('session').select('id').where('accountId', '=', person.user.id);
  expect(await left.execute()).toEqual([]);
});

test('too many tries at once are told to come again; a browser that signed in before is heard', async () => {
  const guess = {
    login: 'invented',
    known: null,
    browserOf: null,
    storedHash: CHEAP_HASH,
    password: 'wrong',
  };
  const flood = Array.from({ length: 600 }, (_, number) => {
    const ip = `198.51.${Math.floor(number / 200)}.${number % 200}`;
    return tryPassword(server.services, { ...guess, login: `flood ${number}`, ip });
  });
  const answers = Promise.allSettled(flood);
  const known = { ...guess, ip: '198.51.100.1', known: 'a browser' };

  expect(await tryPassword(server.services, known)).toBe(false);
  const refusals = (await answers)
    .filter((answer) => answer.status === 'rejected')
    .map(({ reason }) => reason);
  expect(refusals.length).toBeGreaterThan(0);
  for (const reason of refusals) expect(reason).toMatchObject({ code: 'OVERLOADED', httpCode: 503 });
});
