import {
  RatingComputation,
  RatingComputations,
  RatingMoves,
} from '@balloon/contracts/ratings/rating-computations.ts';
import { RatingTable } from '@balloon/contracts/ratings/ratings.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertRatingChanges, takeRatingTurn } from '#features/ratings/compute.queries.ts';
import { readComputation } from '#features/ratings/read-computations.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

const PATH = '/api/admin/ratings/computations';
const CHANGE = {
  ...{ rank: 1, expectedRank: 1, penaltyMin: 0 },
  ...{ ratingBefore: 1500, ratingAfter: 1514, performance: 1500 },
};

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.given.admin();
});
afterAll(() => server.close());

/** A group whose first member solved, whose second only joined, in a contest that is over. */
async function given() {
  const groupId = await server.given.group();
  const member = async () => server.given.signedIn(await server.given.user({ groups: [groupId] }));
  const [anna, boris] = [await member(), await member()];
  const contest = await endedContest(groupId, [anna, boris], -1000);
  await server.given.attempted(contest, anna, 10, 'accepted');
  return { groupId, anna, boris, contest };
}

async function endedContest(groupId: number, people: readonly Person[], startsInMin: number) {
  const options = { startsInMin, durationMin: 300, groups: [groupId], problems: ['A', 'B'] };
  const contest = await server.given.contest(options);
  for (const person of people) await server.given.loggedAsJoined(contest, person, 0);
  return contest;
}

/** Begins to judge a solution of the log again, beside its verdict. */
async function rejudged(contestId: number, attempt: Awaited<ReturnType<typeof server.given.attempted>>) {
  const { solutionId, problemId, userId: accountId, sentAtMs, verdictId } = attempt;
  if (verdictId === null) throw new Error('It has no verdict yet');
  const { db } = server.services;
  const { id: languageId } = await db.selectFrom('language').select('id').executeTakeFirstOrThrow();
  const program = { languageId, source: 'x', sourceSha256: 'x' };
  await db
    .insertInto('solution')
    .values({ ...program, id: solutionId, contestId, problemId, accountId, sentAtMs, verdictId })
    .execute();
  const { id: rejudgingId } = await db
    .insertInto('rejudging')
    .values({ contestId, authorId: null, reason: '', filter: '{}', repeats: 1, createdAtMs: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const former = { verdictId, testNumber: 1, timeMs: 1, refreshedNumber: 0 };
  await db
    .insertInto('rejudgingSolution')
    .values({ ...former, rejudgingId, solutionId })
    .execute();
}

async function read(number: number): Promise<RatingComputation> {
  return (await admin.get(`${PATH}/${number}`)).as(RatingComputation);
}

async function preview(groupId: number | null): Promise<RatingComputation> {
  const started = (await admin.post(PATH, { groupId })).as(RatingComputation);
  await expect.poll(async () => (await read(started.number)).state).toBe('preview');
  return read(started.number);
}

async function stored(groupId: number | null): Promise<number> {
  const { number } = await preview(groupId);
  expect((await admin.post(`${PATH}/${number}/store`)).status).toBe(200);
  return number;
}

const codeOf = (reply: { status: number; json: { error?: { code: string } } }) => [
  reply.status,
  reply.json.error?.code,
];
const change = (groupId: number, fields: object) =>
  server.services.db.updateTable('userGroup').set(fields).where('id', '=', groupId).execute();

async function ratings(groupId: number): Promise<(readonly [number, number])[]> {
  const rows = (await admin.get(`/api/user/rating/table?groupId=${groupId}`)).as(RatingTable);
  return rows.map(({ userId, ratingAfter }) => [userId, Math.round(ratingAfter)] as const);
}

describe('a computation', () => {
  test('shows who would move where, and changes nothing until it is stored', async () => {
    const { groupId, anna, boris, contest } = await given();
    const { number, groups, ...computation } = await preview(groupId);
    expect(computation).toMatchObject({
      donePairs: 1,
      totalPairs: 1,
      group: { id: groupId },
      canUndo: false,
    });
    expect(groups).toMatchObject([{ contests: 1, people: 2, newcomers: 2, risen: 0, fallen: 0, gone: 0 }]);
    expect(await ratings(groupId)).toEqual([]);

    await admin.post(`${PATH}/${number}/store`);
    expect(await ratings(groupId)).toEqual([
      [anna.user.id, 1514],
      [boris.user.id, 1484],
    ]);

    await server.given.attempted(contest, boris, 5, 'accepted');
    const next = await preview(groupId);
    const moves = (await admin.get(`${PATH}/${next.number}/groups/${groupId}?order=rise`)).as(RatingMoves);
    expect(moves.total).toBe(2);
    expect(
      moves.moves.map(({ user, placeBefore, placeAfter }) => [user.id, placeBefore, placeAfter]),
    ).toEqual([
      [boris.user.id, 2, 1],
      [anna.user.id, 1, 2],
    ]);
    const found = `${PATH}/${next.number}/groups/${groupId}?q=${boris.user.username}`;
    expect((await admin.get(found)).as(RatingMoves).total).toBe(1);
    expect(next.groups).toMatchObject([{ risen: 1, fallen: 1, newcomers: 0 }]);
    expect((await admin.send('DELETE', `${PATH}/${next.number}`, {})).status).toBe(200);
    expect((await ratings(groupId))[0]?.[0]).toBe(anna.user.id);
  });

  test('names the contests of which solutions still wait for a verdict, or for another one', async () => {
    const { groupId, anna, boris, contest } = await given();
    const stranger = await server.given.signedIn(await server.given.user());
    await server.given.loggedAsJoined(contest, stranger, 0);
    await server.given.attempted(contest, stranger, 20, null);
    const undecided = async () => (await preview(groupId)).undecided;
    expect(await undecided()).toEqual([]); // whoever is not in the group is not rated

    await server.given.attempted(contest, boris, 20, null);
    const reset = await server.given.attempted(contest, boris, 30, 'wrongAnswer', 1);
    const again = await server.given.attempted(contest, anna, 40, 'wrongAnswer', 1);
    const waiting = (solutions: number) => [{ contest: { id: contest.id, name: contest.name }, solutions }];
    expect(await undecided()).toEqual(waiting(1));

    const { db } = server.services;
    const at = { startedAtMs: 1, activeAtMs: Date.now() }; // active, or the server would go on with it
    await db
      .insertInto('solutionReset')
      .values({ ...at, contestId: contest.id, authorId: null, solutionIds: [reset.solutionId] })
      .execute();
    expect(await undecided()).toEqual(waiting(2));
    await rejudged(contest.id, again);
    expect(await undecided()).toEqual(waiting(3));
  });

  test('of one group leaves the others alone, and undoing it brings back what counted before', async () => {
    const [one, other] = [await given(), await given()];
    const first = await stored(null);
    const before = [await ratings(one.groupId), await ratings(other.groupId)];
    await server.given.attempted(one.contest, one.boris, 5, 'accepted');
    await server.given.attempted(other.contest, other.boris, 5, 'accepted');

    const second = await stored(one.groupId);
    expect(await ratings(one.groupId)).not.toEqual(before[0]);
    expect(await ratings(other.groupId)).toEqual(before[1]);
    expect(codeOf(await admin.post(`${PATH}/${first}/undo`))).toEqual([409, 'NOT_LAST_COMPUTATION']);

    expect((await admin.post(`${PATH}/${second}/undo`)).status).toBe(200);
    expect([await ratings(one.groupId), await ratings(other.groupId)]).toEqual(before);
    expect(codeOf(await admin.post(`${PATH}/${second}/undo`))).toEqual([409, 'COMPUTATION_DECIDED']);
    expect((await admin.post(`${PATH}/${first}/undo`)).status).toBe(200);
    expect(await ratings(one.groupId)).toEqual([]);

    const history = (await admin.get(PATH)).as(RatingComputations);
    const states = new Map(history.map(({ number, state }) => [number, state]));
    expect([states.get(first), states.get(second)]).toEqual(['undone', 'undone']);
    expect((await read(second)).hasResults).toBe(false);
  });

  test('is not undone once the ratings from before it are not kept any more', async () => {
    const { groupId } = await given();
    const before = await stored(groupId);
    const last = await stored(groupId);
    const counted = await ratings(groupId);
    expect((await read(last)).canUndo).toBe(true);
    await server.services.db.deleteFrom('ratingVersionChange').where('versionNumber', '=', before).execute();
    expect((await read(last)).canUndo).toBe(false);
    expect(codeOf(await admin.post(`${PATH}/${last}/undo`))).toEqual([409, 'FORMER_RATINGS_GONE']);
    expect(await ratings(groupId)).toEqual(counted);
  });

  test('gives way to a newer preview, and is refused when other ratings were stored meanwhile', async () => {
    const { groupId } = await given();
    const outdated = await preview(groupId);
    const newer = await preview(groupId);
    expect((await read(outdated.number)).state).toBe('discarded');
    expect(codeOf(await admin.post(`${PATH}/${outdated.number}/store`))).toEqual([
      409,
      'COMPUTATION_DECIDED',
    ]);

    const { number } = await server.services.db
      .insertInto('ratingVersion')
      .values({ computedAtMs: 1, computedById: null, state: 'stored' })
      .returning('number')
      .executeTakeFirstOrThrow();
    await change(groupId, { ratingVersion: number });
    expect(codeOf(await admin.post(`${PATH}/${newer.number}/store`))).toEqual([
      409,
      'RATINGS_CHANGED_MEANWHILE',
    ]);
  });

  test('runs alone; one whose process died is told as failed and holds nobody up', async () => {
    await server.services.db.transaction().execute(async (tx) => {
      await takeRatingTurn(tx);
      expect(codeOf(await admin.post(PATH, {}))).toEqual([409, 'RATINGS_BEING_COMPUTED']);
    });
    const { number } = await server.services.db
      .insertInto('ratingVersion')
      .values({ computedAtMs: 1, computedById: null, state: 'running' })
      .returning('number')
      .executeTakeFirstOrThrow();
    expect((await read(number)).state).toBe('failed');
    await preview(null);
    expect((await read(number)).state).toBe('failed');
  });

  test('is cancelled while its results are being written', async () => {
    const { groupId, anna, contest } = await given();
    const { db } = server.services;
    const { number } = await db
      .insertInto('ratingVersion')
      .values({ computedAtMs: 1, computedById: null, state: 'running' })
      .returning('number')
      .executeTakeFirstOrThrow();
    const result = { ...CHANGE, userId: anna.user.id, groupId };
    await db.transaction().execute(async (tx) => {
      await takeRatingTurn(tx);
      await insertRatingChanges(tx, { versionNumber: number, contestId: contest.id }, [result]);
      expect((await admin.send('DELETE', `${PATH}/${number}`, {})).status).toBe(200);
    });
    expect((await read(number)).state).toBe('discarded');
  });

  test('that ends between two looks at it has not failed', async () => {
    const { db } = server.services;
    const { number } = await db
      .insertInto('ratingVersion')
      .values({ computedAtMs: 1, computedById: null, state: 'running' })
      .returning('number')
      .executeTakeFirstOrThrow();
    const endsAfterFirstLook = db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        await db
          .updateTable('ratingVersion')
          .set({ state: 'preview' })
          .where('number', '=', number)
          .execute();
        return result;
      },
    });
    const seen = await readComputation({ ...server.services, db: endsAfterFirstLook }, number);
    expect(seen.state).toBe('preview');
  });

  test('is a matter of admins, and of groups and computations that exist', async () => {
    const moderator = await server.given.supervisor();
    expect((await moderator.get(PATH)).status).toBe(403);
    expect((await moderator.post(PATH, {})).status).toBe(403);
    expect(codeOf(await admin.post(PATH, { groupId: 999_999 }))).toEqual([404, 'GROUP_NOT_FOUND']);
    expect(codeOf(await admin.get(`${PATH}/999999`))).toEqual([404, 'COMPUTATION_NOT_FOUND']);
    expect(codeOf(await admin.post(`${PATH}/999999/store`))).toEqual([404, 'COMPUTATION_NOT_FOUND']);
  });
});

describe('the rules of a group', () => {
  test('leave out people who joined and sent nothing, if it wants', async () => {
    const { groupId, anna, boris } = await given();
    await stored(groupId);
    await change(groupId, { ratesSilent: false });
    const { number, groups } = await preview(groupId);
    expect(groups).toMatchObject([{ people: 1, gone: 1 }]);
    const { moves } = (await admin.get(`${PATH}/${number}/groups/${groupId}`)).as(RatingMoves);
    expect(moves.map(({ user, ratingAfter }) => [user.id, ratingAfter])).toEqual([
      [anna.user.id, 1499],
      [boris.user.id, null],
    ]);
  });

  test('choose the formula of Codeforces, whose ratings are whole numbers', async () => {
    const { groupId, anna, boris } = await given();
    await change(groupId, { ratingFormula: 'codeforces' });
    await stored(groupId);
    const rows = (await admin.get(`/api/user/rating/table?groupId=${groupId}`)).as(RatingTable);
    expect(rows.map(({ userId, ratingAfter }) => [userId, ratingAfter])).toEqual([
      [anna.user.id, expect.toSatisfy(Number.isInteger)],
      [boris.user.id, expect.toSatisfy(Number.isInteger)],
    ]);
  });

  test('are saved with the group and stay when an older client saves it', async () => {
    const groupId = await server.given.group();
    const path = `/api/admin/groups/${groupId}`;
    await admin.post(path, { name: 'First year', ratingFormula: 'codeforces', ratesSilent: false });
    await admin.post(path, { name: 'Second year' });
    expect((await admin.get(path)).json.group).toMatchObject({
      ...{ name: 'Second year', ratingFormula: 'codeforces', ratesSilent: false },
    });
    expect((await admin.post(path, { name: 'x', ratingFormula: 'elo' })).status).toBe(400);
  });
});
