import { expect, test } from 'vitest';
import { runBulk } from '#features/scoreboard/selection/run-bulk.ts';

const quietly = { signal: new AbortController().signal, onProgress: () => {}, parallel: 2 };

test('does it to everybody, a few at a time, and tells how far it is', async () => {
  let now = 0;
  let most = 0;
  const progress: number[] = [];
  const act = async () => {
    now += 1;
    most = Math.max(most, now);
    await Promise.resolve();
    now -= 1;
  };
  const report = await runBulk([1, 2, 3, 4, 5], act, { ...quietly, onProgress: (n) => progress.push(n) });
  expect(report).toEqual({ done: [1, 2, 3, 4, 5], failed: [], left: [] });
  expect(progress).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(2);
});

test('reports who it failed for and goes on', async () => {
  const error = new Error('gone');
  const act = (item: number) => (item === 2 ? Promise.reject(error) : Promise.resolve());
  const report = await runBulk([1, 2, 3], act, quietly);
  expect(report.done.sort()).toEqual([1, 3]);
  expect(report.failed).toEqual([{ item: 2, error }]);
});

test('begins nothing after it was stopped, and waits for what has begun', async () => {
  const stop = new AbortController();
  const act = async (item: number) => {
    if (item === 2) stop.abort();
    await Promise.resolve();
  };
  const report = await runBulk([1, 2, 3, 4], act, { ...quietly, signal: stop.signal });
  expect(report).toEqual({ done: [1, 2], failed: [], left: [3, 4] });
});
