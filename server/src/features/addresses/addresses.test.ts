import { ContestAddresses } from '@balloon/contracts/hall/addresses.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('supervisors see from where participants sent and are signed in; others see nothing', async () => {
  const { given, services } = server;
  const contest = await given.contest();
  const anna = await given.participant(contest);
  const boris = await given.participant(contest);
  const admin = await given.admin();
  for (const person of [anna, anna, boris]) expect((await person.submit(contest, {})).status).toBe(200);
  await admin.submit(contest, {});
  const moved = services.db.updateTable('solution').set({ ip: '203.0.113.9' });
  await moved.where('accountId', '=', boris.user.id).execute();
  await services.db
    .updateTable('session')
    .set({ ip: '203.0.113.9' })
    .where('accountId', '=', anna.user.id)
    .execute();
  const path = `/api/admin/contests/${contest.id}/addresses`;
  const { people, addresses } = (await admin.get(path)).as(ContestAddresses);
  expect(people.map(({ id }) => id).sort()).toEqual([anna.user.id, boris.user.id].sort());
  const seen = addresses.map((one) => [one.userId, one.ip, one.solutionsNumber, one.isSignedIn]);
  expect(seen).toContainEqual([anna.user.id, '203.0.113.9', 0, true]);
  expect(seen).toContainEqual([boris.user.id, '203.0.113.9', 1, false]);
  expect(
    addresses.find(({ userId, solutionsNumber }) => userId === anna.user.id && solutionsNumber === 2)
      ?.lastAtMs,
  ).toEqual(expect.any(Number));
  expect((await anna.get(path)).status).toBe(403);
});
