import { withOwnTimes } from '#contests/contest-phase.ts';
import { type Attempt, compareAttempts, type ScoredContest } from '#scoreboard/cell.ts';

/** What the scoreboard needs to know of a contest. */
export interface ScoreboardContest extends ScoredContest {
  /** In the contest's order; attempts on other problems are kept but do not count. */
  readonly problemIds: readonly number[];
  /** Problems that stay in the table and count for nobody; absent: none. */
  readonly disabledProblemIds?: readonly number[];
}

/** What organisers decided about one participant. */
export interface Adjustment {
  /** Takes part in the competition; others are out of it. */
  readonly isOfficial: boolean;
  readonly isDisqualified: boolean;
  /** Minutes added to the penalty; negative ones are a bonus. */
  readonly penaltyMin: number;
  /** How much later than for everybody the main time of this person starts. */
  readonly startShiftMs: number;
}

export const NO_ADJUSTMENT: Adjustment = {
  isOfficial: true,
  isDisqualified: false,
  penaltyMin: 0,
  startShiftMs: 0,
};

/** Entry of the contest's log. Times are the server's, in milliseconds. */
export type ScoreboardEvent =
  /** Repeated when the role or the time of joining is corrected. */
  | { type: 'joined'; userId: number; isSupervisor: boolean; joinedAtMs: number }
  /** Somebody's main time ends that much later than everybody's; 0 takes it back. */
  | { type: 'extraTime'; userId: number; extraTimeMs: number }
  /** When somebody started a floating contest; null takes it back, and what was sent before the start counts no more. */
  | { type: 'started'; userId: number; startedAtMs: number | null }
  /** Replaces what organisers decided about somebody before. */
  | { type: 'adjusted'; userId: number; adjustment: Adjustment }
  /** The row disappears, and its start, extra time and adjustments with it; the attempts stay until deleted. */
  | { type: 'left'; userId: number }
  /** A solution as it is from now on: sent, judged, sent back to the judges (`null`) or decided anew. */
  | {
      type: 'attempt';
      solutionId: number;
      userId: number;
      problemId: number;
      sentAtMs: number;
      verdictId: number | null;
    }
  | { type: 'deleted'; solutionId: number }
  /** Organisation and name of somebody, which the log itself does not hold. */
  | { type: 'named'; userId: number; tieName: string };

/** Everything in the log about one person. */
export interface ParticipantRow {
  readonly userId: number;
  readonly isSupervisor: boolean;
  /** `null` when the person did not join: attempts may be logged before the joining. */
  readonly joinedAtMs: number | null;
  /** How much later than for everybody the main time of this person ends. */
  readonly extraTimeMs: number;
  /** When this person started a floating contest; null: not yet. */
  readonly startedAtMs: number | null;
  readonly adjustment: Adjustment;
  /** Per problem, in the order of `compareAttempts`. */
  readonly attempts: Map<number, Attempt[]>;
  /** Organisation and name, by which a contest may order equal rows; empty until known. */
  readonly tieName: string;
}

/** The contest with the start and end that it has for the person of a row. */
export const timesOf = (
  contest: ScoreboardContest,
  row: Pick<ParticipantRow, 'extraTimeMs' | 'adjustment' | 'startedAtMs' | 'isSupervisor'>,
): ScoreboardContest => {
  const own = withOwnTimes(contest, {
    ownStartShiftMs: row.adjustment.startShiftMs,
    ownExtraTimeMs: row.extraTimeMs,
    // Supervisors need not start: to them the contest is its period.
    ...(!row.isSupervisor && { ownStartedAtMs: row.startedAtMs }),
  });
  return row.isSupervisor ? { ...own, hasNegativeTimes: true } : own;
};

interface AttemptPlace {
  attempt: Attempt;
  userId: number;
  problemId: number;
}

/** The log folded into rows, without any order or rank yet. Owns its maps and changes them in place. */
export interface ScoreboardRows {
  readonly byUser: Map<number, ParticipantRow>;
  readonly places: Map<number, AttemptPlace>;
  /** Upper bound of the times of attempts. Never falls, so it may be too late but not too early. */
  lastSentAtMs: number;
}

export function emptyRows(): ScoreboardRows {
  return { byUser: new Map(), places: new Map(), lastSentAtMs: 0 };
}

/**
 * The instant from which on an event changes what is shown: tables as of instants before stay as they are. Must be asked
 * before the event is folded in.
 */
export function changesFromMs(rows: ScoreboardRows, event: ScoreboardEvent): number {
  if (event.type !== 'attempt' && event.type !== 'deleted') return Number.NEGATIVE_INFINITY;
  const sentAtMs = event.type === 'attempt' ? event.sentAtMs : Number.POSITIVE_INFINITY;
  return Math.min(sentAtMs, rows.places.get(event.solutionId)?.attempt.sentAtMs ?? sentAtMs);
}

/**
 * Folds one event in.
 *
 * @returns the people whose rows it touched: none, one, or two if a solution changed hands
 */
export function foldEvent(rows: ScoreboardRows, event: ScoreboardEvent): readonly number[] {
  switch (event.type) {
    case 'joined':
      return changeRow(rows, event.userId, {
        isSupervisor: event.isSupervisor,
        joinedAtMs: event.joinedAtMs,
      });
    case 'extraTime':
      return changeRow(rows, event.userId, { extraTimeMs: event.extraTimeMs });
    case 'adjusted':
      return changeRow(rows, event.userId, { adjustment: event.adjustment });
    case 'left':
      return changeRow(rows, event.userId, { ...ABSENT });
    case 'started':
      return changeRow(rows, event.userId, { startedAtMs: event.startedAtMs });
    case 'attempt': {
      const touched = removeAttempt(rows, event.solutionId);
      insertAttempt(rows, event);
      return touched.includes(event.userId) ? touched : [...touched, event.userId];
    }
    case 'named':
      return changeRow(rows, event.userId, { tieName: event.tieName });
    case 'deleted':
      return removeAttempt(rows, event.solutionId);
  }
}

/** Row of somebody who does not take part. */
const ABSENT = { joinedAtMs: null, extraTimeMs: 0, startedAtMs: null, adjustment: NO_ADJUSTMENT } as const;

function rowOf(rows: ScoreboardRows, userId: number): ParticipantRow {
  const known = rows.byUser.get(userId);
  if (known) return known;
  const row: ParticipantRow = {
    ...{ userId, isSupervisor: false, ...ABSENT, attempts: new Map(), tieName: '' },
  };
  rows.byUser.set(userId, row);
  return row;
}

function changeRow(rows: ScoreboardRows, userId: number, change: Partial<ParticipantRow>): readonly number[] {
  rows.byUser.set(userId, { ...rowOf(rows, userId), ...change });
  return [userId];
}

function insertAttempt(rows: ScoreboardRows, event: ScoreboardEvent & { type: 'attempt' }): void {
  const { solutionId, userId, problemId, sentAtMs, verdictId } = event;
  const { attempts } = rowOf(rows, userId);
  const attempt = { solutionId, sentAtMs, verdictId };
  const cell = attempts.get(problemId) ?? [];
  attempts.set(problemId, cell);
  const next = cell.findIndex((other) => compareAttempts(other, attempt) > 0);
  cell.splice(next === -1 ? cell.length : next, 0, attempt);
  rows.places.set(solutionId, { attempt, userId, problemId });
  rows.lastSentAtMs = Math.max(rows.lastSentAtMs, sentAtMs);
}

function removeAttempt(rows: ScoreboardRows, solutionId: number): readonly number[] {
  const place = rows.places.get(solutionId);
  if (!place) return [];
  rows.places.delete(solutionId);
  const cell = rows.byUser.get(place.userId)?.attempts.get(place.problemId);
  cell?.splice(cell.indexOf(place.attempt), 1);
  return [place.userId];
}
