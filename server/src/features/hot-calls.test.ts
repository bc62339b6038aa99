import { afterAll, beforeAll, expect, test } from 'vitest';
import { countQueries } from '#testing/count-queries.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let contest: GivenContest;
let participant: Person;
let supervisor: Person;
beforeAll(async () => {
  server = await startTestServer();
  contest = await server.given.contest({ problems: ['A', 'B'] });
  participant = await server.given.participant(contest);
  supervisor = await server.given.supervisor();
});
afterAll(() => server.close());

test.each([
  ['the contest', '', 0],
  ['whether one may join', '/canJoin', 0],
  ['the list of problems, for who has sent nothing', '/problems', 0],
  ['a statement', '/problems/A', 0],
  ['the languages of a problem', '/problems/A/languages', 0],
  ['a page of the table', '/table2?count=50', 1], // the head of the log
  ['the own solutions, of who has sent nothing', '/solutions/my?count=15', 1],
])('%s: few queries, joined or supervising', async (_what, path, expected) => {
  for (const person of [participant, supervisor]) {
    const queries = await countQueries(server.services, async () => {
      const reply = await person.get(`/api/contest/${contest.id}${path}`);
      expect(reply.status).toBe(200);
    });
    expect(queries).toBe(expected);
  }
});

test('the messages of a contest that has few are one query for participants', async () => {
  const ask = () => participant.get(`/api/contest/${contest.id}/messages`);
  expect(await countQueries(server.services, ask)).toBe(1);
});
