import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { tokenHash } from '#features/session/session-token.ts';
import { countQueries } from '#testing/count-queries.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';
import { trustMemory } from '#testing/trust-memory.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  person = await server.given.signedIn(await server.given.user());
});
afterAll(() => server.close());

const find = () => server.services.sessions.find(tokenHash(person.token));

test('a session is read once, and again after its rights have changed in whatever way', async () => {
  const { db, announcements } = server.services;
  const trust = trustMemory(server.services);
  const first = await find();
  expect(await find()).toBe(first);
  trust.mockRestore();

  const groupId = await server.given.group();
  const member = { groupId, accountId: person.user.id };
  await db.insertInto('userGroupMember').values(member).execute();
  await announcements.caughtUp();
  expect(await find()).toMatchObject({ groupIds: [groupId] });

  await db.deleteFrom('userGroupMember').where('accountId', '=', person.user.id).execute();
  await announcements.caughtUp();
  expect(await find()).toMatchObject({ groupIds: [] });
});

test('who has shown a token is known by the id of the session, too, for as long as the session lives', async () => {
  const { db, sessions, announcements } = server.services;
  const id = (await find())?.id ?? 0;
  let found: Awaited<ReturnType<typeof sessions.findById>> = [];
  const queries = await countQueries(server.services, async () => {
    found = await sessions.findById([id]);
  });
  expect(queries).toBe(0);
  expect(found).toMatchObject([{ id, userId: person.user.id, isCurrentToken: false }]);

  // The token was replaced, and passes for some seconds more; the session goes on.
  const soon = { previousTokenHash: tokenHash(person.token), previousValidUntilMs: Date.now() + 60_000 };
  const rotated = { tokenHash: tokenHash('another token'), ...soon };
  await db.updateTable('session').set(rotated).where('id', '=', id).execute();
  await announcements.caughtUp();
  expect((await find())?.validUntilMs).toBe(soon.previousValidUntilMs);
  expect((await sessions.findById([id]))[0]?.validUntilMs).toBeGreaterThan(Date.now() + 120_000);
});

test('a change that is committed while a session is read prevents that it is kept', async () => {
  const { db, announcements } = server.services;
  for (let round = 0; round < 20; round += 1) {
    const mask = round % 2 === 0 ? 1024 : 256;
    const changing = db
      .updateTable('account')
      .set({ accessMask: mask })
      .where('id', '=', person.user.id)
      .execute();
    await Promise.all([find(), changing, find(), find()]);
    await announcements.caughtUp();
    expect((await find())?.accessMask).toBe(mask);
  }
});

test('another process keeps no session that was ended, and nobody who was banned or removed', async () => {
  const { db } = server.services;
  const other = await startTestServer({ databaseUrl: server.databaseUrl });
  const statusOf = async ({ token }: Person) => {
    await other.services.announcements.caughtUp();
    return (await fetch(`${other.url}/api/user/me`, { headers: { 'x-token': token } })).status;
  };
  const account = ({ user }: Person) => db.updateTable('account').where('id', '=', user.id);
  const endings = [
    (somebody: Person) => somebody.post('/api/user/authenticate/logout'),
    (somebody: Person) => account(somebody).set({ isBanned: true }).execute(),
    (somebody: Person) => account(somebody).set({ deletedAtMs: 1 }).execute(),
  ];
  for (const end of endings) {
    const somebody = await server.given.signedIn(await server.given.user());
    expect(await statusOf(somebody)).toBe(200);
    await end(somebody);
    expect(await statusOf(somebody)).toBe(401);
  }
  await other.close();
});
