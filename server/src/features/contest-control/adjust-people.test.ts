import { PeopleAdjusted } from '@balloon/contracts/contests/contest-control.ts';
import { ContestChangePreview } from '@balloon/contracts/contests/contest-form.ts';
import { ScoreboardPage, type ScoreboardRow } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let admin: Person;
let contest: GivenContest;
let anna: Person;
let boris: Person;
let vera: Person;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
});
afterAll(() => server.close());

/** After 100 of 300 minutes: anna solved A at 10 and B at 30, boris A at 10, vera A at 20 after a wrong try. */
beforeEach(async () => {
  const { given } = server;
  contest = await given.contest({ startsInMin: -100, problems: ['A', 'B'] });
  anna = await given.participant(contest);
  boris = await given.participant(contest);
  vera = await given.participant(contest);
  await given.attempted(contest, anna, 10, 'accepted', 0);
  await given.attempted(contest, anna, 30, 'accepted', 1);
  await given.attempted(contest, boris, 10, 'accepted', 0);
  await given.attempted(contest, vera, 15, 'wrongAnswer', 0);
  await given.attempted(contest, vera, 20, 'accepted', 0);
});

const live = () => `/api/admin/contests/${contest.id}/live`;
const adjust = (body: object) => admin.post(`${live()}/adjustments`, body);
const decide = (someone: Person, adjustment: object) =>
  adjust({ people: [{ userId: someone.user.id, ...adjustment }] });

async function table(viewer: Person, query = ''): Promise<ScoreboardRow[]> {
  return (await viewer.get(`/api/contest/${contest.id}/table2?${query}`)).as(ScoreboardPage).rows;
}
const places = (rows: ScoreboardRow[]) => rows.map(({ user, displayRank }) => [user.id, displayRank]);
const idOf = (someone: Person) => someone.user.id;

describe('a participant', () => {
  test('out of competition keeps the row and gives the place away where the contest says so', async () => {
    expect((await decide(anna, { isOfficial: false })).status).toBe(200);
    expect(places(await table(boris))).toEqual([
      [idOf(anna), 1],
      [idOf(boris), 2],
      [idOf(vera), 3],
    ]);
    await admin.post(`/api/admin/contests/${contest.id}`, { unofficialRows: 'unranked' });
    const rows = await table(boris);
    expect(places(rows)).toEqual([
      [idOf(anna), ''],
      [idOf(boris), 1],
      [idOf(vera), 2],
    ]);
    expect(rows[0]?.isUnofficial).toBe(true);
    await admin.post(`/api/admin/contests/${contest.id}`, { unofficialRows: 'hidden' });
    expect(places(await table(boris))).toEqual([
      [idOf(boris), 1],
      [idOf(vera), 2],
    ]);
    expect(places(await table(anna))).toHaveLength(3);
    expect(places(await table(admin))).toHaveLength(3);
  });

  test('is not said to be disqualified by a field that is spelt wrong', async () => {
    const misspelt = { isDisqualifed: true, reason: 'Used a phone' };
    expect((await decide(anna, misspelt)).status).toBe(400);
    expect((await adjust({ groupId: 1, adjustment: misspelt })).status).toBe(400);
  });

  test('disqualified for a reason stands last without a place, until it is undone', async () => {
    const refused = await decide(anna, { isDisqualified: true });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('reason')]);
    const done = (await decide(anna, { isDisqualified: true, reason: 'Used a phone' })).as(PeopleAdjusted);
    expect(places(await table(vera))).toEqual([
      [idOf(boris), 1],
      [idOf(vera), 2],
      [idOf(anna), ''],
    ]);
    expect((await adjust({ people: done.before, basedOnRevision: done.revision })).status).toBe(200);
    expect(places(await table(vera))).toEqual([
      [idOf(anna), 1],
      [idOf(boris), 2],
      [idOf(vera), 3],
    ]);
  });

  test('with minutes of the jury has them in the penalty, and a stale screen is told so', async () => {
    const { revision } = (await decide(boris, { penaltyMin: 35, reason: 'Noise' })).as(PeopleAdjusted);
    const [, second, third] = await table(vera);
    expect([second?.user.id, third?.penalty, third?.penaltyAdjustmentMin]).toEqual([idOf(vera), 45, 35]);
    const stale = {
      people: [{ userId: idOf(vera), penaltyMin: 1, reason: 'x' }],
      basedOnRevision: revision - 1,
    };
    expect((await adjust(stale)).json.error?.code).toBe('CHANGED_MEANWHILE');
  });

  test('who started later has less time in the penalty', async () => {
    await decide(vera, { startShiftMin: 15 });
    const row = (await table(boris)).find(({ user }) => user.id === idOf(vera));
    expect(row).toMatchObject({ penalty: 25, startShiftMs: 900_000 });
    expect(row?.cells[0]).toMatchObject({ acceptedAfterMs: 300_000, penalty: 25 });
  });

  test('who starts later reads problems and sends from then on', async () => {
    const { given } = server;
    const soon = await given.contest({ startsInMin: -10, problems: ['A'] });
    const late = await given.participant(soon);
    const shift = (startShiftMin: number) =>
      admin.post(`/api/admin/contests/${soon.id}/live/adjustments`, {
        people: [{ userId: late.user.id, startShiftMin }],
      });
    await shift(30);
    await server.services.announcements.caughtUp();
    const seen = (await late.get(`/api/contest/${soon.id}`)).json;
    expect(seen.contest).toMatchObject({ status: 'WAITING', startTimeMs: soon.startTimeMs + 1_800_000 });
    expect((await late.get(`/api/contest/${soon.id}/problems`)).json.error?.code).toBe('CONTEST_NOT_STARTED');
    expect((await late.submit(soon, { symbolIndex: 'A' })).json.error?.code).toBe('CONTEST_NOT_RUNNING');
    await shift(5);
    await server.services.announcements.caughtUp();
    expect((await late.submit(soon, { symbolIndex: 'A' })).status).toBe(200);
  });

  test('who does not take part cannot be adjusted', async () => {
    const stranger = await server.given.user();
    const reply = await adjust({ people: [{ userId: stranger.id, isOfficial: false }] });
    expect(reply.json.error?.code).toBe('PARTICIPANT_NOT_FOUND');
  });
});

test('a group leaves the competition at once, and a filter by it shows places within', async () => {
  const groupId = await server.given.group();
  const guest = await server.given.participant(contest, { groups: [groupId] });
  await server.given.attempted(contest, guest, 60, 'accepted', 0);
  await admin.post(`/api/admin/contests/${contest.id}`, { unofficialRows: 'unranked' });
  const [own] = await table(admin, `groupId=${groupId}`);
  expect(own).toMatchObject({ rank: 4, rankAmongShown: 1 });
  expect(
    (await adjust({ groupId, adjustment: { isOfficial: false } })).as(PeopleAdjusted).before,
  ).toHaveLength(1);
  expect((await table(anna)).map(({ isUnofficial }) => isUnofficial)).toEqual([
    undefined,
    undefined,
    undefined,
    true,
  ]);
});

test('a problem taken out of the results counts for nobody and keeps its column', async () => {
  const reply = await admin.post(`${live()}/problems/B/scoring`, { isDisabled: true });
  expect(reply.status, reply.text).toBe(200);
  const page = (await boris.get(`/api/contest/${contest.id}/table2`)).as(ScoreboardPage);
  expect(page.header.map(({ isDisabled }) => isDisabled)).toEqual([undefined, true]);
  expect(places(page.rows)).toEqual([
    [idOf(anna), '1-2'],
    [idOf(boris), '1-2'],
    [idOf(vera), 3],
  ]);
  await admin.post(`${live()}/problems/B/scoring`, { isDisabled: false });
  expect(places(await table(boris))[0]).toEqual([idOf(anna), 1]);
});

describe('a rule of the form', () => {
  const change = (settings: object) => admin.post(`/api/admin/contests/${contest.id}`, settings);

  test('is previewed with the rows that it moves', async () => {
    const reply = await admin.post(`/api/admin/contests/${contest.id}/preview`, { penalizedVerdicts: [] });
    const { changed, rows } = reply.as(ContestChangePreview);
    expect(changed).toEqual([{ field: 'penalizedVerdicts', before: null, after: [] }]);
    expect(rows).toMatchObject({ total: 3, moved: 1, examples: [{ user: { id: idOf(vera) } }] });
  });

  test('decides what the penalty counts in and which verdicts cost', async () => {
    expect((await change({ penaltyPrecision: 'second', penalizedVerdicts: [] })).status).toBe(200);
    const row = (await table(anna)).find(({ user }) => user.id === idOf(vera));
    expect(row).toMatchObject({ penalty: 20, penaltySec: 1200 });
  });

  test('names no verdict that never costs', async () => {
    const reply = await change({ penalizedVerdicts: [VERDICTS.accepted.id] });
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('penalizedVerdicts')]);
  });
});
