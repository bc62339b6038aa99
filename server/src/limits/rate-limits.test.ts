import { databaseNowMs } from '@balloon/database/clock.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { addTry, countTries, deleteOldTries, forgetTries, takeTryBack } from '#limits/rate-limits.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

const MINUTE_MS = 60_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
afterEach(() => void vi.useRealTimers());

/** Lets the clock of this process go wrong by some time. */
const shiftClock = (byMs: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + byMs });

const bound = (subject: string) => ({ subject, most: 2, withinMs: 15 * MINUTE_MS });
const tidy = async ({ services: { db } } = server) => deleteOldTries(db, await databaseNowMs(db));

test('tries above a bound are refused until its window is over', async () => {
  const { db } = server.services;
  const subject = 'window';
  await countTries(server.services, [bound(subject)]);
  await countTries(server.services, [bound(subject)]);
  await expect(countTries(server.services, [bound(subject)])).rejects.toMatchObject({ code: 'THROTTLED' });
  await takeTryBack(server.services, bound(subject));
  expect(await addTry(server.services, bound(subject))).toBe(3);

  await db.updateTable('rateLimit').set({ expire: 1 }).where('key', '=', subject).execute();
  expect(await addTry(server.services, bound(subject))).toBe(1);
  await forgetTries(server.services, bound(subject));
  expect(await addTry(server.services, bound(subject))).toBe(1);
});

test('a web process whose clock is behind counts as the others do', async () => {
  const subject = 'behind';
  shiftClock(-20 * MINUTE_MS);
  await addTry(server.services, bound(subject));
  await tidy();
  expect(await addTry(server.services, bound(subject))).toBe(2);
  vi.useRealTimers();
  expect(await addTry(server.services, bound(subject))).toBe(3);
});

test('tries that were counted while the clock was a day ahead refuse nothing once it is right', async () => {
  const { db } = server.services;
  const day = 24 * 60 * MINUTE_MS;
  const expire = (await databaseNowMs(db)) + day;
  await db
    .insertInto('rateLimit')
    .values(['ahead', 'far ahead'].map((key) => ({ key, points: 100, expire })))
    .execute();

  await countTries(server.services, [bound('ahead')]);
  expect(await addTry(server.services, bound('ahead'))).toBe(2);
  await tidy();
  const left = db.selectFrom('rateLimit').select('key').where('key', 'like', '%ahead').execute();
  expect(await left).toEqual([{ key: 'ahead' }]);
});
