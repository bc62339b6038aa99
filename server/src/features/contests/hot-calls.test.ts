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
])('%s is read in few queries, joined or supervising', async (_what, path, expected) => {
  for (const person of [participant, supervisor]) {
    const queries = await countQueries(server.services, async () => {
      const reply = await person.get(`/api/contest/${contest.id}${path}`);
      expect(reply.status).toBe(200);
    });
    expect(queries).toBe(expected);
  }
});
