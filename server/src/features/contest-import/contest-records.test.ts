import { expect, test } from 'vitest';
import { ContestRecord, durationMs, ProblemRecord } from '#features/contest-import/contest-records.ts';
import { packageFiles } from '#features/contest-import/package-files.ts';

test.each([
  ['5:00:00.000', 18_000_000],
  ['0:20:00', 1_200_000],
  ['5:00', 18_000_000],
  ['-1:30:00', -5_400_000],
  ['0:00:01.5', 1500],
])('the duration %s is read', (text, ms) => {
  expect(durationMs(text)).toBe(ms);
});

test.each(['', '5', ':', '5:', 'a:b:c', '1:2:3:4', `${'9'.repeat(50)}:0:0`])('%j is no duration', (text) => {
  expect(durationMs(text)).toBeUndefined();
});

test('a contest of an older YAML file is read by its older names', () => {
  const contest = ContestRecord.parse({
    ...{ name: 'Cup', short_name: 'cup', start_time: '2030-09-19 09:00:00+03', duration: '5:00:00' },
    ...{ scoreboard_freeze_length: '1:00:00', penalty_time: 20 },
  });
  expect(contest).toMatchObject({
    ...{ foreignId: 'cup', startTimeMs: Date.parse('2030-09-19T06:00:00Z'), freezeMs: 3_600_000 },
    ...{ penaltyMin: 20, isPassFail: true },
  });
});

test('a start without a zone is refused, since it would mean another moment elsewhere', () => {
  const parsed = ContestRecord.safeParse({
    name: 'Cup',
    duration: '5:00:00',
    start_time: '2030-09-19T09:00:00',
  });
  expect(parsed.error?.issues.map(({ path }) => path)).toEqual([['start_time']]);
});

test('a newer file gives the penalty as a duration', () => {
  expect(ContestRecord.parse({ name: 'Cup', duration: '5:00:00', penalty_time: '0:15:00' }).penaltyMin).toBe(
    15,
  );
});

test.each([
  ['#ff8800', '#FF8800'],
  ['0af', '#00AAFF'],
  ['orange', null],
])('the colour %s is %s', (rgb, color) => {
  expect(ProblemRecord.parse({ id: 'a', rgb }).color).toBe(color);
});

const filesOf = (...names: string[]) =>
  packageFiles({ names, sizeOf: (name) => (name.includes('small') ? 10 : 100) });

test('files are found at the top, in the only folder, or in a folder of settings', () => {
  expect(filesOf('contest.json').fileOf('contest')).toBe('contest.json');
  expect(filesOf('wf/contest.yaml', 'wf/teams.json').fileOf('teams')).toBe('wf/teams.json');
  expect(filesOf('wf/config/contest.yaml', 'wf/config/teams.tsv').fileOf('teams')).toBe(
    'wf/config/teams.tsv',
  );
  expect(filesOf('a/b/contest.json').fileOf('contest')).toBeUndefined();
});

test('of several pictures the widest that a table needs is taken, and one that may run nothing', () => {
  const files = filesOf(
    ...['contest.json', 'organizations/1/logo.160x160.png', 'organizations/1/logo.4000x4000.png'],
    ...['organizations/1/logo.56x56.png', 'organizations/2/logo.svg', 'organizations/3/logotype.png'],
  );
  const logo = (id: string) => files.pictureOf('organizations', id, 'logo');
  expect([logo('1'), logo('2'), logo('3')]).toEqual([
    { path: 'organizations/1/logo.160x160.png', isOther: false },
    { path: null, isOther: true },
    { path: null, isOther: false },
  ]);
});

test('the package of a problem is its archive, or its folder', () => {
  const files = filesOf(
    'contest.json',
    'problems/a/a.zip',
    'problems/b/problem.yaml',
    'problems/b/data/1',
    'c/x',
  );
  expect(['a', 'b', 'c'].map((id) => files.problemOf(id))).toEqual([
    { part: 'problems/a/a.zip', names: ['problems/a/a.zip'] },
    { part: 'problems/b', names: ['problems/b/problem.yaml', 'problems/b/data/1'] },
    null,
  ]);
});
