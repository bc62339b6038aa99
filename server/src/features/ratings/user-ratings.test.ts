import { Table2 } from '@balloon/contracts/scoreboard.ts';
import { SolutionList } from '@balloon/contracts/solutions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from '#test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Stores somebody's present rating in a group, as a computation would. */
async function rate(groupId: number, contest: { id: number }, { user }: Person, ratingAfter: number) {
  const result = { realRank: 1, expectedRank: 1, penaltyMin: 0, ratingBefore: 1500, performance: 1500 };
  const change = { groupId, contestId: contest.id, accountId: user.id, ratingAfter, isCurrent: true };
  await server.services.db
    .insertInto('ratingChange')
    .values({ ...change, ...result })
    .execute();
}

test('names in tables and lists carry the rating of the contest’s first group, to who may see that group', async () => {
  const { given } = server;
  const [first, second] = [await given.group(), await given.group()];
  const contest = await given.contest({ groups: [first, second] });
  const rated = await given.participant(contest, { groups: [first, second] });
  const unrated = await given.participant(contest, { groups: [second] });
  await rate(first, contest, rated, 1712.5);
  await rate(second, contest, rated, 1400);
  await rated.submit(contest, {});

  const ratingsFor = async (viewer: Person) => {
    const { rows } = (await viewer.get(`/api/contest/${contest.id}/table2`)).as(Table2);
    return [rated, unrated].map(({ user }) => rows.find((row) => row.user.id === user.id)?.user.rating);
  };
  expect(await ratingsFor(rated)).toEqual([1712.5, undefined]);
  expect(await ratingsFor(unrated)).toEqual([1400, undefined]);
  expect(await ratingsFor(await given.admin())).toEqual([1712.5, undefined]);

  const own = (await rated.get('/api/user/solutions')).as(SolutionList);
  expect(own.solutions[0]?.author.rating).toBe(1712.5);
});
