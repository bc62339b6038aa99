import { PublicTable } from '@balloon/contracts/scoreboard/public-table.ts';
import { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countQueries } from '#testing/count-queries.ts';
import { type GivenContest, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
/** Contests get the numbers 1, 2, …; the fourth is not open to everybody. */
beforeAll(async () => {
  server = await startTestServer({ publicTables: [1, 2, 3, 99] });
});
afterAll(() => server.close());

const ask = ({ id }: { id: number }, headers: Record<string, string> = {}) =>
  server.given.anonymous().get(`/api/public/contest/${id}/table`, headers);

const rowsOf = async (contest: GivenContest) => (await ask(contest)).as(PublicTable).rows;

test('a stranger sees what the freeze shows, and the admin more', async () => {
  const contest = await server.given.contest({ startsInMin: -200, freezeInMin: -20 });
  const [first, second] = [await server.given.participant(contest), await server.given.participant(contest)];
  await server.given.attempted(contest, first, 10, 'accepted');
  expect(await rowsOf(contest)).toMatchObject([
    { place: '1', solved: 1, cells: [{ isFirstSolve: true, solvedAfterMs: 600_000 }] },
    { solved: 0 },
  ]);

  const hidden = await server.given.attempted(contest, second, 190, 'accepted');
  await expect.poll(() => rowsOf(contest)).toMatchObject([{}, { cells: [{ pendingTries: 1 }] }]);
  const { headers, text } = await ask(contest);
  expect(JSON.parse(text)).toEqual(PublicTable.parse(JSON.parse(text)));
  expect(PublicTable.parse(JSON.parse(text))).toMatchObject({ isFrozen: true, rows: [{}, { solved: 0 }] });
  const admin = await server.given.admin();
  const seen = (await admin.get(`/api/contest/${contest.id}/table2`)).as(ScoreboardPage);
  expect(seen.rows.map(({ acceptedSolutions }) => acceptedSolutions)).toEqual([1, 1]);

  expect((await ask(contest, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);

  // The new name proves that the answer was made after the other hidden verdict.
  await server.given.logged(contest, { ...hidden, verdictId: VERDICTS.wrongAnswer.id });
  const { db } = server.services;
  await db.updateTable('contest').set({ name: 'renamed' }).where('id', '=', contest.id).execute();
  const nameOf = async () => (await ask(contest)).as(PublicTable).contest.name;
  await expect.poll(nameOf).toBe('renamed');
  const { rows } = PublicTable.parse(JSON.parse(text));
  expect(await rowsOf(contest)).toEqual(rows);
});

test('the name of an account, its number and its role do not leave the site beside a full name', async () => {
  const contest = await server.given.contest();
  const person = await server.given.participant(contest);
  const { db } = server.services;
  const named = { firstName: 'Anna', lastName: '<b>Hostile</b>' };
  await db.updateTable('account').set(named).where('id', '=', person.user.id).execute();
  const { text } = await ask(contest);
  expect(PublicTable.parse(JSON.parse(text)).rows[0]?.name).toBe('Anna <b>Hostile</b>');
  expect(text).not.toContain(person.user.username);
});

test('a contest that has not started tells so', async () => {
  const reply = await ask(await server.given.contest({ startsInMin: 10 }));
  expect([reply.status, reply.json.error?.code]).toEqual([403, 'CONTEST_NOT_STARTED']);
});

test('a contest that is not open to everybody is none, like one that is not there', async () => {
  const contest = await server.given.contest();
  for (const id of [contest.id, 99]) {
    const reply = await ask({ id });
    expect([reply.status, reply.json.error?.code]).toEqual([404, 'CONTEST_NOT_FOUND']);
  }
});

test('strangers cost no query, whether a table is open or not', async () => {
  const admin = await server.given.admin();
  const open = await server.given.contest();
  let closed = await server.given.contest();
  while (closed.id <= 3) closed = await server.given.contest(); // the operator has opened these
  expect((await admin.post(`/api/admin/contests/${open.id}`, { hasPublicTable: true })).status).toBe(200);
  for (const [contest, status] of [
    [open, 200],
    [closed, 404],
  ] as const) {
    const look = async () => expect((await ask(contest)).status).toBe(status);
    await look();
    expect(await countQueries(server.services, look)).toBe(0);
  }
});

test('a removed contest is out within a second', async () => {
  const { db } = server.services;
  expect((await ask({ id: 2 })).status).toBe(200);
  await db.updateTable('contest').set({ isSuspended: true }).where('id', '=', 2).execute();
  await expect.poll(async () => (await ask({ id: 2 })).status).toBe(404);
});

test('organisers open a table to everybody and close it again', async () => {
  const contest = await server.given.contest();
  const admin = await server.given.admin();
  const open = async (hasPublicTable: boolean) =>
    (await admin.post(`/api/admin/contests/${contest.id}`, { hasPublicTable })).status;
  expect(contest.id).not.toBeOneOf(server.services.options.publicTables);
  expect((await ask(contest)).status).toBe(404);

  expect([await open(true), (await ask(contest)).status]).toEqual([200, 200]);
  expect([await open(false), (await ask(contest)).status]).toEqual([200, 404]);
});
