import type { CheckerAnswer } from '#checkers/checker.ts';

const ROUNDING = 1e-9;

/**
 * Whether points are full marks. Where the package does not give the points of a test, 1 and 100 are full marks:
 * checkers count in shares or in percent.
 */
export function isFullMarks(points: number, fullPoints: number | null): boolean {
  if (fullPoints !== null && fullPoints > 0) return points >= fullPoints - ROUNDING;
  return Math.abs(points - 1) <= ROUNDING || points >= 100 - ROUNDING;
}

/** Points of an answer on a test with these full marks; null where the checker gives no points. */
export function pointsOfTest({ points, isPercent }: CheckerAnswer, fullPoints: number | null): number | null {
  if (points === undefined) return null;
  return isPercent && fullPoints !== null && fullPoints > 0 ? (points / 100) * fullPoints : points;
}

/**
 * Converts a checker's answer to a verdict. A contest by ICPC rules has no partial solutions: full marks are
 * accepted, anything less is a wrong answer, and the points are kept beside it. A checker that accepts does so
 * whatever score it writes.
 */
export function verdictOfAnswer(
  { verdict, comment, points }: CheckerAnswer,
  fullPoints: number | null,
): { verdict: 'accepted' | 'wrongAnswer' | 'presentationError' | 'judgingError'; detail: string } {
  if (verdict === 'failed') return { verdict: 'judgingError', detail: comment };
  if (verdict !== 'partial') return { verdict, detail: comment };
  const isFull = points !== undefined && isFullMarks(points, fullPoints);
  return { verdict: isFull ? 'accepted' : 'wrongAnswer', detail: comment };
}
