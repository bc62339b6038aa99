import { expect, test } from 'vitest';
import { KATTIS, scoreOf, TESTLIB } from '#checkers/protocols.ts';
import { isFullMarks, pointsOfTest, verdictOfAnswer } from '#judging/points.ts';

test.each([
  [5, 5, true],
  [4.9, 5, false],
  [5.0000000001, 5, true],
  [1, 5, false],
  [1, null, true],
  [0.5, null, false],
  [100, null, true],
  [60, null, false],
  [1, 0, true],
] as const)('%d of %s points are full marks: %s', (points, full, expected) => {
  expect(isFullMarks(points, full)).toBe(expected);
});

test('less than full marks is a wrong answer', () => {
  const answer = { verdict: 'partial', comment: 'points 3' } as const;
  expect(verdictOfAnswer({ ...answer, points: 3 }, 5).verdict).toBe('wrongAnswer');
  expect(verdictOfAnswer({ ...answer, points: 5 }, 5).verdict).toBe('accepted');
  expect(verdictOfAnswer(answer, 5).verdict).toBe('wrongAnswer');
  expect(verdictOfAnswer({ verdict: 'accepted', comment: '', points: 3 }, 5).verdict).toBe('accepted');
});

test.each([
  ['points 12.5 nearly', 7, 12.5],
  ['points 0', 5, 0],
  ['points -3 costs', 7, -3],
  ['points 3 of a wrong answer', 1, undefined],
  ['partially correct (30) some', 80, 30],
  ['partially correct (3) some', 3, 3],
  ['wrong answer points 12', 1, undefined],
  ['', 7, undefined],
])('testlib says "%s" and exits with %d', (said, exitCode, points) => {
  expect(TESTLIB.pointsIn?.(said, exitCode)?.points).toBe(points);
});

test.each([
  [' 12.5\n', 12.5],
  ['', undefined],
  ['many', undefined],
  ['inf', undefined],
])('score.txt says "%s"', (score, points) => {
  expect(scoreOf({ score })).toBe(points);
});

test('only 42 and 43 are answers of an ICPC validator', () => {
  expect(Object.keys(KATTIS.exitCodes)).toEqual(['42', '43']);
});

test('"partially correct" states percents of the test, and points are points', () => {
  const percents = {
    verdict: 'partial',
    comment: '',
    ...TESTLIB.pointsIn?.('partially correct (30) some', 80),
  } as const;
  expect([pointsOfTest(percents, 5), pointsOfTest(percents, null)]).toEqual([1.5, 30]);
  expect(verdictOfAnswer({ ...percents, points: 5 }, 5).verdict).toBe('accepted');
  const points = { verdict: 'partial', comment: '', ...TESTLIB.pointsIn?.('points 3', 7) } as const;
  expect(pointsOfTest(points, 5)).toBe(3);
});
