import { describe, expect, test } from 'vitest';
import {
  type GroupGrading,
  packageScore,
  type ScoredGroup,
  type ScoredTest,
} from '#judging/package-score.ts';

/** `a+` is an accepted test of group a, `a-` a failed one; `a+5` and `a-5` have 5 points, `a=3` got 3 by the checker. */
function tests(words: string, fullPoints: number | null = null): ScoredTest[] {
  return words.split(' ').map((word) => {
    const [, group = '', sign, points] = /^(.*?)([+=-])(\d*)$/.exec(word) ?? [];
    return {
      group: group === '.' ? null : group,
      isAccepted: sign !== '-',
      fullPoints: sign === '=' || !points ? fullPoints : Number(points),
      points: sign === '=' ? Number(points) : null,
    };
  });
}

const PLAIN: Omit<ScoredGroup, 'name'> = { points: null, isComplete: false, dependsOn: [], grading: null };
const group = (name: string, differing: Partial<ScoredGroup> = {}): ScoredGroup => ({
  name,
  ...PLAIN,
  ...differing,
});

test('nothing ran, so there is no score', () => {
  expect(packageScore([], [])).toBe(null);
});

describe('groups side by side', () => {
  test.each([
    ['points of accepted tests add up', [], '.+5 .-7 .+1', 6],
    ['a checker gives what it likes', [], '.=3 .+5', 8],
    ['tests of a plain group count one by one', [group('a')], 'a+5 a-5 a+1', 6],
    ['a complete group is all', [group('a', { isComplete: true, points: 30 })], 'a+ a+', 30],
    ['a complete group is nothing', [group('a', { isComplete: true, points: 30 })], 'a+ a-', 0],
    ['complete, by the points of its tests', [group('a', { isComplete: true })], 'a+5 a+6', 11],
    ['tests share the points of their group', [group('a', { points: 30 })], 'a+ a- a+', 20],
    [
      'a group whose requirement failed gives nothing',
      [group('a', { points: 10 }), group('b', { points: 20, isComplete: true, dependsOn: ['a'] })],
      'a- a+ b+',
      5,
    ],
    [
      'and so does one that requires that one',
      [
        group('a', { points: 10, isComplete: true }),
        group('b', { points: 20, isComplete: true, dependsOn: ['a'] }),
        group('c', { points: 40, isComplete: true, dependsOn: ['b'] }),
      ],
      'a- b+ c+',
      0,
    ],
    ['no binary fractions', [], '.=0 .=0', 0],
  ] as const)('%s', (_what, groups, words, score) => {
    expect(packageScore(groups, tests(words))).toBe(score);
  });

  test('fractions add up as people add them', () => {
    const tenths = [0.1, 0.2].map((points) => ({ group: null, isAccepted: true, fullPoints: 1, points }));
    expect(packageScore([], tenths)).toBe(0.3);
  });
});

describe('folders of an ICPC package', () => {
  const grading = (differing: Partial<GroupGrading> = {}): GroupGrading => ({
    aggregation: 'sum',
    acceptScore: 1,
    rejectScore: 0,
    onReject: 'break',
    range: null,
    ignoreSample: false,
    acceptIfAnyAccepted: false,
    ...differing,
  });
  const folder = (name: string, differing: Partial<GroupGrading> = {}, other: Partial<ScoredGroup> = {}) =>
    group(name, { grading: grading(differing), ...other });
  /** Settings of most such packages. */
  const USUAL = [
    folder('', { onReject: 'continue', ignoreSample: true }),
    folder('sample', { acceptScore: 0 }),
    folder('secret', { onReject: 'continue', acceptIfAnyAccepted: true }),
    folder('secret/1', { aggregation: 'min', acceptScore: 30 }),
    folder('secret/2', { aggregation: 'min', acceptScore: 70 }),
  ];

  test.each([
    ['all', USUAL, 'sample+ secret/1+ secret/1+ secret/2+', 100],
    ['one group', USUAL, 'sample+ secret/1+ secret/1- secret/2+', 70],
    ['no group', USUAL, 'sample+ secret/1- secret/2-', 0],
    ['the sample does not count', USUAL, 'sample- secret/1+ secret/2-', 30],
    ['a checker scores tests', [folder('')], 'secret=2 secret=3', 5],
    [
      'what follows a failure does not count',
      [folder('', { acceptIfAnyAccepted: true })],
      'secret/1+ secret/1- secret/1+',
      1,
    ],
    [
      'unless the group continues',
      [folder('', { onReject: 'continue', acceptIfAnyAccepted: true })],
      'secret/1+ secret/1- secret/1+',
      2,
    ],
    ['the average', [folder('', { aggregation: 'avg' })], 'secret=2 secret=3 secret=7', 4],
    ['the best', [folder('', { aggregation: 'max' })], 'secret=2 secret=7 secret=3', 7],
    ['no more than the range allows', [folder('', { range: [0, 10] })], 'secret=7 secret=7', 10],
    ['a rejected solution has the score of one', [folder('', { rejectScore: -1 })], 'secret+ secret-', -1],
    [
      'a required group that failed',
      [...USUAL.slice(0, 4), folder('secret/2', { acceptScore: 70 }, { dependsOn: ['secret/1'] })],
      'sample+ secret/1- secret/2+',
      0,
    ],
    ['a folder that is no group is graded as the one around it', USUAL, 'sample+ secret/1/a+ secret/2-', 30],
  ] as const)('%s', (_what, groups, words, score) => {
    expect(packageScore(groups, tests(words))).toBe(score);
  });
});
