import { SolutionList, SubmitReply } from '@balloon/contracts/solutions/solutions.ts';
import { MessageList } from '@balloon/contracts/talk/messages.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenHash } from '#features/session/session-token.ts';
import { readOwnPage } from '#features/solutions/own-pages.ts';
import { LivingSessions } from '#realtime/living-sessions.ts';
import { countQueries } from '#testing/count-queries.ts';
import { type GivenContest, type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let contest: GivenContest;
/** Each has sent as many solutions as their place says. */
let people: Person[];
let sent: number[][];

beforeAll(async () => {
  server = await startTestServer();
  contest = await server.given.contest({ problems: ['A', 'B'] });
  people = await Promise.all(Array.from({ length: 5 }, () => server.given.participant(contest)));
  sent = people.map(() => []);
  for (const [place, person] of people.entries()) {
    for (let time = 0; time < place; time += 1) {
      const { id } = (await person.submit(contest, { symbolIndex: time % 2 === 0 ? 'A' : 'B' })).as(
        SubmitReply,
      );
      sent[place]?.unshift(id);
    }
  }
});
afterAll(() => server.close());

test('pages that ask at the same moment, right after a restart, each get what is theirs', async () => {
  const jury = await server.given.supervisor();
  const path = `/api/contest/${contest.id}`;
  for (const [place, person] of people.entries()) {
    if (place % 2 === 0) continue;
    const { status } = await person.post(`${path}/messages`, { text: `question ${place}` });
    expect(status).toBe(200);
  }
  await jury.post(`${path}/messages`, { text: 'for all' });
  const restarted = await startTestServer({ databaseUrl: server.databaseUrl });
  try {
    const returned = await Promise.all(people.map(({ user }) => restarted.given.signedIn(user)));
    const shown = await Promise.all(
      returned.flatMap((person) => [
        person.get(`${path}/solutions/my?count=3`),
        person.get(`${path}/messages`),
        person.get(`${path}/problems`),
      ]),
    );
    for (const [place, { user }] of people.entries()) {
      const [own, messages, problems] = shown.slice(3 * place, 3 * place + 3);
      const { solutions, solutionsNumber } = own?.as(SolutionList) ?? { solutions: [], solutionsNumber: -1 };
      expect(solutions.map(({ id, userId }) => [id, userId])).toEqual(
        (sent[place] ?? []).slice(0, 3).map((id) => [id, user.id]),
      );
      expect(solutionsNumber).toBe(place);
      const { read, unread } = messages?.as(MessageList) ?? { read: [], unread: [] };
      const texts = [...read, ...unread].map(({ message }) => message.text).toSorted();
      expect(texts).toEqual(place % 2 === 0 ? ['for all'] : ['for all', `question ${place}`]);
      expect(problems?.status).toBe(200);
    }
  } finally {
    await restarted.close();
  }
});

test('sessions that are asked for at the same moment are read by one query', async () => {
  const { db, announcements } = server.services;
  const tokens = people.map(({ token }) => token);
  let found: unknown[] = [];
  const queries = await countQueries(server.services, async () => {
    const fresh = new LivingSessions(db, announcements);
    found = await Promise.all([...tokens, 'nobody’s'].map((token) => fresh.find(tokenHash(token))));
    fresh.close();
  });
  expect(queries).toBe(1);
  expect(found.pop()).toBeUndefined();
  expect(found).toMatchObject(people.map(({ user }) => ({ userId: user.id, isCurrentToken: true })));
});

test('pages of own solutions of a crowd are read by two queries', async () => {
  const { db } = server.services;
  const queries = await countQueries(server.services, () =>
    Promise.all(
      people.map(({ user }) => readOwnPage(db, { contestId: contest.id, authorId: user.id, count: 2 })),
    ),
  );
  expect(queries).toBe(2);
});
