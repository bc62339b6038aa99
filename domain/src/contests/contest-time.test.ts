import { describe, expect, test } from 'vitest';
import {
  contestTimeMs,
  formatCountdown,
  formatDuration,
  formatTimeSinceStart,
  rewindRange,
} from '#contests/contest-time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = 1_000_000;
const contest = {
  startTimeMs: START,
  durationTimeMs: 5 * HOUR,
  relativeFreezeTimeMs: 4 * HOUR,
  practiceDurationTimeMs: 0,
};

test.each([
  [0, '00:00'],
  [59_999, '00:00'],
  [MINUTE, '00:01'],
  [3 * HOUR + 10 * MINUTE, '03:10'],
  [123 * HOUR, '123:00'],
  [-1, '-00:01'],
  [-5 * MINUTE, '-00:05'],
  [-61 * MINUTE, '-01:01'],
])('%i ms after the start read %s', (offsetMs, text) => {
  expect(formatTimeSinceStart(contest, START + offsetMs)).toBe(text);
});

test('contest time stands still in a removed interval, and one before a start that has moved counts for nothing', () => {
  const cut = { ...contest, removedIntervals: [{ fromMs: START + 10 * MINUTE, toMs: START + 20 * MINUTE }] };
  const after = [5, 15, 30].map((minutes) => contestTimeMs(cut, START + minutes * MINUTE) / MINUTE);
  expect(after).toEqual([5, 10, 20]);
  const startTimeMs = START + 15 * MINUTE;
  const moved = { ...cut, startTimeMs };
  expect(contestTimeMs(moved, startTimeMs)).toBe(0);
  expect(contestTimeMs({ ...cut, startTimeMs: START + HOUR }, START + 2 * HOUR)).toBe(HOUR);
});

test.each([
  [5 * HOUR, '5:00'],
  [90 * MINUTE, '1:30'],
  [HOUR + 5000, '1:00:05'],
  [999, '0:00'],
  [-5, '0:00'],
])('a length of %i ms reads %s', (durationMs, text) => {
  expect(formatDuration(durationMs)).toBe(text);
});

test.each([
  [HOUR, '1:00:00'],
  [1, '0:00:01'],
  [0, '0:00:00'],
  [-1, '0:00:00'],
])('%i ms left read %s', (leftMs, text) => {
  expect(formatCountdown(leftMs)).toBe(text);
});

describe('the rewind slider', () => {
  test('runs over the main time as far as it has passed', () => {
    const now = { nowMs: START + 2 * HOUR, lastSolutionSentAtMs: 0 };
    expect(rewindRange('main', contest, now)).toEqual({
      fromMs: START,
      toMs: START + 2 * HOUR,
      midpointMs: START + HOUR,
    });
    expect(rewindRange('main', contest, { ...now, nowMs: START + 9 * HOUR }).toMs).toBe(START + 5 * HOUR);
  });

  test('runs in full up to ten seconds after the last submission', () => {
    const now = { nowMs: START + 9 * HOUR, lastSolutionSentAtMs: START + 7 * HOUR };
    expect(rewindRange('full', contest, now).toMs).toBe(START + 7 * HOUR + 10_000);
  });

  test('is empty before the start and without submissions', () => {
    const now = { nowMs: START - HOUR, lastSolutionSentAtMs: 0 };
    expect(rewindRange('main', contest, now)).toEqual({ fromMs: START, toMs: START, midpointMs: START });
    expect(rewindRange('full', contest, now).toMs).toBe(START);
  });
});
