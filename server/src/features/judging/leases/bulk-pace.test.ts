import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BulkPace } from '#features/judging/leases/bulk-pace.ts';
import type { Lease } from '#features/queue/claim.queries.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const leased = (isBulk: boolean): Lease => ({
  ...{ solutionId: 1, fence: 1, attempt: 1, languageKey: 'python3' },
  ...{ purpose: 'verdict', onlyTest: null, isBulk, work: null },
});

function startPace() {
  const state = { isLive: true, woken: [] as string[] };
  const pace = new BulkPace({ isLive: () => state.isLive }, (key) => state.woken.push(key));
  return { state, pace };
}

test('while nobody sends, one of many follows the other', () => {
  const { state, pace } = startPace();
  state.isLive = false;
  for (let claim = 0; claim < 3; claim += 1) {
    expect(pace.admits(false, ['python3'])).toBe(true);
    expect(pace.given(leased(true))).toBe(true);
  }
});

test('while people send, one of many is given at a time, and a claim is woken after a pause', () => {
  const { state, pace } = startPace();
  expect(pace.admits(true, ['python3'])).toBe(true);
  expect(pace.admits(true, ['python3'])).toBe(false); // another claim, whose own has not come back
  expect(pace.given(leased(true))).toBe(false);

  vi.advanceTimersByTime(24);
  expect(state.woken).toEqual([]);
  expect(pace.admits(true, ['python3'])).toBe(false);
  vi.advanceTimersByTime(1);
  expect(state.woken).toEqual(['python3']);
  expect(pace.admits(true, ['python3'])).toBe(true);
});

test('the last free place waits longer, and is woken again for it', () => {
  const { state, pace } = startPace();
  pace.admits(true, ['python3']);
  pace.given(leased(true));
  vi.advanceTimersByTime(25);
  expect(pace.admits(false, ['python3'])).toBe(false);

  vi.advanceTimersByTime(224);
  expect(state.woken).toEqual(['python3']);
  vi.advanceTimersByTime(1);
  expect(state.woken).toEqual(['python3', 'python3']);
  expect(pace.admits(false, ['python3'])).toBe(true);
});

test('a claim that was given something else, or nothing, leaves its turn to the next', () => {
  const { pace } = startPace();
  for (const lease of [leased(false), undefined]) {
    expect(pace.admits(true, ['python3'])).toBe(true);
    expect(pace.given(lease)).toBe(true);
  }
  expect(pace.admits(true, ['python3'])).toBe(true);
});

test('claims that came too early are woken, those without the language of the last one by one of their own', () => {
  const { state, pace } = startPace();
  pace.admits(true, ['python3']);
  pace.given(leased(true));
  const claims = [['c', 'python3'], ['java21', 'kotlin'], ['java21', 'kotlin'], ['kotlin', 'rust'], []];
  for (const keys of claims) expect(pace.admits(true, keys)).toBe(false);

  vi.advanceTimersByTime(25);
  expect(state.woken).toEqual(['python3', 'java21', 'kotlin']);
});
