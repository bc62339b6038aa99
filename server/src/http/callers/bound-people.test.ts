import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ContestHeads } from '#features/contests/contest-heads.ts';
import { REQUESTS_AT_ONCE } from '#http/callers/bound-people.ts';
import { type Person, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('one participant has so many requests under way, while they send and others are answered', async () => {
  const { given, services } = server;
  const contest = await given.contest();
  const [eager, other] = [await given.participant(contest), await given.participant(contest)];
  const jury = await given.supervisor();
  const look = (by: Person) => by.get(`/api/contest/${contest.id}/problems`);
  for (const by of [eager, other, jury]) expect((await look(by)).status).toBe(200);

  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  const peeks = vi.spyOn(ContestHeads.prototype, 'peek').mockReturnValue(null);
  const visits = vi.spyOn(services.heads, 'visit').mockImplementation(async (db, contestId, visitor) => {
    if (visitor.id === eager.user.id) await mayGoOn;
    return ContestHeads.prototype.visit.call(services.heads, db, contestId, visitor);
  });
  const waiting = Array.from({ length: REQUESTS_AT_ONCE }, () => look(eager));
  await expect.poll(() => visits.mock.calls.length).toBe(REQUESTS_AT_ONCE);
  const refused = await look(eager);
  expect([refused.status, refused.json.error?.code, refused.headers.get('retry-after')]).toEqual([
    ...[429, 'THROTTLED', '1'],
  ]);
  for (const by of [other, jury]) expect((await look(by)).status).toBe(200);
  goOn();
  const answers = await Promise.all(waiting);
  // All at once may be too much for the database of a crowded machine, which then refuses some for the moment.
  const statuses = new Set(answers.map(({ status }) => status));
  expect(statuses).toContain(200);
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  peeks.mockRestore();
  visits.mockRestore();
  expect((await look(eager)).status).toBe(200);
});
