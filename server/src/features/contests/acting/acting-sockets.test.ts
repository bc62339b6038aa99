import { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { SubmitReply } from '@balloon/contracts/solutions/solutions.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openEar, type TestEar } from '#testing/test-ear.ts';
import {
  type GivenContest,
  type GivenUser,
  type Person,
  startTestServer,
  type TestServer,
} from '#testing/test-server.ts';

let server: TestServer;
/** Another web process, to which the second member is connected. */
let second: TestServer;
let admin: Person;
let contest: GivenContest;
let team: GivenUser;
let anna: Person;
let boris: Person;
beforeAll(async () => {
  server = await startTestServer();
  second = await startTestServer({ databaseUrl: server.databaseUrl });
  admin = await server.given.admin();
});
afterAll(async () => {
  await second.close();
  await server.close();
});

beforeEach(async () => {
  contest = await server.given.contest({ startsInMin: -200, freezeInMin: -20, problems: ['A', 'B'] });
  const { given } = server;
  team = await given.user();
  anna = await given.signedIn(await given.user());
  boris = await second.given.signedIn(await given.user());
  await admin.linkMembers(team, 'Polar Bears', [anna, boris]);
  await given.joined(team, contest);
  await caughtUp();
});

const caughtUp = () => Promise.all([server, second].map(({ services }) => services.announcements.caughtUp()));
const send = async (by: Person) => (await by.submit(contest, {})).as(SubmitReply);
const isCut = (ear: TestEar) => expect.poll(() => ear.socket.connected).toBe(false);

describe('every member of a team', () => {
  test('hears of what another sends, of its verdict, and of the own row, on any web process', async () => {
    const rival = await server.given.participant(contest);
    const [ear, rivalEar] = [await openEar(boris, contest), await openEar(rival, contest)];
    await ear.joins('table.watch', { contestId: contest.id, count: 10 });
    await ear.hears('table rows');

    const { id } = await send(anna);
    expect(await ear.hears('new solution', (solution) => solution.id === id)).toMatchObject({
      userId: team.id,
      sentBy: { id: anna.user.id },
    });
    expect((await admin.decide(id, 1)).status).toBe(200);
    await ear.hears('verdict updated', (update) => update.id === id);
    const own = (await boris.get(`/api/contest/${contest.id}/table2?count=10`)).as(ScoreboardPage).ownRow;
    expect(own).toMatchObject({ user: { id: team.id }, acceptedSolutions: 1 });
    await ear.hears('table own row', ({ ownRow }) => ownRow?.acceptedSolutions === 1);

    // The freeze hides it from others, who are told nothing of the team's solutions at all.
    await rivalEar.catchesUp();
    expect(rivalEar.heardOfSolutions()).toEqual([]);
    const seen = (await rival.get(`/api/contest/${contest.id}/table2?count=10`)).as(ScoreboardPage);
    expect(seen.rows.find(({ user }) => user.id === team.id)?.acceptedSolutions).toBe(0);
  });

  test('counts as the team where organisers see who is there', async () => {
    await openEar(anna, contest);
    await openEar(boris, contest);
    const present = [server, second].map(({ services: { sockets } }) => sockets.roomNames());
    const room = `contest:${contest.id}:user:${team.id}`;
    expect(present.map((rooms) => rooms.includes(room))).toEqual([true, true]);
  });
});

test('who has begun as themselves hears on as themselves when a team of theirs joins', async () => {
  contest = await server.given.contest({ problems: ['A'] });
  await server.given.joined(anna.user, contest);
  await caughtUp();
  await send(anna);
  await server.given.joined(team, contest);
  await caughtUp();
  const ear = await openEar(anna, contest);
  expect((await admin.post(`/api/contest/${contest.id}/messages`, { text: 'Hello' })).status).toBe(200);
  await ear.hears('new message', () => true);
  const { id } = await send(anna);
  await ear.hears('new solution', (solution) => solution.id === id);
});

describe('a connection is cut', () => {
  test('of who is a member no longer, and hears nothing of the team when it comes back', async () => {
    const ear = await openEar(boris, contest);
    await admin.linkMembers(team, 'Polar Bears', [anna]);
    await caughtUp();
    await isCut(ear);
    const back = await openEar(boris);
    expect(await back.asks('contest.join', { contestId: contest.id })).toEqual({
      ok: false,
      code: 'CONTEST_NOT_JOINED',
    });
    await send(anna);
    await caughtUp();
    await back.catchesUp();
    expect(back.heardOfSolutions()).toEqual([]);
  });

  test('of who takes part as somebody else from now on', async () => {
    await server.given.joined(anna.user, contest);
    await caughtUp();
    const ear = await openEar(anna, contest);
    const chosen = await anna.post(`/api/contest/${contest.id}/part`, { teamId: null });
    expect(chosen.status).toBe(200);
    await isCut(ear);
    const own = await openEar(anna, contest);
    await send(boris);
    const { id } = await send(anna);
    await own.hears('new solution', (solution) => solution.id === id);
    expect(own.heard('new solution').map(({ userId }) => userId)).toEqual([anna.user.id]);
  });

  test('of who chooses another part while the rooms of the former one are being joined', async () => {
    await server.given.joined(anna.user, contest);
    await caughtUp();
    const ear = await openEar(anna);
    const { parts } = server.services.heads;
    const findPart = parts.participant.bind(parts);
    const once = vi.spyOn(parts, 'participant').mockImplementationOnce(async (...asked) => {
      const before = await findPart(...asked);
      expect((await anna.post(`/api/contest/${contest.id}/part`, { teamId: null })).status).toBe(200);
      await caughtUp();
      return before;
    });
    await ear.asks('contest.join', { contestId: contest.id }).catch(() => null);
    once.mockRestore();
    await isCut(ear);
    expect(server.services.sockets.roomNames()).not.toContain(`contest:${contest.id}:user:${team.id}`);
  });

  test('of members, when the contest leaves all to the account of the team, and when the team is removed', async () => {
    const ear = await openEar(boris, contest);
    await admin.post(`/api/admin/contests/${contest.id}`, { membersAct: false });
    await isCut(ear);
    await admin.post(`/api/admin/contests/${contest.id}`, { membersAct: true });
    await caughtUp();
    const again = await openEar(boris, contest);
    await server.services.db
      .deleteFrom('contestParticipant')
      .where('contestId', '=', contest.id)
      .where('accountId', '=', team.id)
      .execute();
    await isCut(again);
  });
});
