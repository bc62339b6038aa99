import { expect, test } from 'vitest';
import { intervalOf, proposedInterval } from '#features/contest-control/time/interval-fields.ts';

const MIN = 60_000;
const startTimeMs = new Date(2026, 10, 22, 10, 0, 30).getTime();
const contest = {
  startTimeMs,
  durationTimeMs: 300 * MIN,
  relativeFreezeTimeMs: 240 * MIN,
  practiceDurationTimeMs: 0,
};

test('the last ten minutes are proposed, within the contest', () => {
  const at = (min: number) => proposedInterval(contest, startTimeMs + min * MIN);
  expect(at(60)).toEqual({ from: '2026-11-22T10:51', to: '2026-11-22T11:01' });
  expect(at(400)).toEqual({ from: '2026-11-22T14:50', to: '2026-11-22T15:00' });
});

test('the minutes of start and end mean their very instants', () => {
  const fields = { from: '2026-11-22T10:00', to: '2026-11-22T15:00' };
  expect(intervalOf(contest, fields)).toEqual({
    fromMs: startTimeMs,
    toMs: startTimeMs + 300 * MIN,
  });
  expect(intervalOf(contest, { from: '2026-11-22T10:05', to: '2026-11-22T10:20' })).toEqual({
    fromMs: startTimeMs + 4.5 * MIN,
    toMs: startTimeMs + 19.5 * MIN,
  });
  expect(intervalOf(contest, { ...fields, to: '' })).toBeNull();
});
