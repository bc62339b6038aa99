import { afterAll, beforeAll, expect, test } from 'vitest';
import { KeptTestsets } from '#features/judging/tasks/kept-testsets.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function givenTestset() {
  await server.given.contest({ problems: ['A'] });
  const { id, sha256 } = await server.services.db
    .selectFrom('testset')
    .select(['id', 'sha256'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return { testsetId: id, testsetSha256: sha256 };
}

test('a testset is read once, and one that has no tests is looked for each time', async () => {
  const { db } = server.services;
  const testsets = new KeptTestsets();
  const name = await givenTestset();
  const empty = await givenTestset();
  const taken = await db.deleteFrom('test').where('testsetId', '=', empty.testsetId).returningAll().execute();

  const first = await testsets.get(db, name);
  expect(first?.tests.map(({ number }) => number)).toEqual([1, 2]);
  expect(await testsets.get(db, name)).toBe(first);
  expect(await testsets.get(db, empty)).toBeNull();

  const [again] = taken;
  if (!again) throw new Error('The testset had no tests');
  await db
    .insertInto('test')
    .values({ ...again, flags: null })
    .execute();
  expect((await testsets.get(db, empty))?.tests).toHaveLength(1);
});
