import { expect, test, vi } from 'vitest';
import { ApiError } from '#shared/api/calls/api-error.ts';
import {
  isBusy,
  isConnectionTrouble,
  pauseBeforeRetry,
  UnansweredKeys,
} from '#shared/api/calls/sure-sending.ts';
import { createQueryClient } from '#shell/query-client.ts';

const refused = (code: string, status: number, retryAfterSec: number | null) =>
  new ApiError({ code, description: '', status, retryAfterSec });
const OVERLOADED = refused('OVERLOADED', 503, 3);

test('a busy server is asked again after the time that it names, within reason', () => {
  expect(isBusy(OVERLOADED)).toBe(true);
  expect(isConnectionTrouble(OVERLOADED)).toBe(true);
  expect(pauseBeforeRetry(7, OVERLOADED, 5_000)).toBe(3_000);
  expect(pauseBeforeRetry(0, refused('OVERLOADED', 503, 100_000), 5_000)).toBe(30_000);
});

test('without a time the pauses grow to a bound', () => {
  const lost = refused('NETWORK_ERROR', 0, null);
  expect(isBusy(lost)).toBe(false);
  expect([0, 1, 2, 3, 4].map((failures) => pauseBeforeRetry(failures, lost, 4_000))).toEqual([
    500, 1_000, 2_000, 4_000, 4_000,
  ]);
});

test('reads are repeated more patiently while the server is busy than after a lost connection, refusals never', () => {
  const { retry } = createQueryClient(() => {}).getDefaultOptions().queries ?? {};
  if (typeof retry !== 'function') throw new Error('Reads have a rule for retries');
  const triesAfter = (error: Error) => [0, 1, 2, 3, 4, 5, 6].filter((failures) => retry(failures, error));
  expect(triesAfter(OVERLOADED)).toHaveLength(6);
  expect(triesAfter(refused('NETWORK_ERROR', 0, null))).toHaveLength(2);
  expect(triesAfter(refused('CONTEST_NOT_FOUND', 404, null))).toHaveLength(0);
});

test('what has no answer keeps its key when it is sent again, until the server has taken it or it changes', () => {
  const keys = new UnansweredKeys();
  const first = keys.keyFor('inbox', { text: 'Lunch at noon' });
  expect(keys.keyFor('inbox', { text: 'Lunch at noon' })).toBe(first);
  expect(keys.keyFor('answer 7', { text: 'Lunch at noon' })).not.toBe(first);

  const changed = keys.keyFor('inbox', { text: 'Lunch at one' });
  expect(changed).not.toBe(first);
  keys.taken('inbox', first); // the answer to the one before comes late
  expect(keys.keyFor('inbox', { text: 'Lunch at one' })).toBe(changed);
  keys.taken('inbox', changed);
  expect(keys.keyFor('inbox', { text: 'Lunch at one' })).not.toBe(changed);
});

test('where the browser keeps them, keys outlive a new load of the page', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  const load = () => new UnansweredKeys('unanswered');
  const first = load().keyFor('1', { solution: 'print(1)' });
  expect(load().keyFor('1', { solution: 'print(1)' })).toBe(first);
  expect(load().keyFor('2', { solution: 'print(1)' })).not.toBe(first);
  load().taken('1', first);
  expect(load().keyFor('1', { solution: 'print(1)' })).not.toBe(first);
  vi.unstubAllGlobals();
});
