import { setTimeout as pause } from 'node:timers/promises';
import { ContestReply } from '@balloon/contracts/contests.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { visitContest } from '#features/contests/contest-access.ts';
import { contestFor } from '#features/contests/contest-heads.ts';
import { DatabaseClock } from '#realtime/database-clock.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';
import { trustMemory } from '#testing/trust-memory.ts';

let near: TestServer;
let far: TestServer;
let contest: GivenContest;
let participant: Person;
beforeAll(async () => {
  near = await startTestServer();
  far = await startTestServer({ databaseUrl: near.databaseUrl });
});
beforeEach(async () => {
  contest = await near.given.contest();
  participant = await near.given.participant(contest);
});
afterAll(async () => {
  await far.close();
  await near.close();
});

/** What the other process knows, once it has heard of all that was committed. */
async function visitedFar() {
  await far.services.announcements.caughtUp();
  return contestFor(far.services, contest.id, {
    id: participant.user.id,
    accessMask: ACCESS_GROUPS.user.mask,
  });
}

test('a contest that is known is visited without its tables', async () => {
  using _trust = trustMemory(far.services);
  await visitedFar();
  await near.services.db.transaction().execute(async (tx) => {
    await sql`lock table contest, contest_participant, contest_group in access exclusive mode`.execute(tx);
    expect(await visitedFar()).toMatchObject({
      contest: { id: contest.id },
      participation: { isJoined: true },
    });
  });
});

test('another process hears of new times, groups, extra time and removal, whoever writes', async () => {
  const { db } = near.services;
  const before = await visitedFar();
  await db.updateTable('contest').set({ name: 'Renamed' }).where('id', '=', contest.id).execute();
  expect((await visitedFar())?.contest.name).toBe('Renamed');

  const group = await db
    .insertInto('userGroup')
    .values({ name: 'A group' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('contestGroup').values({ contestId: contest.id, groupId: group.id }).execute();
  expect((await visitedFar())?.contest.allowedGroupIds).toContain(group.id);

  const own = { contestId: contest.id, accountId: participant.user.id };
  const ofParticipant = db.updateTable('contestParticipant').where('accountId', '=', own.accountId);
  await ofParticipant.set({ extraTimeMs: 60_000, isAdmitted: true }).execute();
  expect((await visitedFar())?.participation).toMatchObject({ ownExtraTimeMs: 60_000, isAdmitted: true });

  await db.deleteFrom('contestParticipant').where('accountId', '=', own.accountId).execute();
  expect(before?.participation.isJoined).toBe(true);
  expect((await visitedFar())?.participation.isJoined).toBe(false);
});

test('joining shows at once on a process that was asked before', async () => {
  const other = await near.given.user();
  const person = { id: other.id, username: other.username, accessMask: 256, groupIds: [] };
  const ask = () => visitContest(far.services, person, contest.id);
  expect((await ask()).join.joined).toBe(false);
  const joinedAtMs = Date.now();
  await near.services.db
    .insertInto('contestParticipant')
    .values({ contestId: contest.id, accountId: person.id, joinedAtMs })
    .execute();
  expect((await ask()).join.joined).toBe(true);
});

test('another process shows new numbers of problems and participants, groups and times', async () => {
  const { db } = near.services;
  const supervisor = await far.given.supervisor();
  const shown = async () => {
    await far.services.announcements.caughtUp();
    return (await supervisor.get(`/api/contest/${contest.id}`)).as(ContestReply).contest;
  };
  expect(await shown()).toMatchObject({ participantsNumber: 1, problemsNumber: 1, joined: false });
  const own = { contestId: contest.id, accountId: supervisor.user.id };
  await db
    .insertInto('contestParticipant')
    .values({ ...own, joinedAtMs: Date.now() })
    .execute();
  expect(await shown()).toMatchObject({ participantsNumber: 1, joined: true });

  const role = db.updateTable('account').where('id', '=', participant.user.id);
  await role.set({ accessMask: ACCESS_GROUPS.moderator.mask }).execute();
  expect(await shown()).toMatchObject({ participantsNumber: 0 });
  await near.given.participant(contest);
  expect(await shown()).toMatchObject({ participantsNumber: 1 });

  const problemId = await near.given.problem();
  await db.insertInto('contestProblem').values({ contestId: contest.id, problemId, position: 1 }).execute();
  expect(await shown()).toMatchObject({ problemsNumber: 2 });

  const groupId = await near.given.group('Old name');
  await db.insertInto('contestGroup').values({ contestId: contest.id, groupId }).execute();
  await db
    .insertInto('userGroupMember')
    .values({ groupId, accountId: own.accountId, isEntrusted: true })
    .execute();
  expect((await shown()).allowedGroups).toMatchObject([{ name: 'Old name' }]);
  await db.updateTable('userGroup').set({ name: 'New name' }).where('id', '=', groupId).execute();
  expect((await shown()).allowedGroups).toMatchObject([{ name: 'New name' }]);

  await db.updateTable('contest').set({ hasComments: true }).where('id', '=', contest.id).execute();
  expect((await shown()).isWithComments).toBe(true);
  await db.deleteFrom('contest').where('id', '=', contest.id).execute();
  await far.services.announcements.caughtUp();
  expect((await supervisor.get(`/api/contest/${contest.id}`)).status).toBe(404);
});

test('a contest that is known opens at its start and never before', async () => {
  const { services, given } = far;
  const soon = await given.contest({ startsInMin: 0.02 });
  const person = await given.participant(soon);
  let openedAtMs = 0;
  const ask = async () => {
    const { status } = await person.get(`/api/contest/${soon.id}/problems`);
    if (status === 200) openedAtMs = await databaseNowMs(services.db);
    return status;
  };
  await ask();
  // Asking all the time takes a whole core.
  await pause(Math.max(0, soon.startTimeMs - Date.now() - 150));
  await expect.poll(ask, { interval: 0 }).toBe(200);
  expect(openedAtMs).toBeGreaterThanOrEqual(soon.startTimeMs);
});

test('the clock of a process keeps its bound of error', async () => {
  const { db, log } = near.services;
  const clock = new DatabaseClock(db, log);
  expect(clock.read()).toBeNull();
  await clock.start();
  const beforeMs = await databaseNowMs(db);
  const known = clock.read();
  const afterMs = await databaseNowMs(db);
  clock.close();
  const { nowMs, errorMs } = known ?? { nowMs: 0, errorMs: 0 };
  expect(nowMs + errorMs).toBeGreaterThanOrEqual(beforeMs - 1);
  expect(nowMs - errorMs).toBeLessThanOrEqual(afterMs + 1);
});
