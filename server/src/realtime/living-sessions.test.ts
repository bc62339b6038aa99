import { afterEach, beforeEach, expect, test } from 'vitest';
import { tokenHash } from '#features/session/session-token.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let person: Person;
beforeEach(async () => {
  server = await startTestServer();
  person = await server.given.signedIn(await server.given.user());
});
afterEach(() => server.close());

const find = () => server.services.sessions.find(tokenHash(person.token));

test('a session is read once, and again after its rights have changed in whatever way', async () => {
  const { db, announcements } = server.services;
  const first = await find();
  expect(await find()).toBe(first);

  const groupId = await server.given.group();
  const member = { groupId, accountId: person.user.id };
  await db.insertInto('userGroupMember').values(member).execute();
  await announcements.caughtUp();
  expect(await find()).toMatchObject({ groupIds: [groupId] });

  await db.deleteFrom('userGroupMember').where('accountId', '=', person.user.id).execute();
  await announcements.caughtUp();
  expect(await find()).toMatchObject({ groupIds: [] });
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

test('nobody keeps a session that another process has ended', async () => {
  const other = await startTestServer({ databaseUrl: server.databaseUrl });
  const elsewhere = () => fetch(`${other.url}/api/user/me`, { headers: { 'x-token': person.token } });
  expect((await elsewhere()).status).toBe(200);
  await person.post('/api/user/authenticate/logout');
  await expect.poll(async () => (await elsewhere()).status).toBe(401);
  await other.close();
});
