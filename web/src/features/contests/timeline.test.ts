import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contestStages, placeOnBar } from '#features/contests/timeline.ts';

const HOUR_MS = 3_600_000;
const contest = {
  startTimeMs: 1000 * HOUR_MS,
  durationTimeMs: 5 * HOUR_MS,
  relativeFreezeTimeMs: 4 * HOUR_MS,
  practiceDurationTimeMs: 48 * HOUR_MS,
};
const names = (times: typeof contest) => contestStages(times).map(({ name }) => name);

test('a contest runs, freezes and goes on as practice', () => {
  expect(names(contest)).toEqual(['running', 'frozen', 'practice']);
});

test('stages of no length are left out', () => {
  expect(names({ ...contest, relativeFreezeTimeMs: contest.durationTimeMs })).toEqual([
    'running',
    'practice',
  ]);
  expect(names({ ...contest, practiceDurationTimeMs: 0 })).toEqual(['running', 'frozen']);
  expect(names({ ...contest, relativeFreezeTimeMs: 0, practiceDurationTimeMs: 0 })).toEqual(['frozen']);
});

test('a long practice does not press the contest flat', () => {
  const [running] = contestStages({ ...contest, practiceDurationTimeMs: 10_000 * HOUR_MS });
  expect(running?.width).toBeGreaterThan(0.6);
});

test('the balloon stands at the ends before and after, and within its stage between', () => {
  const stages = contestStages(contest);
  expect(placeOnBar(stages, contest.startTimeMs - 1)).toBe(0);
  expect(placeOnBar(stages, contest.startTimeMs + 1000 * HOUR_MS)).toBeCloseTo(1);
  expect(placeOnBar(stages, contest.startTimeMs + 2.5 * HOUR_MS)).toBeCloseTo(0.39);
});

test('the bar is full and the balloon never moves back, whatever the contest', () => {
  const hours = (max: number) => fc.integer({ min: 0, max }).map((value) => value * HOUR_MS);
  fc.assert(
    fc.property(
      hours(48),
      hours(48),
      hours(500),
      hours(600),
      hours(600),
      (duration, freeze, practice, first, second) => {
        const times = {
          startTimeMs: 0,
          durationTimeMs: duration + HOUR_MS,
          relativeFreezeTimeMs: freeze,
          practiceDurationTimeMs: practice,
        };
        const stages = contestStages(times);
        expect(stages.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(1);
        const [earlier, later] = [Math.min(first, second), Math.max(first, second)];
        expect(placeOnBar(stages, earlier)).toBeLessThanOrEqual(placeOnBar(stages, later));
      },
    ),
  );
});
