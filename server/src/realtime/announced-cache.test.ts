import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { AnnouncedCache } from '#realtime/announced-cache.ts';
import { announce } from '#realtime/announcements.ts';
import { startTestServer } from '#testing/test-server.ts';

interface Loaded {
  value: number;
}

/** Whether somebody listens is a matter of these tests here, not of how busy the machine is. */
class Listening {
  isListening = true;
  readonly #handlers = new Set<() => void>();

  on(_type: string, handler: unknown): () => void {
    const added = handler as () => void;
    this.#handlers.add(added);
    return () => this.#handlers.delete(added);
  }

  resync(): void {
    for (const handler of this.#handlers) handler();
  }
}

let announcements: Listening;
let cache: AnnouncedCache<Loaded | undefined>;
let loads: number;
beforeEach(() => {
  announcements = new Listening();
  cache = new AnnouncedCache(announcements, { maxEntries: 3, maxAgeMs: 60_000 });
  loads = 0;
});

async function load(): Promise<Loaded> {
  loads += 1;
  return { value: loads };
}
async function loadSlowly(): Promise<Loaded> {
  await pause(20);
  return load();
}
const read = (key: string, group: number | string = key) => cache.read(key, load, group);

test('a value is read once until its group is dropped, also by those who ask at the same moment', async () => {
  expect(await Promise.all([read('a'), read('a'), read('a')])).toEqual([1, 1, 1].map((value) => ({ value })));
  await read('b');
  cache.drop('a');
  expect(await read('a')).toEqual({ value: 3 });
  expect(await read('b')).toEqual({ value: 2 });
});

test('values count by their size, and one that is larger than all is read each time', async () => {
  const sized = new AnnouncedCache<Loaded>(announcements, {
    maxEntries: 10,
    maxAgeMs: 60_000,
    sizeOf: ({ value }) => value,
  });
  const readSized = (key: string, value: number) => sized.read(key, async () => ({ value }));
  for (const [key, value] of [
    ['a', 4],
    ['b', 5],
    ['c', 6],
    ['d', 11],
  ] as const) {
    await readSized(key, value);
  }
  expect(['a', 'b', 'c', 'd'].map((key) => sized.peek(key)?.value)).toEqual([
    undefined,
    undefined,
    6,
    undefined,
  ]);
});

test('all values of a group are dropped together, whether it is named by number or by text', async () => {
  for (const key of ['a', 'b']) await read(key, 7);
  await read('c', 8);
  cache.drop('7');
  expect(['a', 'b', 'c'].map((key) => cache.peek(key))).toEqual([undefined, undefined, { value: 3 }]);
});

test('a value whose group is dropped while it is read is neither kept nor given to those who ask afterwards', async () => {
  const before = cache.read('a', loadSlowly);
  cache.drop('a');
  const after = cache.read('a', loadSlowly);
  const shared = cache.read('a', loadSlowly);
  expect([await before, await after, await shared]).toEqual([{ value: 1 }, { value: 2 }, { value: 2 }]);
  expect(await read('a')).toEqual({ value: 2 });
});

test('what was dropped while it was read is not given to those who ask in the moment of its arrival', async () => {
  for (let microtasks = 0; microtasks < 10; microtasks += 1) {
    const { promise, resolve } = Promise.withResolvers<Loaded>();
    const before = cache.read('a', () => promise);
    cache.drop('a');
    resolve({ value: -1 });
    for (let passed = 0; passed < microtasks; passed += 1) await null;
    const after = cache.read('a', load);
    expect(await before).toEqual({ value: -1 });
    expect(await after).toEqual({ value: loads });
    cache.drop('a');
  }
});

test('another group that is dropped meanwhile prevents nothing', async () => {
  const reading = cache.read('a', loadSlowly);
  cache.drop('b');
  await reading;
  expect(cache.peek('a')).toEqual({ value: 1 });
});

test('values whose groups are learnt by reading are kept unless their group is dropped meanwhile', async () => {
  await cache.reading(async (keep) => {
    const [one, other] = [await load(), await load()];
    cache.drop(1);
    keep('a', one, 1);
    keep('b', other, 2);
  });
  expect([cache.peek('a'), cache.peek('b')]).toEqual([undefined, { value: 2 }]);
});

test('what is missing or cannot be read is not kept', async () => {
  expect(await cache.read('a', () => Promise.resolve(undefined))).toBeUndefined();
  await expect(cache.read('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await read('a')).toEqual({ value: 1 });
});

test('the values used least lately give way, of one group too', async () => {
  for (const key of ['a', 'b', 'c', 'd']) await read(key, 1);
  expect(['a', 'b', 'c', 'd'].map((key) => cache.peek(key)?.value)).toEqual([undefined, 2, 3, 4]);
});

test('a value grows too old although nothing was announced', async () => {
  const brief = new AnnouncedCache<Loaded>(announcements, { maxEntries: 3, maxAgeMs: 30 });
  await brief.read('a', load);
  await pause(40);
  expect(await brief.read('a', load)).toEqual({ value: 2 });
  brief.close();
});

test('every value is read anew while nobody listens, and after changes may have been missed', async () => {
  await read('a');
  announcements.isListening = false;
  expect([await read('a'), await read('a'), cache.peek('a')]).toEqual([
    { value: 2 },
    { value: 3 },
    undefined,
  ]);
  announcements.isListening = true;
  const reading = cache.read('b', loadSlowly);
  announcements.resync();
  await reading;
  expect([cache.peek('a'), cache.peek('b')]).toEqual([undefined, undefined]);
});

test('what was announced by a committed change has arrived when the process has caught up', async () => {
  const server = await startTestServer();
  try {
    const { announcements: real, db } = server.services;
    const heard: number[] = [];
    real.on('contest.changed', ({ contestId }) => heard.push(contestId));
    for (let contestId = 1; contestId <= 50; contestId += 1) {
      await db.transaction().execute((tx) => announce(tx, 'contest.changed', { contestId }));
      await real.caughtUp();
      expect(heard.at(-1)).toBe(contestId);
    }
  } finally {
    await server.close();
  }
});
