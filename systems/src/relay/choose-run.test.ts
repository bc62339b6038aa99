import { expect, test } from 'vitest';
import { chooseEarlier, chooseRun } from '#relay/choose-run.ts';

const HOUR_MS = 3_600_000;
const run = (runId: string, hasSameSource: boolean | null = null, sentAtMs: number | null = HOUR_MS) => ({
  ...{ runId, hasSameSource, sentAtMs },
});
const none = () => false;

test('a run with the same source is the one, whenever the system says it was sent', () => {
  const runs = [run('1', false), run('2', null), run('3', true, 9 * HOUR_MS)];
  expect(chooseRun(runs, HOUR_MS, none)).toEqual({ found: 'one', runId: '3' });
});

test('without sources the only run of that time is the one, though clocks differ', () => {
  const runs = [run('1', null, HOUR_MS - 300_000), run('2', null, 9 * HOUR_MS), run('3', false)];
  expect(chooseRun(runs, HOUR_MS, none)).toEqual({ found: 'one', runId: '1' });
  expect(chooseRun([run('1', null, null)], HOUR_MS, none)).toEqual({ found: 'one', runId: '1' });
});

test('what may be the run but is not certain is left to a supervisor, never sent again', () => {
  const later = [run('1', null, 9 * HOUR_MS)];
  expect(chooseRun(later, HOUR_MS, none)).toEqual({ found: 'several', candidates: ['1'] });
  const two = [run('1', true), run('2', true)];
  expect(chooseRun(two, HOUR_MS, none)).toEqual({ found: 'several', candidates: ['1', '2'] });
});

test('runs of other solutions and of another source do not count', () => {
  expect(chooseRun([run('1'), run('2')], HOUR_MS, (id) => id === '1')).toEqual({ found: 'one', runId: '2' });
  expect(chooseRun([run('1', false)], HOUR_MS, none)).toEqual({ found: 'none' });
});

test('a duplicate means the latest run with the same source, else the only one that cannot be read', () => {
  const one = (runId: string) => ({ found: 'one', runId });
  expect(chooseEarlier([run('1', true), run('2', true), run('3')])).toEqual(one('2'));
  expect(chooseEarlier([run('1'), run('2', false)])).toEqual(one('1'));
  expect(chooseEarlier([run('1', false)])).toEqual({ found: 'none' });
});

test('a duplicate of runs that cannot be read is for a supervisor, unless the system means the latest', () => {
  const runs = [run('1'), run('2'), run('3', false)];
  expect(chooseEarlier(runs)).toEqual({ found: 'several', candidates: ['1', '2'] });
  expect(chooseEarlier(runs, true)).toEqual({ found: 'one', runId: '2' });
});
