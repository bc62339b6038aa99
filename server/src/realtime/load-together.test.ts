import { expect, test } from 'vitest';
import { LoadTogether } from '#realtime/load-together.ts';

/** Loader whose queries end when the test says so. */
function givenLoader(everyMs = 0) {
  const queries: { ids: readonly number[]; end: (error?: Error) => void }[] = [];
  const loader = new LoadTogether<number, { id: number }>(
    (ids) =>
      new Promise<ReadonlyMap<number, { id: number }>>((resolve, reject) => {
        const end = (error?: Error) =>
          error ? reject(error) : resolve(new Map(ids.filter((id) => id < 100).map((id) => [id, { id }])));
        queries.push({ ids, end });
      }),
    everyMs,
  );
  return { loader, queries };
}

test('what is asked for during a query is loaded by the next one, each object once', async () => {
  const { loader, queries } = givenLoader();
  const first = loader.get(1);
  await expect.poll(() => queries.length).toBe(1);
  const later = [2, 3, 2, 1, 100].map((id) => loader.get(id));
  queries[0]?.end();
  expect(await first).toEqual({ id: 1 });
  await expect.poll(() => queries.length).toBe(2);
  queries[1]?.end();

  expect(queries.map(({ ids }) => ids)).toEqual([[1], [2, 3, 1, 100]]);
  expect(await Promise.all(later)).toEqual([{ id: 2 }, { id: 3 }, { id: 2 }, { id: 1 }, undefined]);
});

test('a failed query fails for those who asked, and the next one is tried', async () => {
  const { loader, queries } = givenLoader();
  const lost = loader.get(1);
  await expect.poll(() => queries.length).toBe(1);
  const next = loader.get(1);
  queries[0]?.end(new Error('connection lost'));
  await expect(lost).rejects.toThrow('connection lost');
  await expect.poll(() => queries.length).toBe(2);
  queries[1]?.end();
  expect(await next).toEqual({ id: 1 });
});

test('a crowd that comes one after the other needs few queries, and who is alone none of the pause', async () => {
  let crowd = await comeOneByOne();
  // The pause was over before the last came, as on a machine that stood still.
  while (crowd.tookMs > 1_500) crowd = await comeOneByOne();
  const { queries, later } = crowd;

  await expect.poll(() => queries.length).toBe(2);
  queries[1]?.end();
  expect(await Promise.all(later)).toEqual([{ id: 2 }, { id: 3 }, { id: 4 }]);
  expect(queries.map(({ ids }) => ids)).toEqual([[1], [2, 3, 4]]);
});

/** Loads one object, and asks for three others within the pause after it, which is 2 s. */
async function comeOneByOne() {
  const { loader, queries } = givenLoader(2_000);
  const first = loader.get(1);
  const beganMs = performance.now();
  await expect.poll(() => queries.length).toBe(1);
  queries[0]?.end();
  await first;
  const later: Promise<unknown>[] = [];
  for (const id of [2, 3, 4]) {
    later.push(loader.get(id));
    await new Promise(setImmediate);
  }
  return { queries, later, tookMs: performance.now() - beganMs };
}
