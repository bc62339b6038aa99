import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contestStages, currentStage, passedShare } from '#features/contests/timeline.ts';

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

test('a freeze that began before the start lasts from the start on', () => {
  const [stage, ...others] = contestStages({
    ...contest,
    relativeFreezeTimeMs: -7 * HOUR_MS,
    practiceDurationTimeMs: 0,
  });
  expect(others).toEqual([]);
  expect(stage).toMatchObject({ name: 'frozen', fromMs: contest.startTimeMs, width: 1 });
});

test('a long practice does not press the contest flat', () => {
  const [running] = contestStages({ ...contest, practiceDurationTimeMs: 10_000 * HOUR_MS });
  expect(running?.width).toBeGreaterThan(0.6);
});

test('the balloon waits at the start, is within its stage, and stays at the end', () => {
  const stages = contestStages(contest);
  const nameAt = (hours: number) => currentStage(stages, contest.startTimeMs + hours * HOUR_MS)?.name;
  expect([nameAt(-1), nameAt(0), nameAt(4), nameAt(5), nameAt(1000)]).toEqual([
    'running',
    'running',
    'frozen',
    'practice',
    'practice',
  ]);
});

test('a stage fills from its start to its end', () => {
  const [running] = contestStages(contest);
  if (running === undefined) throw new Error('the contest has a running stage');
  const shares = [-1, 0, 1, 4, 9].map((hours) => passedShare(running, contest.startTimeMs + hours * HOUR_MS));
  expect(shares).toEqual([0, 0, 0.25, 1, 1]);
});

test('whatever the contest, its stages fill the bar', () => {
  const hours = (max: number) => fc.integer({ min: 0, max }).map((value) => value * HOUR_MS);
  fc.assert(
    fc.property(hours(48), hours(48), hours(500), (duration, freeze, practice) => {
      const stages = contestStages({
        startTimeMs: 0,
        durationTimeMs: duration + HOUR_MS,
        relativeFreezeTimeMs: freeze,
        practiceDurationTimeMs: practice,
      });
      expect(stages.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(1);
    }),
  );
});
