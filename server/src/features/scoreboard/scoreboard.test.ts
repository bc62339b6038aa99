import { OlderScoreboard, ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import type { VerdictKey } from '@balloon/domain/judging/verdicts.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { announce } from '#realtime/announcements.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

const MINUTE = 60_000;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

async function table(viewer: Person, contest: GivenContest, query = ''): Promise<ScoreboardPage> {
  const reply = await viewer.get(`/api/contest/${contest.id}/table2?${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.as(ScoreboardPage);
}

/** `place name: cells`, as people read it. */
const drawn = (shown: ScoreboardPage, names: Record<string, Person>) =>
  shown.rows.map(({ user, displayRank, cells, penalty }) => {
    const name = Object.keys(names).find((key) => names[key]?.user.id === user.id);
    const texts = cells.map(({ result, cellFrozen }) => `${result}${cellFrozen ? 'F' : ''}`);
    return `${displayRank} ${name} ${penalty}: ${texts.join(' ')}`;
  });

describe('table2', () => {
  test('shows the worked example of the reference to each viewer', async () => {
    const { given } = server;
    const contest = await given.contest({ startsInMin: -200, freezeInMin: -20, problems: ['A', 'B'] });
    const [u5, u6, u7] = [
      await given.participant(contest),
      await given.participant(contest),
      await given.participant(contest),
    ];
    const s9 = await given.participant(contest, { mask: 1024 });
    await server.given.logged(
      contest,
      server.given.attempt(contest, u5, 10, 'wrongAnswer'),
      server.given.attempt(contest, u5, 30.99, 'accepted'),
      server.given.attempt(contest, u6, 30, 'accepted'),
      server.given.attempt(contest, u6, 100, 'wrongAnswer', 1),
      server.given.attempt(contest, u6, 190, 'accepted', 1),
      server.given.attempt(contest, u7, 180, 'accepted'),
      server.given.attempt(contest, u7, 185, 'wrongAnswer', 1),
      server.given.attempt(contest, s9, 5, 'accepted'),
    );
    const names = { u5, u6, u7, s9 };

    const forU5 = await table(u5, contest);
    expect(drawn(forU5, names)).toEqual(['1 u6 30: + -1F', '2 u5 50: +1 —', '3 u7 180: + —F']);
    expect(forU5).toMatchObject({ rowsNumber: 3, isFrozen: true, isPastQuery: false });
    expect(forU5.header.map(({ problemIndex }) => problemIndex)).toEqual(['A', 'B']);
    expect(forU5.lastSolutionSentAtMs).toBe(contest.startTimeMs + 180 * MINUTE);

    expect(drawn(await table(u6, contest), names)[0]).toBe('1 u6 240: + +1');
    const forS9 = await table(s9, contest);
    expect(drawn(forS9, names)).toEqual(['1 u6 240: + +1', '2 s9 5: + —', '3 u5 50: +1 —', '4 u7 180: + -1']);
    expect(forS9).toMatchObject({ rowsNumber: 4, isFrozen: false });

    const atMinute50 = contest.startTimeMs + 50 * MINUTE;
    const rewound = await table(u5, contest, `showInTimeMs=${atMinute50}`);
    expect(drawn(rewound, names)).toEqual(['1 u6 30: + —', '2 u5 50: +1 —', '3 u7 0: — —']);
    expect(rewound).toMatchObject({ isFrozen: false, isPastQuery: true });
  });

  test('cuts pages, keeps places, and gives the own row with each of them', async () => {
    const { given } = server;
    const contest = await given.contest();
    const people = [];
    for (const minute of [10, 20, 30]) {
      const person = await given.participant(contest);
      await server.given.attempted(contest, person, minute, 'accepted');
      people.push(person);
    }
    const [first, second, third] = people as [Person, Person, Person];

    const page = await table(third, contest, 'count=1&offset=1');
    expect(page.rows.map(({ user, rank, globalIndex }) => [user.id, rank, globalIndex])).toEqual([
      [second.user.id, 2, 1],
    ]);
    expect(page.rowsNumber).toBe(3);
    expect(page.ownRow).toMatchObject({ user: { id: third.user.id }, rank: 3, displayRank: 3 });
    expect(page.rows[0]?.cells[0]).not.toHaveProperty('isFirstSolve');
    expect((await table(first, contest)).rows[0]?.cells[0]).toMatchObject({
      problemSymbol: 'A',
      result: '+',
      acceptedAt: '00:10',
      inPractice: false,
      isFirstSolve: true,
    });
  });

  test.each([
    ['count=Infinity&showInTimeMs=Infinity', 2],
    ['count=-5', 0],
    ['count=1&offset=-3', 1],
    ['offset=Infinity', 0],
    ['offset=nonsense&showInTimeMs=99999999999999', 2],
  ])('clamps %s', async (query, length) => {
    const { given } = server;
    const contest = await given.contest();
    const person = await given.participant(contest);
    await given.participant(contest);
    expect((await table(person, contest, query)).rows).toHaveLength(length);
  });

  test.each(['Infinity', '99999999999999', ''])('shows now when asked for "%s"', async (showInTimeMs) => {
    const contest = await server.given.contest();
    const person = await server.given.participant(contest);
    await server.given.attempted(contest, person, 1, 'accepted');
    const query = showInTimeMs && `showInTimeMs=${showInTimeMs}`;
    const shown = await table(person, contest, query);
    expect(shown.rows[0]?.cells[0]?.result).toBe('+');
    expect(shown.isPastQuery).toBe(false);
  });

  test('an unreadable instant means long ago', async () => {
    const contest = await server.given.contest();
    const person = await server.given.participant(contest);
    await server.given.attempted(contest, person, 1, 'accepted');
    const shown = await table(person, contest, 'showInTimeMs=nonsense');
    expect(shown.rows[0]?.cells[0]?.result).toBe('—');
  });

  test('shows names, roles, times and problems as they are now', async () => {
    const { given, services } = server;
    const contest = await given.contest({ problems: ['A', 'B'] });
    const person = await given.participant(contest);
    const other = await given.participant(contest);
    await server.given.attempted(contest, other, 10, 'accepted');
    expect((await table(person, contest)).rows).toHaveLength(2);

    const { db } = services;
    await db.updateTable('account').set({ lastName: 'Renamed' }).where('id', '=', person.user.id).execute();
    await db.updateTable('account').set({ accessMask: 1024 }).where('id', '=', other.user.id).execute();
    await db
      .updateTable('contest')
      .set({ startTimeMs: contest.startTimeMs + 4 * MINUTE })
      .where('id', '=', contest.id)
      .execute();
    await db
      .deleteFrom('contestProblem')
      .where('problemId', '=', contest.problemIds[1] ?? 0)
      .execute();
    await announce(db, 'people.changed', { ids: [person.user.id, other.user.id] });
    await announce(db, 'contest.changed', { contestId: contest.id });

    await expect.poll(async () => (await table(person, contest)).header).toHaveLength(1);
    const forPerson = await table(person, contest);
    expect(forPerson.rows.map(({ user }) => user.fullName)).toEqual(['First Renamed']);
    const forSupervisor = await table(other, contest);
    expect(forSupervisor.rows[0]).toMatchObject({
      user: { id: other.user.id, isSupervisor: true },
      penalty: 6,
    });

    await db.updateTable('account').set({ accessMask: 256 }).where('id', '=', other.user.id).execute();
    await server.given.logged(contest, { type: 'changed' });
    expect((await table(person, contest)).rows).toHaveLength(2);
  });

  test('follows verdicts that are taken back, deleted solutions and people who leave', async () => {
    const contest = await server.given.contest();
    const [person, other] = [
      await server.given.participant(contest),
      await server.given.participant(contest),
    ];
    const solution = server.given.attempt(contest, person, 10, 'accepted');
    const ownResult = async () => (await table(person, contest)).ownRow?.cells[0];
    await server.given.logged(contest, solution);
    expect(await ownResult()).toMatchObject({ result: '+' });
    await server.given.logged(contest, { ...solution, verdictId: null });
    expect(await ownResult()).toMatchObject({ result: '—', pendingTries: 1 });
    await server.given.logged(contest, { ...solution, verdictId: 2 });
    expect(await ownResult()).toMatchObject({ result: '-1', pendingTries: 0 });
    await server.given.logged(contest, { type: 'deleted', solutionId: solution.solutionId });
    expect(await ownResult()).toMatchObject({ result: '—', pendingTries: 0 });
    await server.given.logged(contest, { type: 'left', userId: other.user.id });
    expect((await table(person, contest)).rowsNumber).toBe(1);
  });

  test('hides e-mail and activity of others', async () => {
    const contest = await server.given.contest();
    const person = await server.given.participant(contest);
    await server.given.participant(contest, { email: 'secret@example.org' });
    const reply = await person.get(`/api/contest/${contest.id}/table2`);
    expect(reply.text).not.toContain('secret@example.org');
    expect(reply.text).not.toMatch(/email|password|AtMs":null/i);
  });

  test('hides problem names from participants until the start', async () => {
    const contest = await server.given.contest({ startsInMin: 5, problems: ['A'] });
    const person = await server.given.participant(contest);
    const supervisor = await server.given.supervisor();
    expect((await table(person, contest)).header).toMatchObject([{ problemIndex: 'A', name: '' }]);
    expect((await table(supervisor, contest)).header).toMatchObject([{ name: 'Problem A' }]);
  });

  test('names problems in the language asked for', async () => {
    const contest = await server.given.contest();
    const person = await server.given.participant(contest);
    const translation = { problemId: contest.problemIds[0] ?? 0, locale: 'ru-ru', title: 'Задача А' };
    await server.services.db
      .insertInto('problemStatement')
      .values({ ...translation, attachments: '{}' })
      .execute();
    const name = async (query: string) => (await table(person, contest, query)).header[0]?.name;
    expect(await name('locale=ru-ru')).toBe('Задача А');
    expect(await name('locale=en-us')).toBe('Problem A');
  });

  test('lifts its freeze for supervisors, and stays closed to moderators of other groups', async () => {
    const { given } = server;
    const groupId = await given.group();
    const contest = await given.contest({ startsInMin: -100, freezeInMin: -50, groups: [groupId] });
    const person = await given.participant(contest, { groups: [groupId] });
    await server.given.attempted(contest, person, 60, 'accepted');
    const stranger = await given.supervisor();
    const own = await given.supervisor({ groups: [groupId] });
    expect((await stranger.get(`/api/contest/${contest.id}/table2`)).status).toBe(403);
    const frozen = { result: '—', cellFrozen: true };
    const rival = await given.participant(contest, { groups: [groupId] });
    expect((await table(rival, contest)).rows[0]?.cells[0]).toMatchObject(frozen);
    expect((await table(own, contest)).rows[0]?.cells[0]).toMatchObject({ result: '+' });
  });

  test('is for those who are in the contest', async () => {
    const contest = await server.given.contest();
    const outsider = await server.given.signedIn(await server.given.user());
    const url = `/api/contest/${contest.id}/table2`;
    expect((await outsider.get(url)).status).toBe(403);
    expect((await server.given.anonymous().get(url)).status).toBe(401);
    expect((await outsider.get('/api/contest/999999/table2')).status).toBe(404);
  });
});

describe('the older table', () => {
  test('tells the same in its own words', async () => {
    const { given } = server;
    const contest = await given.contest({ startsInMin: -100, freezeInMin: -50, problems: ['A', 'B'] });
    const [person, other] = [await given.participant(contest), await given.participant(contest)];
    await server.given.logged(
      contest,
      server.given.attempt(contest, person, 10, 'wrongAnswer'),
      server.given.attempt(contest, person, 20, 'accepted'),
      server.given.attempt(contest, other, 60, 'accepted', 1),
    );
    const reply = await person.get(`/api/contest/${contest.id}/table`);
    const { header, rows } = reply.as(OlderScoreboard);
    expect(header.row.map(({ task }) => task)).toEqual([
      { index: 'A', name: 'Problem A' },
      { index: 'B', name: 'Problem B' },
    ]);
    expect(rows[0]).toMatchObject({
      user: { id: person.user.id },
      row: [
        { task: 'A', result: '+1', time: '00:20', inPractice: false },
        { task: 'B', result: '—' },
      ],
      score: 40,
      solutions: 1,
      solutionsInTime: 1,
      rank: 1,
      group: 1,
    });
    expect(rows[1]?.row[1]).toEqual({ task: 'B', result: '—', frozen: true });
  });
});

describe('several web processes', () => {
  test('show the same table, each at once', async () => {
    const contest = await server.given.contest();
    const person = await server.given.participant(contest);
    const second = await startTestServer({ databaseUrl: server.databaseUrl });
    try {
      const there = await second.given.signedIn(person.user);
      await table(there, contest);
      for (let minute = 1; minute <= 20; minute += 1) {
        const [verdict, count]: [VerdictKey, string] =
          minute === 20 ? ['accepted', '+19'] : ['wrongAnswer', `-${minute}`];
        await server.given.attempted(contest, person, minute, verdict);
        const shown = await Promise.all([table(person, contest), table(there, contest)]);
        expect(shown.map(({ rows }) => rows[0]?.cells[0]?.result)).toEqual([count, count]);
        expect(shown[0]?.actualTableHash).toEqual(shown[1]?.actualTableHash);
      }
    } finally {
      await second.close();
    }
  });

  test('a board made late from a long log equals one that grew with it', async () => {
    const contest = await server.given.contest({ problems: ['A', 'B', 'C'] });
    const people = [];
    for (let number = 0; number < 5; number += 1) people.push(await server.given.participant(contest));
    const [first] = people as [Person];
    await table(first, contest);
    for (let round = 0; round < 10; round += 1) {
      await server.given.logged(
        contest,
        ...people.map((person, index) =>
          server.given.attempt(
            contest,
            person,
            round,
            (round + index) % 3 ? 'wrongAnswer' : 'accepted',
            index % 3,
          ),
        ),
      );
      await table(first, contest);
    }
    const late = await startTestServer({ databaseUrl: server.databaseUrl });
    try {
      const there = await late.given.signedIn(first.user);
      const shown = await Promise.all([...Array(10)].map(() => table(there, contest)));
      for (const copy of shown) expect(copy).toEqual(await table(first, contest));
    } finally {
      await late.close();
    }
  });
});
