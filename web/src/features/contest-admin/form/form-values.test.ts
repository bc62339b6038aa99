import type { ContestFormData } from '@balloon/contracts/contests/contest-form.ts';
import { expect, test } from 'vitest';
import {
  HOUR_MS,
  nextHour,
  startQuestions,
  startsAtNight,
  timesOf,
  timeValuesOf,
} from '#features/contest-admin/form/form-times.ts';
import {
  changeOf,
  copyOf,
  type FormValues,
  icpcValues,
  isScoredAsIcpc,
  newValues,
  rebased,
  settingsOf,
  valuesOf,
  withTemplate,
} from '#features/contest-admin/form/form-values.ts';

const NOW_MS = new Date(2026, 10, 22, 9, 30).getTime();
const TODAY_MS = new Date(2026, 10, 22).getTime();
const NEXT_NIGHT = { startDate: '2026-11-23', startTime: '03:00' };
const form = (change: Partial<FormValues> = {}): FormValues => ({ ...newValues(NOW_MS, 'Cup'), ...change });
const problem = (id: number) => ({
  ...{ id, title: `Problem ${id}`, systemType: 'balloon' as const, foreignProblemIdentifier: '' },
  ...{ timeLimitMs: 1000, memoryLimitKb: 65_536, color: '#FF0000', versionId: null },
});

test('a new contest starts at midnight, lasts five hours and freezes an hour before the end', () => {
  expect(settingsOf(form())).toMatchObject({
    startTimeMs: TODAY_MS,
    durationTimeMs: 5 * HOUR_MS,
    relativeFreezeTimeMs: 4 * HOUR_MS,
    practiceDurationTimeMs: 0,
    isRated: true,
    isWithComments: false,
  });
});

test('the next full hour is offered for a start that has passed, at midnight that of the next day', () => {
  expect(nextHour(NOW_MS)).toBe(new Date(2026, 10, 22, 10).getTime());
  expect(nextHour(new Date(2026, 10, 22, 23, 5, 1).getTime())).toBe(new Date(2026, 10, 23).getTime());
});

test.each([
  [{ freezeHours: 1.5 }, { relativeFreezeTimeMs: 3.5 * HOUR_MS }],
  [{ freezeHours: 9 }, { relativeFreezeTimeMs: 0 }],
  [{ practice: 'hours', practiceHours: 24 }, { practiceDurationTimeMs: 24 * HOUR_MS }],
  [{ practice: 'none', practiceHours: 24 }, { practiceDurationTimeMs: 0 }],
  [
    { practice: 'date', practiceDate: '2026-11-22', practiceTime: '06:00' },
    { practiceDurationTimeMs: HOUR_MS },
  ],
  [
    { practice: 'date', practiceDate: '2026-11-22', practiceTime: '04:00' },
    { practiceDurationTimeMs: -HOUR_MS },
  ],
] as const)('%o becomes %o', (fields, times) => {
  expect(timesOf(form(fields))).toMatchObject(times);
});

test.each([{ startDate: '' }, { durationHours: '' }, { practice: 'date', practiceDate: '' }] as const)(
  'without %o there are no times',
  (fields) => {
    expect(timesOf(form(fields))).toBeNull();
  },
);

test('times are shown in hours, with a practice to an odd moment as a date', () => {
  const times = { startTimeMs: TODAY_MS, durationTimeMs: 90 * 60_000 + 1, relativeFreezeTimeMs: HOUR_MS };
  expect(timeValuesOf({ ...times, practiceDurationTimeMs: 2 * HOUR_MS })).toMatchObject({
    ...{ durationHours: 1, durationMinutes: 31, freezeHours: 0, freezeMinutes: 30 },
    ...{ practice: 'hours', practiceHours: 2 },
  });
  expect(timeValuesOf({ ...times, practiceDurationTimeMs: 61 * 60_000 })).toMatchObject({
    ...{ practice: 'date', practiceDate: '2026-11-22', practiceTime: '02:31' },
  });
});

test.each([
  ['01:59', false],
  ['02:00', true],
  ['05:59', true],
  ['06:00', false],
])('a start at %s is at night: %s', (startTime, isNight) => {
  expect(startsAtNight({ startTime })).toBe(isNight);
});

test.each([
  ['a new contest that starts later by day', null, { startTime: '12:00' }, []],
  ['one at night', null, { startDate: '2026-11-23', startTime: '03:00' }, ['night']],
  ['one that has begun', null, { startTime: '08:00' }, ['begun']],
  ['one that began at night', null, { startTime: '05:00' }, ['begun', 'night']],
  ['one at night that is over', null, { startDate: '2026-11-20', startTime: '02:00' }, ['past', 'night']],
  ['a stored one whose start stays', { startTime: '03:00' }, { startTime: '03:00' }, []],
  ['one moved to the same hour of another night', { startTime: '03:00' }, NEXT_NIGHT, ['night']],
  ['one moved so that it has begun', { startTime: '12:00' }, { startTime: '08:00' }, ['begun']],
  ['one moved so that it is over', { startTime: '12:00' }, { startDate: '2026-11-20' }, ['past']],
  ['one that had begun, moved earlier', { startTime: '09:00' }, { startTime: '08:00' }, []],
] as const)(
  'about the start of %s the form asks what has to be asked',
  (_what, former, fields, questions) => {
    const known = { former: former && form(former), nowMs: NOW_MS };
    expect(startQuestions(form(fields), known)).toEqual(questions);
  },
);

test('a change names the fields that were touched, and leaves the freeze before the new end', () => {
  const initial = form({ problems: [problem(1), problem(2)] });
  expect(changeOf(initial, { ...initial })).toEqual({});
  expect(changeOf(initial, { ...initial, durationHours: 6 })).toEqual({ durationTimeMs: 6 * HOUR_MS });
  expect(changeOf(initial, { ...initial, problems: [problem(2), problem(1)] })).toEqual({
    problems: [
      { id: 2, color: '#FF0000', versionId: null },
      { id: 1, color: '#FF0000', versionId: null },
    ],
  });
});

test('edits are put on top of what others stored: touched fields stay, tied ones with them', () => {
  const initial = form();
  const mine = { ...initial, durationHours: 3, isRated: false };
  const theirs = form({ name: 'Theirs', durationHours: 4, durationMinutes: 15, startTime: '10:00' });
  expect(rebased(initial, mine, theirs)).toMatchObject({
    ...{ name: 'Theirs', startTime: '10:00', durationHours: 3, durationMinutes: 0, isRated: false },
  });
});

test('a copy of a past contest takes place today, under its date', () => {
  const past = form({ startDate: '2026-10-01', startTime: '12:00', name: '2026-10-01 • Cup' });
  const dateText = (atMs: number) => new Date(atMs).toLocaleDateString('sv');
  expect(copyOf(past, NOW_MS, dateText)).toMatchObject({
    ...{ name: '2026-11-22 • Cup', startDate: '2026-11-22', startTime: '12:00' },
  });
  const future = form({ startDate: '2026-12-01', name: 'Cup' });
  expect(copyOf(future, NOW_MS, dateText)).toEqual(future);
});

test('a template replaces everything but the start', () => {
  const template = {
    name: 'Round',
    durationTimeMs: 2 * HOUR_MS,
    relativeFreezeTimeMs: 2 * HOUR_MS,
    groupIds: [3],
  };
  const filled = withTemplate(form({ startTime: '10:00' }), template, [problem(1)]);
  expect(filled).toMatchObject({
    ...{ name: 'Round', startTime: '10:00', durationHours: 2, freezeHours: 0, groupIds: [3], isRated: true },
  });
  expect(filled.problems.map(({ id }) => id)).toEqual([1]);
});

test('the rules of the ICPC are those that it decides, until one of them changes', () => {
  const own = { wrongTryVerdicts: [2], isRated: false, unofficialRows: 'hidden' } as const;
  const usual = form({ ...own, wrongTryVerdicts: [...own.wrongTryVerdicts] });
  expect(isScoredAsIcpc(usual)).toBe(false);
  const scored = { ...usual, ...icpcValues() };
  expect(isScoredAsIcpc(scored)).toBe(true);
  expect(scored).toMatchObject({ isRated: false, unofficialRows: 'hidden', tieBreak: 'lastAccepted' });
  for (const change of [
    { wrongTryPenaltyMin: 10 },
    { edgeInstants: 'included' },
    { wrongTryVerdicts: [2] },
  ] as const)
    expect(isScoredAsIcpc({ ...scored, ...change } as FormValues)).toBe(false);
});

const stored = (change: Partial<ContestFormData>) =>
  ({ ...settingsOf(form()), allowedGroups: [], problems: [], ...change }) as unknown as ContestFormData;

test('a copy and a template keep a freeze, a window and a practice of every whole minute', () => {
  for (let minutes = 1; minutes <= 600; minutes += 1) {
    const ms = minutes * 60_000;
    const lengths = {
      ...{ durationTimeMs: 600 * 60_000, relativeFreezeTimeMs: 600 * 60_000 - ms },
      ...{ practiceDurationTimeMs: ms, windowTimeMs: ms },
    };
    expect(settingsOf(valuesOf(stored(lengths)))).toMatchObject(lengths);
    expect(settingsOf(withTemplate(form(), lengths, []))).toMatchObject(lengths);
  }
  expect(settingsOf(valuesOf(stored({ windowTimeMs: null })))).toMatchObject({ windowTimeMs: null });
});

test('lengths are typed in hours and minutes, parts of an hour count in whole minutes', () => {
  const typed = form({ freezeHours: 0, freezeMinutes: 20, windowHours: '', windowMinutes: 50 });
  expect(settingsOf(typed)).toMatchObject({
    ...{ relativeFreezeTimeMs: 280 * 60_000, windowTimeMs: 50 * 60_000 },
  });
  expect(settingsOf({ ...typed, practice: 'hours', practiceHours: 0.333, windowMinutes: '' })).toMatchObject({
    ...{ practiceDurationTimeMs: 20 * 60_000, windowTimeMs: null },
  });
  expect(changeOf(form(), form({ freezeMinutes: 30 }))).toEqual({ relativeFreezeTimeMs: 210 * 60_000 });
});

test('a form takes everything of a stored contest', () => {
  const contest = stored({
    allowedGroups: [{ id: 5 }],
    languageIds: [1],
    problems: [{ ...problem(7), ProblemToContest: { versionId: 'v' } }],
  } as unknown as ContestFormData);
  expect(valuesOf(contest)).toEqual(
    form({ groupIds: [5], languageIds: [1], problems: [{ ...problem(7), versionId: 'v' }] }),
  );
});
