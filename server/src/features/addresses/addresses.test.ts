import { randomUUID } from 'node:crypto';
import { ContestAddresses } from '@balloon/contracts/hall/addresses.ts';
import { ContestDevices } from '@balloon/contracts/hall/devices.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeOnce } from '#features/contest-control/presence.ts';
import { openEar } from '#testing/test-ear.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('supervisors see from where participants sent and are signed in; others see nothing', async () => {
  const { given, services } = server;
  const contest = await given.contest();
  const anna = await given.participant(contest);
  const boris = await given.participant(contest);
  const admin = await given.admin();
  for (const person of [anna, anna, boris]) expect((await person.submit(contest, {})).status).toBe(200);
  await admin.submit(contest, {});
  const moved = services.db.updateTable('solution').set({ ip: '203.0.113.9' });
  await moved.where('accountId', '=', boris.user.id).execute();
  await services.db
    .updateTable('session')
    .set({ ip: '203.0.113.9' })
    .where('accountId', '=', anna.user.id)
    .execute();
  const path = `/api/admin/contests/${contest.id}/addresses`;
  const { people, addresses } = (await admin.get(path)).as(ContestAddresses);
  expect(people.map(({ id }) => id).sort()).toEqual([anna.user.id, boris.user.id].sort());
  const seen = addresses.map((one) => [one.userId, one.ip, one.solutionsNumber, one.isSignedIn]);
  expect(seen).toContainEqual([anna.user.id, '203.0.113.9', 0, true]);
  expect(seen).toContainEqual([boris.user.id, '203.0.113.9', 1, false]);
  expect(
    addresses.find(({ userId, solutionsNumber }) => userId === anna.user.id && solutionsNumber === 2)
      ?.lastAtMs,
  ).toEqual(expect.any(Number));
  expect((await anna.get(path)).status).toBe(403);
});

describe('a moderator', () => {
  let moderator: Person;
  let contest: GivenContest;
  let ownGroup: number;
  beforeAll(async () => {
    const { given } = server;
    ownGroup = await given.group();
    moderator = await given.supervisor({ groups: [ownGroup] });
    contest = await given.contest({ groups: [ownGroup] });
    const path = `/api/admin/contests/${contest.id}`;
    expect((await moderator.post(path, { bindsDevices: true })).status).toBe(200);
  });

  /** Somebody whom the moderator lets in, with two sessions, each at an address of its own. */
  async function letIn(groups: number[]) {
    const { given, services } = server;
    const user = await given.user({ groups });
    const [here, elsewhere] = [await given.signedIn(user), await given.signedIn(user)];
    const path = `/api/admin/contests/${contest.id}/live/people`;
    expect((await moderator.post(path, { userId: user.id })).status).toBe(200);
    await services.announcements.caughtUp();
    return { user, here, elsewhere };
  }
  const sessionsOf = async (reader: Person, { id }: { id: number }) => {
    const reply = await reader.get(`/api/admin/contests/${contest.id}/devices`);
    return reply.as(ContestDevices).sessions.filter(({ userId }) => userId === id);
  };
  const addressesOf = async ({ id }: { id: number }) => {
    const reply = await moderator.get(`/api/admin/contests/${contest.id}/addresses`);
    return reply.as(ContestAddresses).addresses.filter(({ userId }) => userId === id);
  };
  const isAt = (person: { id: number }, ip: string) =>
    server.services.db.updateTable('session').set({ ip }).where('accountId', '=', person.id).execute();

  test('does not learn where people are signed in by letting them into a contest', async () => {
    const admin = await server.given.admin();
    const { user } = await letIn([await server.given.group()]);
    const [team, member] = [await letIn([await server.given.group()]), await server.given.user()];
    await admin.linkMembers(team.user, 'Polar Bears', [await server.given.signedIn(member)]);
    await isAt(user, '203.0.113.20');
    const inAdmin = await sessionsOf(admin, user);
    expect(inAdmin).toHaveLength(2);

    for (const person of [user, team.user]) {
      expect(await sessionsOf(moderator, person)).toEqual([]);
      expect(await addressesOf(person)).toEqual([]);
    }
    const path = `/api/admin/contests/${contest.id}/devices/${user.id}`;
    const moved = await moderator.post(path, { sessionId: inAdmin[0]?.id ?? 0 });
    expect(moved.json.error?.code).toBe('SESSION_NOT_FOUND');
  });

  test('sees of them the sessions that are in the contest, and the addresses from which they sent', async () => {
    const [present, holding] = [
      await letIn([await server.given.group()]),
      await letIn([await server.given.group()]),
    ];
    const ear = await openEar(present.here, contest);
    await writeOnce(server.services, randomUUID());
    expect(await sessionsOf(moderator, present.user)).toHaveLength(1);
    ear.socket.disconnect();

    expect((await holding.here.submit(contest, {})).status).toBe(200);
    expect(await sessionsOf(moderator, holding.user)).toMatchObject([{ holds: true }]);
    expect(await addressesOf(holding.user)).toMatchObject([{ solutionsNumber: 1 }]);
  });

  test('sees all sessions of those whose accounts are entrusted to their groups', async () => {
    const { user } = await letIn([ownGroup]);
    await isAt(user, '203.0.113.30');
    expect(await sessionsOf(moderator, user)).toHaveLength(2);
    expect(await addressesOf(user)).toMatchObject([{ ip: '203.0.113.30', isSignedIn: true }]);
  });
});
