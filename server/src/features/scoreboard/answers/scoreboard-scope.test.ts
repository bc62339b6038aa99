import {
  OlderScoreboard,
  ScoreboardActivity,
  ScoreboardPage,
} from '@balloon/contracts/scoreboard/scoreboard.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

/* Main time of 100 minutes, frozen at minute 60. */
const MINUTE = 60_000;

let server: TestServer;
let over: GivenContest;
let people: { anna: Person; boris: Person; late: Person; jury: Person };

beforeAll(async () => {
  server = await startTestServer();
  over = await server.given.contest({
    startsInMin: -120,
    durationMin: 100,
    freezeInMin: -60,
    practiceMin: 1000,
    problems: ['A', 'B'],
  });
  people = await fill(over);
  await server.given.loggedAsJoined(over, people.late, 110);
  await server.given.attempted(over, people.boris, 115, 'accepted', 1);
  await server.given.attempted(over, people.late, 118, 'accepted', 0);
});
afterAll(() => server.close());

/** anna solves A at minute 50; boris solves it in the freeze, at minute 80. */
async function fill(contest: GivenContest) {
  const { given } = server;
  const crew = {
    anna: await given.participant(contest),
    boris: await given.participant(contest),
    late: await given.participant(contest),
    jury: await given.supervisor(),
  };
  await server.given.attempted(contest, crew.anna, 50, 'accepted', 0);
  await server.given.attempted(contest, crew.boris, 80, 'accepted', 0);
  return crew;
}

/** `place name cells` of each row. */
async function shown(viewer: Person, query: string, contest = over, crew = people): Promise<string[]> {
  const reply = await viewer.get(`/api/contest/${contest.id}/table2?${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.as(ScoreboardPage).rows.map(({ user, displayRank, cells }) => {
    const name = Object.entries(crew).find(([, person]) => person.user.id === user.id)?.[0];
    const drawn = cells.map((cell) => cell.result + (cell.cellFrozen ? '?' : ''));
    return [displayRank, name, ...drawn].join(' ');
  });
}

const atMinute = (minute: number, contest = over) => `showInTimeMs=${contest.startTimeMs + minute * MINUTE}`;
const FINAL = ['1 anna + —', '2 boris + —'];
const WITH_PRACTICE = ['1 boris + +', '2 anna + —', '3 late + —'];

test('the contest alone is final from the end on, and the practice counts for those who ask', async () => {
  for (const viewer of [people.anna, people.jury]) {
    expect(await shown(viewer, 'scope=contest')).toEqual(FINAL);
    expect(await shown(viewer, 'scope=practice')).toEqual(WITH_PRACTICE);
  }
});

test('a client that does not know the scopes sees practice count', async () => {
  expect(await shown(people.anna, '')).toEqual(WITH_PRACTICE);
  const older = async (query: string) => {
    const reply = await people.anna.get(`/api/contest/${over.id}/table?${query}`);
    return reply.as(OlderScoreboard).rows.map(({ row, rank }) => [rank, ...row.map(({ result }) => result)]);
  };
  expect(await older('')).toEqual([
    [1, '+', '+'],
    [2, '+', '—'],
    [3, '+', '—'],
  ]);
  expect(await older('scope=contest')).toEqual([
    [1, '+', '—'],
    [2, '+', '—'],
  ]);
});

test('who came for the practice has no row in the contest', async () => {
  const ownRow = async (scope: string) => {
    const reply = await people.late.get(`/api/contest/${over.id}/table2?scope=${scope}`);
    return reply.as(ScoreboardPage).ownRow?.rank ?? null;
  };
  expect([await ownRow('contest'), await ownRow('practice')]).toEqual([null, 3]);
});

test('an instant of the freeze is shown as it was seen, or as it was; the very end with its result', async () => {
  const frozen = ['1 anna + —', '2 boris —? —'];
  expect(await shown(people.anna, `scope=contest&${atMinute(90)}`)).toEqual(frozen);
  expect(await shown(people.anna, `scope=contest&${atMinute(90)}&past=real`)).toEqual(FINAL);
  expect(await shown(people.jury, `scope=contest&${atMinute(90)}&audience=public`)).toEqual(frozen);
  expect(await shown(people.anna, `scope=contest&${atMinute(100)}`)).toEqual(FINAL);
  expect(await shown(people.anna, `${atMinute(100)}`)).toEqual([...FINAL, '3 late — —']);
});

test('the activity ends where its scope ends', async () => {
  const minutes = async (query: string) => {
    const reply = await people.anna.get(`/api/contest/${over.id}/table/activity?range=full&${query}`);
    const { steps, stepMs } = reply.as(ScoreboardActivity);
    return steps.map(({ step }) => (step * stepMs) / MINUTE);
  };
  expect(await minutes('scope=contest')).toEqual([50, 80]);
  expect(await minutes('')).toEqual([50, 80, 115, 118]);
});

test('the real past stays hidden while the contest is frozen', async () => {
  const frozen = await server.given.contest({
    startsInMin: -90,
    durationMin: 100,
    freezeInMin: -30,
    problems: ['A', 'B'],
  });
  const crew = await fill(frozen);
  const hidden = ['1 anna + —', '2-3 boris —? —', '2-3 late — —'];
  for (const query of ['', 'scope=contest', 'past=real', `past=real&${atMinute(85, frozen)}`]) {
    expect(await shown(crew.anna, query, frozen, crew)).toEqual(hidden);
  }
  expect(await shown(crew.jury, 'scope=contest&past=real', frozen, crew)).toEqual([...FINAL, '3 late — —']);
});

test.each(['scope=all', 'past=secret'])('refuses %s', async (query) => {
  const reply = await people.anna.get(`/api/contest/${over.id}/table2?${query}`);
  expect(reply.status).toBe(400);
});
