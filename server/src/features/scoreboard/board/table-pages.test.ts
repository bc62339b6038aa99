import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TablePages } from '#features/scoreboard/board/table-pages.ts';
import { PackedPage } from '#http/answers/packed-page.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.nat(200_000).map((length) => 'абв'.repeat(length)),
);

test('a packed text unpacks to the text with its ending, however long they are', async () => {
  await fc.assert(
    fc.asyncProperty(text, text, fc.boolean(), async (body, ending, forMany) => {
      const page = await PackedPage.of(body, forMany);
      expect(gunzipSync(page.gzipped(ending)).toString()).toBe(body + ending);
      expect(Buffer.concat(page.plain(ending)).toString()).toBe(body + ending);
    }),
    { numRuns: 60 },
  );
});

test('texts have the same hash when they are the same', async () => {
  const [one, same, other] = await Promise.all(
    ['rows', 'rows', 'row'].map((body) => PackedPage.of(body, true)),
  );
  expect(one?.hash).toBe(same?.hash);
  expect(one?.hash).not.toBe(other?.hash);
});

/** Pages by a clock that the test moves; each making takes `costMs` of it. */
function pagesByClock(costMs: number) {
  let nowMs = 0;
  let made = 0;
  const pages = new TablePages(() => nowMs);
  return {
    read: (key: string, board: number, atLeast = 0, facts = 0) =>
      pages.read(key, { board, facts, atLeast }, async () => {
        made += 1;
        nowMs += costMs;
        return PackedPage.of(`${key} ${board}`, true);
      }),
    wait: (ms: number) => {
      nowMs += ms;
    },
    made: () => made,
  };
}

const textOf = async (page: Promise<PackedPage>) => Buffer.concat((await page).plain('')).toString();

test('a page is made once per version, also for those who ask at the same moment', async () => {
  const { read, made } = pagesByClock(1);
  const all = await Promise.all([read('a', 1), read('a', 1), read('b', 1)]);
  expect(all.map((page) => Buffer.concat(page.plain('')).toString())).toEqual(['a 1', 'a 1', 'b 1']);
  expect(made()).toBe(2);
  expect(await textOf(read('a', 1))).toBe('a 1');
  expect(await textOf(read('a', 2))).toBe('a 2');
  expect(await textOf(read('a', 2, 0, 1))).toBe('a 2');
  expect(made()).toBe(4);
});

test('pages are a little older only while making them takes too much time, and never for whom they concern', async () => {
  const { read, wait, made } = pagesByClock(50);
  for (let board = 1; board <= 8; board += 1) expect(await textOf(read('a', board))).toBe(`a ${board}`);
  expect(await textOf(read('a', 9))).toBe('a 8');
  expect(await textOf(read('a', 9, 8))).toBe('a 8');
  expect(await textOf(read('a', 9, 9))).toBe('a 9');
  expect(await textOf(read('a', 9, 0, 1))).toBe('a 9');
  expect(made()).toBe(10);
  expect(await textOf(read('a', 10, 0, 1))).toBe('a 9');
  wait(300);
  expect(await textOf(read('a', 10, 0, 1))).toBe('a 10');
  wait(10_000);
  for (let board = 11; board <= 13; board += 1)
    expect(await textOf(read('a', board, 0, 1))).toBe(`a ${board}`);
});

test('a page that could not be made is made for the next who asks', async () => {
  const pages = new TablePages();
  const version = { board: 1, facts: 1, atLeast: 0 };
  const failed = pages.read('a', version, () => Promise.reject(new Error('away')));
  await expect(failed).rejects.toThrow('away');
  const page = await pages.read('a', version, () => PackedPage.of('here', true));
  expect(Buffer.concat(page.plain('')).toString()).toBe('here');
});

test('pages used least lately give way when memory is full', async () => {
  const pages = new TablePages();
  const version = { board: 1, facts: 1, atLeast: 0 };
  const made: string[] = [];
  const read = (key: string) =>
    pages.read(key, version, async () => {
      made.push(key);
      return PackedPage.of('x'.repeat(20_000_000), true);
    });
  for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) await read(key);
  expect(made).toEqual(['a', 'b', 'c', 'd', 'b']);
});
