import { Ceremony, ContestAwards } from '@balloon/contracts/scoreboard/ceremony.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const path = ({ id }: { id: number }) => `/api/admin/contests/${id}/awards`;

/** A contest that is over, in which one of two participants solved the problem. */
async function givenContest() {
  const { given } = server;
  const contest = await given.contest({ problems: ['A'], startsInMin: -400, durationMin: 300 });
  const [anna, boris] = [await given.participant(contest), await given.participant(contest)];
  await given.logged(
    contest,
    given.attempt(contest, anna, 10, 'accepted'),
    given.attempt(contest, boris, 20, 'wrongAnswer'),
  );
  return { contest, anna, boris, jury: await given.supervisor() };
}

test('an award by hand stands in the list, the ceremony and the file until it is taken back', async () => {
  const { contest, anna, boris, jury } = await givenContest();
  const award = { titleRu: 'Приз жюри', citation: 'За стойкость', userIds: [boris.user.id] };
  expect((await jury.post(path(contest), award)).status).toBe(200);

  const read = async () => (await jury.get(path(contest))).as(ContestAwards);
  const [stored] = (await read()).byHand;
  expect(stored).toMatchObject({ ...award, titleEn: '' });
  const { awards } = (await jury.get(`/api/admin/contests/${contest.id}/ceremony`)).as(Ceremony);
  expect(awards.at(-1)).toMatchObject({ kind: 'byHand', title: 'Приз жюри', userIds: [boris.user.id] });
  const file = await jury.get(`/api/contest/${contest.id}/results/awards.json`);
  const [annaId, borisId] = [String(anna.user.id), String(boris.user.id)];
  expect(file.json).toEqual([
    { id: 'winner', citation: 'Contest winner', team_ids: [annaId] },
    { id: 'gold-medal', citation: 'Gold medal winner', team_ids: [annaId] },
    { id: 'first-to-solve-A', citation: expect.stringContaining('problem A'), team_ids: [annaId] },
    { id: 'honorable-mention', citation: 'Honorable mention', team_ids: [borisId] },
    { id: `jury-${stored?.id}`, citation: 'Приз жюри', team_ids: [borisId] },
  ]);

  const own = `${path(contest)}/${stored?.id}`;
  await jury.post(own, { ...award, userIds: [anna.user.id, boris.user.id] });
  expect((await read()).byHand[0]?.userIds).toEqual([anna.user.id, boris.user.id]);
  expect((await jury.send('DELETE', own, {})).status).toBe(200);
  expect((await read()).byHand).toEqual([]);
  expect((await jury.send('DELETE', own, {})).json.error?.code).toBe('AWARD_NOT_FOUND');
});

test('an award by hand of who was removed since has their name, in the file the id of their team', async () => {
  const { contest, boris, jury } = await givenContest();
  const { db } = server.services;
  await db
    .insertInto('team')
    .values({ accountId: boris.user.id, name: 'Boris & Co', foreignId: 'team-b' })
    .execute();
  await jury.post(path(contest), { titleEn: 'Prize', userIds: [boris.user.id] });
  await db.deleteFrom('contestParticipant').where('accountId', '=', boris.user.id).execute();
  await server.given.logged(contest, { type: 'left', userId: boris.user.id });
  const other = await startTestServer({ databaseUrl: server.databaseUrl });
  const elsewhere = await other.given.signedIn(jury.user);
  const address = `/api/admin/contests/${contest.id}/ceremony`;
  const [here, there] = [(await jury.get(address)).as(Ceremony), (await elsewhere.get(address)).as(Ceremony)];
  await other.close();
  expect(here.awards.at(-1)).toMatchObject({ kind: 'byHand', names: ['Boris & Co'] });
  expect(there).toEqual(here);
  const file = await jury.get(`/api/contest/${contest.id}/results/awards.json`);
  expect((file.json as unknown as object[]).at(-1)).toMatchObject({ team_ids: ['team-b'] });
});

test('the winner of a group is named by the id of the group in another system', async () => {
  const { contest, anna } = await givenContest();
  const admin = await server.given.admin();
  const { db } = server.services;
  const groupId = await server.given.group();
  await db.updateTable('userGroup').set({ foreignId: 'south' }).where('id', '=', groupId).execute();
  await db.insertInto('contestGroup').values({ contestId: contest.id, groupId, position: 5 }).execute();
  await db.insertInto('userGroupMember').values({ groupId, accountId: anna.user.id }).execute();
  const file = await admin.get(`/api/contest/${contest.id}/results/awards.json`);
  expect(file.json).toContainEqual(expect.objectContaining({ id: 'group-winner-south' }));
  const { awards } = (await admin.get(path(contest))).as(ContestAwards);
  expect(awards.map(({ id }) => id)).toContain('group-winner-south');
});

test('an award needs a title and participants of the contest, and a supervisor', async () => {
  const { contest, anna, boris, jury } = await givenContest();
  const stranger = await server.given.user();
  const userIds = [anna.user.id];
  expect((await jury.post(path(contest), { titleRu: ' ', userIds })).status).toBe(400);
  const foreign = await jury.post(path(contest), { titleEn: 'Prize', userIds: [anna.user.id, stranger.id] });
  expect([foreign.status, foreign.json.error?.code]).toEqual([400, 'AWARD_FOR_OTHERS']);
  expect((await boris.post(path(contest), { titleEn: 'Prize', userIds })).status).toBe(403);
  expect((await boris.get(path(contest))).status).toBe(403);
});

test('awards stay as they are once the results are final', async () => {
  const { contest, anna, jury } = await givenContest();
  await server.services.db
    .updateTable('contest')
    .set({ finalizedAtMs: Date.now() })
    .where('id', '=', contest.id)
    .execute();
  const late = await jury.post(path(contest), { titleEn: 'Prize', userIds: [anna.user.id] });
  expect([late.status, late.json.error?.code]).toEqual([409, 'RESULTS_FINAL']);
});

test('awards of the table are unknown while the contest runs, and those by hand can be prepared', async () => {
  const { given } = server;
  const contest = await given.contest({ problems: ['A'], startsInMin: -10 });
  const anna = await given.participant(contest);
  await given.logged(contest, given.attempt(contest, anna, 5, 'accepted'));
  const jury = await given.supervisor();
  await jury.post(path(contest), { titleEn: 'Prize', userIds: [anna.user.id] });
  const { awards, isOver } = (await jury.get(path(contest))).as(ContestAwards);
  expect([isOver, awards.map(({ kind }) => kind)]).toEqual([false, ['byHand']]);
});
