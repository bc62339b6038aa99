import { afterAll, beforeAll, expect, test } from 'vitest';
import { tidySessions } from '#features/session/session-chores.ts';
import { countTry, forgiveTry } from '#features/session/sign-in-throttle.ts';
import { startTestServer, type TestServer } from '#test-server.ts';

let server: TestServer;
let second: TestServer;
beforeAll(async () => {
  // As behind a proxy, so that a test can come from many addresses.
  server = await startTestServer({ trustProxy: true });
  second = await startTestServer({ trustProxy: true, databaseUrl: server.databaseUrl });
});
afterAll(async () => {
  await second.close();
  await server.close();
});

const tryPassword = (on: TestServer, username: string, password: string, ip: string) =>
  on.given
    .anonymous()
    .post('/api/user/authenticate/sign-in', { username, password }, { 'x-forwarded-for': ip });

test('five wrong passwords, then a pause, on every web process and also for the right one', async () => {
  const user = await server.given.user();
  const ip = '192.0.2.1';

  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      tryPassword(index % 2 === 0 ? server : second, user.username, `wrong ${index}`, ip),
    ),
  );

  const statuses = replies.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
  const refused = await tryPassword(second, user.username.toUpperCase(), user.password, ip);
  expect(refused.status).toBe(429);
  expect(refused.json.error?.code).toBe('THROTTLED');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
});

test('the pause is for that name at that address only', async () => {
  const [victim, neighbour] = [await server.given.user(), await server.given.user()];
  const ip = '192.0.2.2';
  for (let number = 0; number < 6; number += 1) await tryPassword(server, victim.username, 'wrong', ip);

  expect((await tryPassword(server, neighbour.username, neighbour.password, ip)).status).toBe(200);
  expect((await tryPassword(server, victim.username, victim.password, '192.0.2.3')).status).toBe(200);
});

test('a right password clears the typing mistakes before it', async () => {
  const user = await server.given.user();
  const ip = '192.0.2.4';
  for (let round = 0; round < 3; round += 1) {
    for (let number = 0; number < 4; number += 1) await tryPassword(server, user.username, 'wrong', ip);
    expect((await tryPassword(server, user.username, user.password, ip)).status).toBe(200);
  }
});

test('nobody gets around the pause by naming addresses to the proxy', async () => {
  const user = await server.given.user();
  const statuses: number[] = [];
  for (let number = 0; number < 6; number += 1) {
    const made = `198.18.0.${number}, 192.0.2.7`; // the proxy adds what it sees at the end
    statuses.push((await tryPassword(server, user.username, 'wrong', made)).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
});

test('every spelling of a name that signs in the same person counts as one', async () => {
  const user = await server.given.user({ username: 'indigo', email: 'indigo@example.org' });
  const spellings = ['indigo', 'INDIGO', 'İndigo', 'indİgo', 'Indigo@example.org', 'indigo'];
  const statuses: number[] = [];
  for (const spelling of spellings) {
    statuses.push((await tryPassword(server, spelling, 'wrong', '192.0.2.8')).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  expect((await tryPassword(server, 'İndigo', user.password, '192.0.2.9')).status).toBe(200);
});

test('an address that is none does no harm', async () => {
  const user = await server.given.user();
  expect((await tryPassword(server, user.username, user.password, 'unknown')).status).toBe(200);
});

test('unknown names are counted as well', async () => {
  const statuses: number[] = [];
  for (let number = 0; number < 6; number += 1) {
    statuses.push((await tryPassword(server, 'no such person', 'wrong', '192.0.2.5')).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
});

test('many addresses together cannot guess one password', async () => {
  const { db } = server.services;
  for (let number = 0; number < 50; number += 1) {
    await countTry(db, { login: 'guessed by many', ip: `198.51.100.${number}` });
  }
  await expect(countTry(db, { login: 'Guessed by Many', ip: '198.51.100.99' })).rejects.toThrow('Too many');
});

test('one address cannot try one password on everybody', async () => {
  const { db } = server.services;
  for (let number = 0; number < 200; number += 1) {
    await countTry(db, { login: `somebody ${number}`, ip: '203.0.113.1' });
  }
  await expect(countTry(db, { login: 'somebody else', ip: '203.0.113.1' })).rejects.toThrow('Too many');
});

test('a hall that signs in from one address is not held up by its own successes', async () => {
  const { db } = server.services;
  for (let number = 0; number < 300; number += 1) {
    const attempt = { login: `student ${number}`, ip: '203.0.113.2' };
    await forgiveTry(db, attempt, await countTry(db, attempt));
  }
});

test('what no bound looks at any more is thrown away', async () => {
  const { db } = server.services;
  await db.updateTable('boundedTry').set({ triedAtMs: 0 }).execute();
  const person = await server.given.signedIn(await server.given.user());
  await db.updateTable('session').set({ expiresAtMs: 1 }).where('accountId', '=', person.user.id).execute();

  await tidySessions(server.services);

  expect(await db.selectFrom('boundedTry').selectAll().execute()).toEqual([]);
  const left = db.selectFrom('session').select('id').where('accountId', '=', person.user.id);
  expect(await left.execute()).toEqual([]);
});
