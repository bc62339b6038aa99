import { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { SolutionList } from '@balloon/contracts/solutions/solutions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('names in tables and lists carry the rating of the contest’s first group, to who may see that group', async () => {
  const { given } = server;
  const [first, second] = [await given.group(), await given.group()];
  const contest = await given.contest({ groups: [first, second] });
  const rated = await given.participant(contest, { groups: [first, second] });
  const unrated = await given.participant(contest, { groups: [second] });
  await given.rating(first, contest, rated, 1712.5);
  await given.rating(second, contest, rated, 1400);
  await rated.submit(contest, {});

  const ratingsFor = async (viewer: Person) => {
    const { rows } = (await viewer.get(`/api/contest/${contest.id}/table2`)).as(ScoreboardPage);
    return [rated, unrated].map(({ user }) => rows.find((row) => row.user.id === user.id)?.user.rating);
  };
  expect(await ratingsFor(rated)).toEqual([1712.5, undefined]);
  expect(await ratingsFor(unrated)).toEqual([1400, undefined]);
  expect(await ratingsFor(await given.admin())).toEqual([1712.5, undefined]);

  const own = (await rated.get('/api/user/solutions')).as(SolutionList);
  expect(own.solutions[0]?.author.rating).toBe(1712.5);
});
