import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AnnouncedCache } from '#realtime/announced-cache.ts';
import { announce } from '#realtime/announcements.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let cache: AnnouncedCache<{ value: number }>;
let loads: number;
beforeEach(async () => {
  server = await startTestServer();
  cache = new AnnouncedCache(server.services.announcements, { maxEntries: 3, maxAgeMs: 60_000 });
  loads = 0;
});
afterEach(() => server.close());

const load = async () => {
  loads += 1;
  return { value: loads };
};
const read = (group: number, key = 'a') => cache.read(group, key, load);

test('a value is read once until its group is dropped, also by those who ask at the same moment', async () => {
  expect(await Promise.all([read(1), read(1), read(1)])).toEqual([{ value: 1 }, { value: 1 }, { value: 1 }]);
  await read(2);
  cache.drop(1);
  expect(await read(1)).toEqual({ value: 3 });
  expect(await read(2)).toEqual({ value: 2 });
});

test('a value that was being read when its group was dropped is not kept', async () => {
  const first = cache.read(1, 'a', async () => {
    await pause(20);
    return { value: 100 };
  });
  cache.drop(1);
  expect(await first).toEqual({ value: 100 });
  expect(await read(1)).toEqual({ value: 1 });
});

test('a failed reading is not kept', async () => {
  await expect(cache.read(1, 'a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await read(1)).toEqual({ value: 1 });
});

test('the groups used least lately give way', async () => {
  for (const group of [1, 2, 3, 4]) await read(group);
  expect(await read(4)).toEqual({ value: 4 });
  expect(await read(1)).toEqual({ value: 5 });
});

test('what was announced by a committed change has arrived when the process has caught up', async () => {
  const { announcements, db } = server.services;
  const heard: number[] = [];
  announcements.on('contest.changed', ({ contestId }) => heard.push(contestId));
  for (let contestId = 1; contestId <= 50; contestId += 1) {
    await db.transaction().execute((tx) => announce(tx, 'contest.changed', { contestId }));
    await announcements.caughtUp();
    expect(heard.at(-1)).toBe(contestId);
  }
});
