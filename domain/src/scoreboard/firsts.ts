import { isFloating, isInPractice } from '#contests/contest-phase.ts';
import { contestTimeMs } from '#contests/contest-time.ts';
import { type Attempt, compareAttempts } from '#scoreboard/cell.ts';
import { type ParticipantRow, type ScoreboardContest, timesOf } from '#scoreboard/rows.ts';
import type { Standing } from '#scoreboard/standing.ts';

/** Whether a person's solve may be the first of a problem. */
export function mayBeFirst({ scoring }: ScoreboardContest, row: ParticipantRow): boolean {
  const { isOfficial, isDisqualified } = row.adjustment;
  return !row.isSupervisor && !isDisqualified && (isOfficial || scoring?.firstSolvers !== 'official');
}

/** The first accepted attempt on a problem within the main time of who sent it; of those who may have it. */
export function findFirstSolve(
  contest: ScoreboardContest,
  standings: readonly Standing[],
  position: number,
): Attempt | null {
  let first: OwnAttempt | null = null;
  for (const { row, solves } of standings) {
    const attempt = solves[position];
    if (!attempt || !mayBeFirst(contest, row) || isInPractice(timesOf(contest, row), attempt.sentAtMs))
      continue;
    if (first === null || compareFirsts(contest, { attempt, row }, first) < 0) first = { attempt, row };
  }
  return first?.attempt ?? null;
}

/** An attempt with the row of who sent it. */
interface OwnAttempt {
  attempt: Attempt;
  row: ParticipantRow;
}

/**
 * Order of attempts of different people on a problem: the one that was sent earlier comes first; in a floating contest the
 * one with less time on its sender's own clock.
 */
export function compareFirsts(contest: ScoreboardContest, one: OwnAttempt, other: OwnAttempt): number {
  if (!isFloating(contest)) return compareAttempts(one.attempt, other.attempt);
  const passedMs = ({ attempt, row }: OwnAttempt) => contestTimeMs(timesOf(contest, row), attempt.sentAtMs);
  return passedMs(one) - passedMs(other) || compareAttempts(one.attempt, other.attempt);
}
