import { BalloonQueue } from '@balloon/contracts/hall/balloons.ts';
import { PublicTable } from '@balloon/contracts/scoreboard/public-table.ts';
import { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let admin: Person;
let contest: GivenContest;
beforeAll(async () => {
  server = await startTestServer({ publicTables: [1] });
  admin = await server.given.admin();
  contest = await server.given.contest({ startsInMin: -60 });
});
afterAll(() => server.close());

const caughtUp = () => server.services.announcements.caughtUp();
const tableOf = async (query = '') =>
  (await admin.get(`/api/contest/${contest.id}/table2${query}`)).as(ScoreboardPage);

test('a team stands in tables with its name and organisation, and changes of these reach them', async () => {
  const { db } = server.services;
  const account = await server.given.participant(contest);
  const accountId = account.user.id;
  const { hash } = (await tableOf()).actualTableHash;

  const university = { name: 'SSU', formalName: 'State University', country: 'KAZ' };
  const { id } = await db
    .insertInto('organization')
    .values(university)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('team')
    .values({ accountId, name: 'Seven Kings', organizationId: id, seat: 'A-12' })
    .execute();
  await caughtUp();
  const ofTeam = await tableOf();
  expect(ofTeam.actualTableHash.hash).not.toBe(hash);
  expect(ofTeam.rows[0]?.user).toMatchObject({
    fullName: 'Seven Kings',
    organization: { ...university, logo: null },
  });
  expect((await tableOf('?q=kings+university')).rows).toHaveLength(1);
  expect((await tableOf('?q=kings+institute')).rows).toHaveLength(0);

  await db.updateTable('organization').set({ name: 'State U' }).where('id', '=', id).execute();
  await caughtUp();
  expect((await tableOf()).rows[0]?.user.organization?.name).toBe('State U');
  const shown = await server.given.anonymous().get(`/api/public/contest/${contest.id}/table`);
  expect(shown.as(PublicTable).rows[0]).toMatchObject({ name: 'Seven Kings', organization: 'State U, KAZ' });

  await server.given.attempted(contest, account, 10, 'accepted');
  await caughtUp();
  const queue = (await admin.get(`/api/contest/${contest.id}/balloons`)).as(BalloonQueue);
  expect(queue.teams).toEqual([
    expect.objectContaining({ name: 'Seven Kings', seat: 'A-12', organization: 'State U' }),
  ]);

  await db.deleteFrom('organization').where('id', '=', id).execute();
  await caughtUp();
  const { fullName, organization } = (await tableOf()).rows[0]?.user ?? {};
  expect([fullName, organization]).toEqual(['Seven Kings', undefined]);
});

test('equal rows stand in the order of their organisations where the contest says so', async () => {
  const { db } = server.services;
  const [first, second] = [await server.given.participant(contest), await server.given.participant(contest)];
  const organizations = await db
    .insertInto('organization')
    .values([{ name: 'Żagań' }, { name: 'alma mater' }])
    .returning('id')
    .execute();
  const teams = [first, second].map(({ user }, index) => ({
    ...{ accountId: user.id, name: `Team ${index}`, organizationId: organizations[index]?.id ?? 0 },
  }));
  await db.insertInto('team').values(teams).execute();
  await caughtUp();
  const order = async () => {
    const { rows } = await tableOf();
    return rows.map(({ user }) => user.id).filter((id) => id === first.user.id || id === second.user.id);
  };
  const orderedBy = (tiedRows: string) => admin.post(`/api/admin/contests/${contest.id}`, { tiedRows });
  expect(await order()).toEqual([first.user.id, second.user.id]);

  expect((await orderedBy('organization')).status).toBe(200);
  expect(await order()).toEqual([second.user.id, first.user.id]);
  await db
    .updateTable('organization')
    .set({ name: 'Aachen' })
    .where('id', '=', organizations[0]?.id ?? 0)
    .execute();
  await caughtUp();
  expect(await order()).toEqual([first.user.id, second.user.id]);
  expect((await orderedBy('joined')).status).toBe(200);
});
