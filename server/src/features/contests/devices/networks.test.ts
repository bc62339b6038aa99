import { databaseNowMs } from '@balloon/database/clock.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partAllStrangers } from '#features/contests/devices/network-sockets.ts';
import { isInNetworks, networkText } from '#features/contests/devices/networks.ts';
import { openEar } from '#testing/test-ear.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

describe('a network', () => {
  test('has one spelling, and other texts are none', () => {
    expect(['10.0.0.7', ' 10.1.0.0/16 ', '2001:DB8::/32'].map(networkText)).toEqual([
      ...['10.0.0.7/32', '10.1.0.0/16'],
      '2001:db8::/32',
    ]);
    const wrong = [
      '',
      '10.0.0',
      '10.0.0.0/33',
      '10.0.0.0/-1',
      '10.0.0.0/8/8',
      '10.0.0.0/x',
      'hall',
      '::/129',
    ];
    expect(wrong.map(networkText)).toEqual(wrong.map(() => null));
  });

  test('holds its addresses of both kinds; no networks hold all', () => {
    const networks = ['10.1.0.0/16', '2001:db8::/32'];
    expect(['10.1.255.1', '2001:db8::1'].map((ip) => isInNetworks(ip, networks))).toEqual([true, true]);
    expect(['10.2.0.1', '2001:db9::1', null].map((ip) => isInNetworks(ip, networks))).toEqual([
      false,
      false,
      false,
    ]);
    expect(isInNetworks(null, [])).toBe(true);
  });
});

describe('a contest with networks', () => {
  let server: TestServer;
  let admin: Person;
  beforeAll(async () => {
    server = await startTestServer();
    admin = await server.given.admin();
  });
  afterAll(() => server.close());

  const allow = async (contestId: number, allowedNetworks: readonly string[]) => {
    const reply = await admin.post(`/api/admin/contests/${contestId}`, { allowedNetworks });
    await server.services.announcements.caughtUp();
    return reply;
  };

  test('refuses participants from elsewhere everything of it while it runs, and lets supervisors in', async () => {
    const contest = await server.given.contest();
    const anna = await server.given.participant(contest);
    expect((await anna.submit(contest, {})).status).toBe(200);
    const listed = async () => (await anna.get('/api/user/solutions')).json.solutionsNumber;
    expect((await allow(contest.id, ['203.0.113.0/24'])).status).toBe(200);
    expect(await listed()).toBe(0);
    const calls = ['problems', 'problems/A', 'solutions/my', 'table2', 'messages'];
    const codes = async (person: Person) =>
      Promise.all(
        calls.map(async (call) => (await person.get(`/api/contest/${contest.id}/${call}`)).json.error?.code),
      );
    expect(await codes(anna)).toEqual(calls.map(() => 'NETWORK_NOT_ALLOWED'));
    expect((await anna.submit(contest, {})).json.error?.code).toBe('NETWORK_NOT_ALLOWED');
    expect((await anna.get(`/api/problems/${contest.problemIds[0]}`)).status).toBe(404);
    expect(await codes(admin)).toEqual(calls.map(() => undefined));

    const people = [{ userId: anna.user.id, isFromAnywhere: true }];
    expect((await admin.post(`/api/admin/contests/${contest.id}/live/adjustments`, { people })).status).toBe(
      200,
    );
    await server.services.announcements.caughtUp();
    expect(await codes(anna)).toEqual(calls.map(() => undefined));
    expect(await listed()).toBe(1);
  });

  test('lets participants in from its networks, and from everywhere once it is over', async () => {
    const contest = await server.given.contest();
    const anna = await server.given.participant(contest);
    await allow(contest.id, ['127.0.0.1', '::1']);
    expect((await anna.submit(contest, {})).status).toBe(200);
    const over = await server.given.contest({ startsInMin: -20, durationMin: 10, practiceMin: 100 });
    const boris = await server.given.participant(over);
    await allow(over.id, ['203.0.113.0/24']);
    expect((await boris.get(`/api/contest/${over.id}/problems`)).status).toBe(200);
  });

  test('leaves nobody from elsewhere in its rooms once it has started', async () => {
    const { db, sockets, announcements } = server.services;
    const contest = await server.given.contest({ startsInMin: 60 });
    const [anna, jury] = [await server.given.participant(contest), await server.given.supervisor()];
    await allow(contest.id, ['203.0.113.0/24']);
    await Promise.all([anna, jury].map((person) => openEar(person, contest)));
    const members = () => sockets.membersOf(`contest:${contest.id}`).map(({ data }) => data.user?.id);
    await partAllStrangers(server.services);
    expect(members()).toContain(anna.user.id);

    // It starts without a change that anybody announces.
    const startTimeMs = (await databaseNowMs(db)) - 60_000;
    await db.updateTable('contest').set({ startTimeMs }).where('id', '=', contest.id).execute();
    await announcements.caughtUp();
    await partAllStrangers(server.services);
    expect(members()).toEqual([jury.user.id]);
  });

  test('is saved with networks only', async () => {
    const contest = await server.given.contest();
    const reply = await allow(contest.id, ['hall 5']);
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('allowedNetworks')]);
  });
});
