import { VirtualStarted } from '@balloon/contracts/contests/virtual.ts';
import { PublicUser } from '@balloon/contracts/users.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function author(contest: GivenContest, firstName: string, lastName: string): Promise<Person> {
  const person = await server.given.participant(contest);
  const { db } = server.services;
  await db.updateTable('account').set({ firstName, lastName }).where('id', '=', person.user.id).execute();
  expect((await person.submit(contest, {})).status).toBe(200);
  return person;
}

async function found(viewer: Person, query: string): Promise<string[]> {
  const reply = await viewer.get(`/api/user/solutions/authors?${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.as(z.array(PublicUser)).map(({ fullName }) => fullName);
}

test('finds those whose solutions the supervisor may list, and nobody else', async () => {
  const { given } = server;
  const groupId = await given.group();
  const open = await given.contest();
  const closed = await given.contest({ groups: [await given.group()] });
  const anna = await author(open, 'Anna', 'Zimina');
  await given.participant(open); // sent nothing
  // In a contest that is closed to this moderator; added as its owner would.
  const hidden = await given.participant(open);
  const { db } = server.services;
  await db
    .updateTable('account')
    .set({ firstName: 'Anna', lastName: 'Hidden' })
    .where('id', '=', hidden.user.id)
    .execute();
  await hidden.submit(open, {});
  await db
    .updateTable('solution')
    .set({ contestId: closed.id })
    .where('accountId', '=', hidden.user.id)
    .execute();

  const moderator = await given.supervisor({ groups: [groupId] });
  expect(await found(moderator, 'q=anna')).toEqual(['Anna Zimina']);
  expect(await found(moderator, 'q=Zimina+anna')).toEqual(['Anna Zimina']);
  expect(await found(moderator, `q=nobody&ids=${anna.user.id}`)).toEqual(['Anna Zimina']);
  expect(await found(moderator, `q=nobody&ids=${hidden.user.id}`)).toEqual([]);
  expect(await found(await given.admin(), 'q=anna')).toEqual(['Anna Hidden', 'Anna Zimina']);
  expect((await anna.get('/api/user/solutions/authors')).status).toBe(403);
  expect((await moderator.get('/api/user/solutions/authors?q=%25')).json).toEqual([]);
});

test('whoever sent in a virtual participation alone is found by nobody who does not supervise it', async () => {
  const { given } = server;
  const past = await given.contest({ startsInMin: -300, durationMin: 200 });
  const vera = await given.signedIn(await given.user());
  const { db } = server.services;
  await db.updateTable('account').set({ firstName: 'Vera' }).where('id', '=', vera.user.id).execute();
  const { contestId } = (await vera.post(`/api/contest/${past.id}/virtual`, {})).as(VirtualStarted);
  expect((await vera.submit({ id: contestId }, { symbolIndex: 'A' })).status).toBe(200);

  expect(await found(await given.supervisor(), 'q=vera')).toEqual([]);
  expect(await found(await given.admin(), 'q=vera')).toHaveLength(1);
});
