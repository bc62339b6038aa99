import {
  CONTEST_CATEGORIES,
  type ContestCategory,
  ContestList,
  type ContestListQuery,
} from '@balloon/contracts/contests.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { ACCESS_GROUPS, canSeeContestInList, type Viewer } from '@balloon/domain/contests/contest-access.ts';
import { isInCategory } from '@balloon/domain/contests/contest-phase.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countListedContests, findListedContests } from '#features/contests/contest-list.queries.ts';
import { CONTEST_COLUMNS } from '#features/contests/contests.queries.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const everything: ContestListQuery = {
  count: 200,
  offset: 0,
  category: 'all',
  sort: 'byId',
  sort_order: 'asc',
  query: '',
};

describe('the list in SQL', () => {
  let own: number;
  let nowMs: number;

  beforeAll(async () => {
    own = await server.given.group();
    const foreign = await server.given.group();
    nowMs = await databaseNowMs(server.services.db);
    for (const groups of [[], [own], [foreign], [foreign, own]]) {
      for (const isEnabled of [true, false]) {
        for (const isSuspended of [true, false])
          await givenContestsAround(nowMs, { groups, isEnabled, isSuspended });
      }
    }
  });

  /** Creates a contest per phase, and one per instant where a phase begins or ends. */
  async function givenContestsAround(
    instantMs: number,
    options: { groups: number[]; isEnabled: boolean; isSuspended: boolean },
  ) {
    for (const startsInMin of [-40, -35, -30, -25, -20, -15, -10, -5, 0, 5]) {
      const { id } = await server.given.contest({
        ...options,
        startsInMin,
        durationMin: 20,
        freezeInMin: startsInMin + 10,
        practiceMin: 10,
        problems: [],
      });
      const startTimeMs = instantMs + startsInMin * 60_000;
      await server.services.db.updateTable('contest').set({ startTimeMs }).where('id', '=', id).execute();
    }
  }

  const viewers: [string, number][] = [
    ['a user', ACCESS_GROUPS.user.mask],
    ['a moderator', ACCESS_GROUPS.moderator.mask],
    ['an admin', ACCESS_GROUPS.admin.mask],
  ];
  const cases = viewers.flatMap(([who, mask]) =>
    CONTEST_CATEGORIES.map((category): [string, ContestCategory, number] => [who, category, mask]),
  );

  test.each(cases)(
    'shows to %s under %s what the rules of domain/ let through',
    async (_who, category, accessMask) => {
      const { db } = server.services;
      const viewer: Viewer = { userId: 1, accessMask, groupIds: [own] };
      const all = await db.selectFrom('contest').select(CONTEST_COLUMNS).orderBy('id').execute();
      const expected = all.filter(
        (contest) => canSeeContestInList(viewer, contest) && isInCategory(contest, category, nowMs),
      );

      const listed = await findListedContests(db, viewer, { ...everything, category }, nowMs);

      expect(listed.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      expect(await countListedContests(db, viewer, { category, query: '' }, nowMs)).toBe(expected.length);
    },
  );
});

describe('GET /api/contest/all', () => {
  let person: Person;
  let tag: string;
  beforeAll(async () => {
    tag = `list${Math.random().toString(36).slice(2)}`;
    const group = await server.given.group(`Кружок ${tag}`);
    person = await server.given.signedIn(await server.given.user({ groups: [group] }));
    await server.given.contest({ name: `${tag} Весенний 100%`, startsInMin: -10 });
    await server.given.contest({ name: `${tag} Осенний`, startsInMin: -30 });
    await server.given.contest({ name: 'Зимний', startsInMin: -20, groups: [group] });
  });

  const names = async (query: string) =>
    (await person.get(`/api/contest/all?${query}`)).as(ContestList).contests.map(({ name }) => name);

  test('finds a part of the name or of a group’s name, in any letter case', async () => {
    expect(await names(`query=${encodeURIComponent(`кРуЖоК ${tag}`)}`)).toEqual(['Зимний']);
    expect(await names(`query=${tag.toUpperCase()}`)).toHaveLength(3);
    expect(await names(`query=${encodeURIComponent(`${tag} весенний 100%`)}`)).toHaveLength(1);
    expect(await names(`query=${encodeURIComponent(`${tag}%весенний`)}`)).toEqual([]);
  });

  test('sorts by start, newest first, unless told otherwise', async () => {
    const byStart = [`${tag} Весенний 100%`, 'Зимний', `${tag} Осенний`];
    expect(await names(`query=${tag}`)).toEqual(byStart);
    expect(await names(`query=${tag}&sort_order=asc`)).toEqual([...byStart].reverse());
    expect((await names(`query=${tag}&sort=byId&sort_order=asc`))[2]).toBe('Зимний');
    expect((await names(`query=${tag}&sort=byCreation&sort_order=asc`))[2]).toBe('Зимний');
    expect(await names(`query=${tag}&sort=byMood&sort_order=sideways&category=none`)).toEqual(byStart);
  });

  test('pages do not change the number of all', async () => {
    const page = (await person.get(`/api/contest/all?query=${tag}&count=2&offset=2`)).as(ContestList);
    expect(page.contests).toHaveLength(1);
    expect(page.contestsNumber).toBe(3);
    expect(
      (await person.get(`/api/contest/all?query=${tag}&count=Infinity`)).as(ContestList).contests,
    ).toHaveLength(3);
  });

  test('tells about a contest all that its card shows', async () => {
    const contest = await server.given.contest({
      name: `${tag} full`,
      startsInMin: -60,
      durationMin: 120,
      freezeInMin: -10,
      practiceMin: 30,
      problems: ['A', 'B'],
    });
    await server.given.joined(person.user, contest);
    await server.given.participant(contest);

    const reply = await person.get(`/api/contest/all?query=${encodeURIComponent(`${tag} full`)}`);

    const { startTimeMs } = contest;
    expect(reply.as(ContestList).contests[0]).toMatchObject({
      id: contest.id,
      startTimeMs,
      durationTimeMs: 120 * 60_000,
      relativeFreezeTimeMs: 50 * 60_000,
      absoluteFreezeTimeMs: startTimeMs + 50 * 60_000,
      absoluteDurationTimeMs: startTimeMs + 120 * 60_000,
      absolutePracticeDurationTimeMs: startTimeMs + 150 * 60_000,
      hasPracticeTime: true,
      status: 'FROZEN',
      isFrozen: true,
      allowedGroups: [],
      problemsNumber: 2,
      participantsNumber: 2,
      joined: true,
    });
  });

  test('counts participants, and no supervisors who looked in, in the list and in the contest', async () => {
    const name = `${tag} visited`;
    const contest = await server.given.contest({ name });
    const participant = await server.given.participant(contest);
    const [moderator, admin] = [await server.given.supervisor(), await server.given.admin()];
    for (const visitor of [moderator, admin]) await visitor.post(`/api/contest/${contest.id}/join`);

    for (const viewer of [participant, moderator, admin]) {
      const list = await viewer.get(`/api/contest/all?query=${encodeURIComponent(name)}`);
      expect(list.as(ContestList).contests).toMatchObject([{ participantsNumber: 1, joined: true }]);
      const one = await viewer.get(`/api/contest/${contest.id}`);
      expect(one.json.contest).toMatchObject({ participantsNumber: 1 });
    }
  });

  test('names the groups of a contest', async () => {
    const { contests } = (await person.get(`/api/contest/all?query=${encodeURIComponent('Зимний')}`)).as(
      ContestList,
    );
    expect(contests[0]?.allowedGroups).toMatchObject([
      { name: `Кружок ${tag}`, color: '#EF9A9A', authorId: null },
    ]);
    expect(contests[0]?.joined).toBe(false);
  });
});
