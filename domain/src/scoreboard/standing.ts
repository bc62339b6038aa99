import {
  endTimeMs,
  isBeforeWindow,
  isFloating,
  isInPractice,
  lastTimelyMs,
} from '#contests/contest-phase.ts';
import {
  type Attempt,
  type CellScore,
  cellPenaltySec,
  countedTimeSec,
  scoreCell,
  wholeMinutes,
} from '#scoreboard/cell.ts';
import { type ParticipantRow, type ScoreboardContest, timesOf } from '#scoreboard/rows.ts';

/** Totals of a participant's row at some instant: everything that order and rank depend on. */
export interface Standing {
  readonly row: ParticipantRow;
  readonly joinedAtMs: number;
  readonly acceptedSolutions: number;
  readonly acceptedSolutionsInTime: number;
  readonly penaltySec: number;
  /** Contest time of the last solve in seconds where it breaks ties, else 0. */
  readonly tieSec: number;
  /** By which equal rows are ordered; empty where the contest goes by the time of joining. */
  readonly tieName: string;
  /** Sent time of the last attempt that counted, or 0. */
  readonly lastCountedAtMs: number;
  /** Per problem, in the contest's order. */
  readonly scores: readonly CellScore[];
  /** The accepted attempt per problem, in the contest's order. */
  readonly solves: readonly (Attempt | null)[];
}

/** A participant's standing as of an instant, or `undefined` for somebody who did not join. */
export function standingAt(
  contest: ScoreboardContest,
  row: ParticipantRow,
  untilMs: number,
): Standing | undefined {
  if (row.joinedAtMs === null) return undefined;
  const own = timesOf(contest, row);
  const scores = contest.problemIds.map((id) => scoreCell(attemptsOn(contest, row, id), untilMs, contest));
  const solves = scores.map((score) => score.acceptedBy);
  const solved = solves.filter((attempt) => attempt !== null);
  return {
    row,
    joinedAtMs: row.joinedAtMs,
    acceptedSolutions: solved.length,
    acceptedSolutionsInTime: solved.filter(({ sentAtMs }) => !isInPractice(own, sentAtMs)).length,
    penaltySec: rowPenaltySec(own, row, scores),
    tieSec: own.scoring?.tieBreak === 'lastAccepted' ? lastSolveSec(own, solved) : 0,
    tieName: tieNameOf(contest, row),
    lastCountedAtMs: scores.reduce((last, score) => Math.max(last, score.lastCountedAtMs), 0),
    scores,
    solves,
  };
}

/** Attempts of a row on a problem, as far as they may count: not those before a start that was taken back. */
export function attemptsOn(
  contest: ScoreboardContest,
  row: ParticipantRow,
  problemId: number,
): readonly Attempt[] {
  const attempts = row.attempts.get(problemId);
  if (attempts === undefined || contest.disabledProblemIds?.includes(problemId)) return [];
  if (!isFloating(contest) || row.isSupervisor) return attempts;
  const own = timesOf(contest, row);
  const isEarly = attempts[0] !== undefined && isBeforeWindow(own, attempts[0].sentAtMs);
  return isEarly ? attempts.filter(({ sentAtMs }) => !isBeforeWindow(own, sentAtMs)) : attempts;
}

/** Penalty of a row with what organisers added to it. */
function rowPenaltySec(
  own: ScoreboardContest,
  { adjustment }: ParticipantRow,
  scores: readonly CellScore[],
): number {
  const sum = scores.reduce((total, score) => total + cellPenaltySec(own, score), 0);
  const total = sum + 60 * adjustment.penaltyMin;
  return own.scoring?.penaltyPrecision === 'total' ? 60 * wholeMinutes(total) : total;
}

function lastSolveSec(own: ScoreboardContest, solved: readonly Attempt[]): number {
  return solved.reduce((last, attempt) => Math.max(last, countedTimeSec(own, attempt)), 0);
}

/**
 * Solutions that a scoreboard counts: those of the contest itself, which end with the main time, or also
 * those of the practice after it.
 */
export type ScoreboardScope = 'contest' | 'practice';

/** The instant up to which attempts of a row count in a cut: in scope `contest` not beyond the person's own end. */
export function countedUntilMs(
  contest: ScoreboardContest,
  row: ParticipantRow,
  { scope, untilMs }: { scope?: ScoreboardScope | undefined; untilMs: number },
): number {
  return scope === 'contest' ? Math.min(untilMs, lastTimelyMs(timesOf(contest, row))) : untilMs;
}

/**
 * Whether somebody took part in the contest itself and did not come for its practice only: joined by the end, or
 * sent something that counted by then (a row may be corrected later). In a floating contest: started it.
 */
export function tookPart(contest: ScoreboardContest, row: ParticipantRow): boolean {
  if (row.joinedAtMs === null) return false;
  if (isFloating(contest) && !row.isSupervisor) return row.startedAtMs !== null;
  if (joinedInTime(contest, row)) return true;
  const untilMs = lastTimelyMs(timesOf(contest, row));
  return contest.problemIds.some((id) => {
    const { acceptedBy, wrongTries } = scoreCell(attemptsOn(contest, row, id), untilMs, contest);
    return acceptedBy !== null || wrongTries > 0;
  });
}

/** Whether somebody joined by the end, and so has a row whatever becomes of what they sent. */
export const joinedInTime = (contest: ScoreboardContest, row: ParticipantRow): boolean =>
  row.joinedAtMs !== null && row.joinedAtMs <= endTimeMs(timesOf(contest, row));

/** The name by which a contest orders a row among equal ones, if it goes by names. */
export const tieNameOf = ({ scoring }: ScoreboardContest, { tieName }: ParticipantRow): string =>
  scoring?.tiedRows === 'organization' ? tieName : '';
