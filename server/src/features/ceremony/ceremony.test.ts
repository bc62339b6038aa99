import { Ceremony } from '@balloon/contracts/scoreboard/ceremony.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const path = (contest: { id: number }) => `/api/admin/contests/${contest.id}/ceremony`;

test('supervisors get the frozen table, the final one and the awards, also while the freeze is on', async () => {
  const { given } = server;
  const contest = await given.contest({
    ...{ problems: ['A', 'B'], startsInMin: -400, durationMin: 300, freezeInMin: -220, practiceMin: 200 },
  });
  await server.services.db
    .updateTable('contest')
    .set({ thawsByHand: true })
    .where('id', '=', contest.id)
    .execute();
  const [anna, boris] = [await given.participant(contest), await given.participant(contest)];
  await given.logged(
    contest,
    given.attempt(contest, anna, 10, 'accepted'),
    given.attempt(contest, boris, 20, 'accepted'),
    given.attempt(contest, boris, 200, 'accepted', 1),
    given.attempt(contest, anna, 210, null, 1),
    given.attempt(contest, anna, 330, 'accepted', 1), // in the practice
  );
  const jury = await given.supervisor();

  const ceremony = (await jury.get(`${path(contest)}?gold=1&silver=0&bronze=1`)).as(Ceremony);
  expect(ceremony.rows.map(({ userId }) => userId)).toEqual([anna.user.id, boris.user.id]);
  expect(ceremony.rows.map(({ rank }) => rank)).toEqual([2, 1]);
  expect(ceremony.tieOrder).toEqual([anna.user.id, boris.user.id]);
  expect(ceremony.rows[1]?.frozen[1]).toMatchObject({ isFrozen: true, pendingTries: 1 });
  expect(ceremony.rows[1]?.final[1]).toMatchObject({ penaltyMin: 200, isFirstSolve: true });
  expect(ceremony.unjudgedNumber).toBe(1);
  expect(ceremony.awards).toEqual([
    { kind: 'winner', of: null, userIds: [boris.user.id] },
    { kind: 'gold', of: null, userIds: [boris.user.id] },
    { kind: 'bronze', of: null, userIds: [anna.user.id] },
    { kind: 'firstToSolve', of: 0, userIds: [anna.user.id] },
    { kind: 'firstToSolve', of: 1, userIds: [boris.user.id] },
  ]);
  expect((await anna.get(path(contest))).status).toBe(403);

  await given.logged(contest, {
    ...{ type: 'adjusted', userId: boris.user.id },
    adjustment: { isOfficial: false, isDisqualified: false, penaltyMin: 0, startShiftMs: 0 },
  });
  await server.services.db
    .updateTable('contest')
    .set({ unofficialRows: 'unranked' })
    .where('id', '=', contest.id)
    .execute();
  await server.services.announcements.caughtUp();
  const among = (await jury.get(`${path(contest)}?gold=0&silver=0`)).as(Ceremony);
  expect(among.rows).toHaveLength(2);
  expect(among.awards.slice(0, 2)).toEqual([
    { kind: 'winner', of: null, userIds: [anna.user.id] },
    { kind: 'bronze', of: null, userIds: [anna.user.id] },
  ]);
});

test('a contest that runs has no ceremony, and one of other groups none for this moderator', async () => {
  const { given } = server;
  const jury = await given.supervisor();
  const running = (await jury.get(path(await given.contest({ startsInMin: -10 })))).as(Ceremony);
  expect(running).toMatchObject({ isOver: false, rows: [], awards: [] });
  const theirs = await given.contest({ startsInMin: -400, durationMin: 300, groups: [await given.group()] });
  expect((await jury.get(path(theirs))).status).toBe(404);
});

test('the first to solve is not honoured while an earlier try is unjudged', async () => {
  const { given } = server;
  const contest = await given.contest({ problems: ['A', 'B', 'C'], startsInMin: -400, durationMin: 300 });
  const [anna, boris] = [await given.participant(contest), await given.participant(contest)];
  await given.logged(
    contest,
    given.attempt(contest, anna, 5, 'accepted', 2),
    given.attempt(contest, anna, 10, null),
    given.attempt(contest, boris, 20, 'accepted'),
    given.attempt(contest, boris, 30, 'accepted', 1),
    given.attempt(contest, anna, 40, null, 1),
  );
  const { awards } = (await (await given.supervisor()).get(path(contest))).as(Ceremony);
  expect(awards.filter(({ kind }) => kind === 'firstToSolve')).toEqual([
    { kind: 'firstToSolve', of: 1, userIds: [boris.user.id] },
    { kind: 'firstToSolve', of: 2, userIds: [anna.user.id] },
  ]);
});
