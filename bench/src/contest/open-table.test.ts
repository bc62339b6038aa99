import type { ScoreboardPage, TableRows } from '@balloon/contracts/scoreboard/scoreboard.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OpenTable } from '#contest/open-table.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('each verdict is missing until the change that counts it', async () => {
  const table = new OpenTable(async () => page('v0', 10));
  await table.read();
  const sentAt = [performance.now(), performance.now()];
  await vi.advanceTimersByTimeAsync(100);
  table.hear(change('v0', 'v1', 11));
  await vi.advanceTimersByTimeAsync(300);
  table.hear(change('v1', 'v2', 12));

  expect(table.agesOf(sentAt)).toEqual({ agesMs: [100, 400], missing: 0 });
  expect(table.readings).toBe(0);
});

test('after a gap nothing is shown until the page has been read', async () => {
  let now = page('v0', 10);
  const table = new OpenTable(async () => now);
  await table.read();
  const sentAt = [performance.now()];
  now = page('v2', 11);
  table.hear(change('v1', 'v2', 11));

  expect(table.agesOf(sentAt)).toEqual({ agesMs: [], missing: 1 });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(table.readings).toBe(1);
  expect(table.agesOf(sentAt).missing).toBe(0);
  expect(table.agesOf(sentAt).agesMs[0]).toBeGreaterThanOrEqual(300);
});

test('several changes after a gap cause a single reading', async () => {
  const table = new OpenTable(async () => page(table.readings === 0 ? 'v0' : 'v3', 10));
  await table.read();
  table.hear(change('v1', 'v2', 11));
  table.hear(change('v2', 'v3', 12));
  await vi.advanceTimersByTimeAsync(5_000);

  expect(table.readings).toBe(1);
});

const statistics = (tries: number) => [{ problemIndex: 'A', solved: 0, tried: 1, tries }];

const page = (hash: string, tries: number): ScoreboardPage => ({
  ...{ header: [], rows: [], rowsNumber: 0, statistics: statistics(tries), lastSolutionSentAtMs: 0 },
  ...{ isPastQuery: false, isFrozen: false, ownRow: null, actualTableHash: { hash, createdAtMs: 0 } },
});

const change = (from: string, to: string, tries: number): TableRows => ({
  table: { contestId: 1, count: 50, offset: 0, audience: 'own', scope: 'contest' },
  ...{ from, to, length: 0, rows: [], places: [], facts: { statistics: statistics(tries) } },
});
