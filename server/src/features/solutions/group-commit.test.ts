import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { GroupCommit } from '#features/solutions/group-commit.ts';

/** A store that ends each batch when the test says so, and answers `key:item`. */
function givenStore() {
  const batches: { key: number; items: readonly string[]; end: (error?: Error) => void }[] = [];
  const commits = new GroupCommit<string, string>((key, items) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>();
    const end = (error?: Error) => (error ? reject(error) : resolve(items.map((item) => `${key}:${item}`)));
    batches.push({ key, items, end });
    return promise;
  });
  const batch = async (index: number) => {
    await expect.poll(() => batches.length).toBeGreaterThan(index);
    return batches[index] ?? expect.unreachable('there is such a batch');
  };
  return { commits, batches, batch };
}

test('what arrives while a batch is stored is stored together by the next one, in its order', async () => {
  const { commits, batches, batch } = givenStore();
  const answers = [commits.add(1, 'a'), commits.add(1, 'b'), commits.add(1, 'c')];
  expect(batches.map(({ items }) => items)).toEqual([['a']]);
  (await batch(0)).end();
  expect((await batch(1)).items).toEqual(['b', 'c']);
  (await batch(1)).end();
  expect(await Promise.all(answers)).toEqual(['1:a', '1:b', '1:c']);
});

test('keys do not wait for each other, and one that is empty begins anew', async () => {
  const { commits, batch } = givenStore();
  const [one, two] = [commits.add(1, 'a'), commits.add(2, 'b')];
  (await batch(1)).end();
  expect(await two).toBe('2:b');
  (await batch(0)).end();
  expect(await one).toBe('1:a');
  const again = commits.add(1, 'c');
  (await batch(2)).end();
  expect(await again).toBe('1:c');
});

test('what is answered before its batch ends does not let the next one begin', async () => {
  const { promise: stored, resolve: end } = Promise.withResolvers<void>();
  const batches: (readonly string[])[] = [];
  const commits = new GroupCommit<string, string>(async (_key, items, answer) => {
    batches.push(items);
    answer(items.map((item) => `early ${item}`));
    await stored;
    return items.map((item) => `late ${item}`);
  });
  const [first, second] = [commits.add(1, 'a'), commits.add(1, 'b')];
  expect(await first).toBe('early a');
  expect(batches).toEqual([['a']]);
  end();
  expect(await second).toBe('early b');
});

test('a batch has a bound', async () => {
  const { commits, batch } = givenStore();
  const answers = Array.from({ length: 200 }, (_, index) => commits.add(1, `${index}`));
  const sizes: number[] = [];
  for (let index = 0; sizes.reduce((sum, size) => sum + size, 0) < 200; index += 1) {
    const { items, end } = await batch(index);
    sizes.push(items.length);
    end();
  }
  expect(Math.max(...sizes)).toBe(64);
  expect((await Promise.all(answers)).at(-1)).toBe('1:199');
});

test('with a pace a batch is small, and the next one waits as long as the pace says', async () => {
  const stored: { items: readonly string[]; beganMs: number; endedMs: number }[] = [];
  const store = async (_key: number, items: readonly string[]) => {
    const beganMs = performance.now();
    await sleep(20);
    stored.push({ items, beganMs, endedMs: performance.now() });
    return items;
  };
  const commits = new GroupCommit<string, string>(store, {
    maxTogether: 2,
    pauseMs: (tookMs) => 3 * tookMs,
  });

  await Promise.all(['a', 'b', 'c', 'd'].map((item) => commits.add(1, item)));

  expect(stored.map(({ items }) => items)).toEqual([['a'], ['b', 'c'], ['d']]);
  for (const [index, { beganMs }] of stored.entries()) {
    const before = stored[index - 1];
    if (!before) continue;
    const tookMs = before.endedMs - before.beganMs;
    expect(beganMs - before.endedMs).toBeGreaterThan(2.5 * tookMs);
  }
});

const sqlError = (code: string) => Object.assign(new Error(code), { code });

test.each([
  ['unusable data', '23503'],
  ['final results, which refuse the verdict', 'BL001'],
])('%s of one item do not touch the others', async (_, code) => {
  const { commits, batch } = givenStore();
  const answers = [commits.add(1, 'a'), commits.add(1, 'b'), commits.add(1, 'c')];
  const ends = Promise.allSettled(answers);
  (await batch(0)).end();
  (await batch(1)).end(sqlError(code));
  expect((await batch(2)).items).toEqual(['b']);
  (await batch(2)).end(sqlError(code));
  expect((await batch(3)).items).toEqual(['c']);
  (await batch(3)).end();
  expect((await ends).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('a batch whose answer was lost is not stored again', async () => {
  const { commits, batches, batch } = givenStore();
  const ends = Promise.allSettled([commits.add(1, 'a'), commits.add(1, 'b'), commits.add(1, 'c')]);
  (await batch(0)).end();
  (await batch(1)).end(sqlError('57P01'));
  expect((await ends).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(batches).toHaveLength(2);
});

test('the expected wait grows with the line, and while a batch takes longer than those before', async () => {
  const { commits, batch } = givenStore();
  expect(commits.expectedWaitMs(1)).toBe(0);
  const ends = [commits.add(1, 'first')];
  await batch(0);
  const beganMs = performance.now();
  const alone = commits.expectedWaitMs(1, beganMs + 1_000);
  expect(alone).toBeGreaterThanOrEqual(1_000);
  expect(commits.expectedWaitMs(1, beganMs + 2_000)).toBeCloseTo(alone + 1_000);
  ends.push(...Array.from({ length: 130 }, (_, index) => commits.add(1, `${index}`)));
  expect(commits.expectedWaitMs(1, beganMs + 1_000)).toBeCloseTo(3 * alone);
  expect(commits.expectedWaitMs(2, beganMs + 1_000)).toBe(0);

  for (const index of [0, 1, 2, 3]) (await batch(index)).end();
  await Promise.all(ends);
  expect(commits.expectedWaitMs(1)).toBe(0);
});
