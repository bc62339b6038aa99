import { endTimeMs, isInPractice } from '#contest-phase.ts';
import {
  type Attempt,
  type CellScore,
  cellPenaltyMin,
  compareAttempts,
  scoreCell,
} from '#scoreboard-cell.ts';
import { type ParticipantRow, type ScoreboardContest, timesOf } from '#scoreboard-rows.ts';
import { noStatistics, type ProblemStatistics, tally } from '#scoreboard-statistics.ts';

/** Totals of a participant's row at some instant: everything that order and rank depend on. */
export interface Standing {
  readonly row: ParticipantRow;
  readonly joinedAtMs: number;
  readonly acceptedSolutions: number;
  readonly acceptedSolutionsInTime: number;
  readonly penaltyMin: number;
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
  const scores = contest.problemIds.map((id) => scoreCell(row.attempts.get(id) ?? [], untilMs, contest));
  const own = timesOf(contest, row);
  const solves = scores.map((score) => score.acceptedBy);
  const solved = solves.filter((attempt) => attempt !== null);
  return {
    row,
    joinedAtMs: row.joinedAtMs,
    acceptedSolutions: solved.length,
    acceptedSolutionsInTime: solved.filter(({ sentAtMs }) => !isInPractice(own, sentAtMs)).length,
    penaltyMin: scores.reduce((sum, score) => sum + cellPenaltyMin(contest, score), 0),
    lastCountedAtMs: scores.reduce((last, score) => Math.max(last, score.lastCountedAtMs), 0),
    scores,
    solves,
  };
}

/**
 * Solutions that a scoreboard counts: those of the contest itself, which end with the main time, or also
 * those of the practice after it.
 */
export type ScoreboardScope = 'contest' | 'practice';

/** Selection of the rows of a scoreboard, and of what counts in them. */
export interface Cut {
  readonly scope: ScoreboardScope;
  readonly withSupervisors: boolean;
  /** Attempts sent at this instant still count; in scope `contest` only within the person's main time. */
  readonly untilMs: number;
}

/** The instant up to which attempts of a row count in a cut: in scope `contest` not beyond the person's own end. */
export function countedUntilMs(
  contest: ScoreboardContest,
  row: ParticipantRow,
  { scope, untilMs }: { scope?: ScoreboardScope | undefined; untilMs: number },
): number {
  return scope === 'contest' ? Math.min(untilMs, endTimeMs(timesOf(contest, row))) : untilMs;
}

/**
 * Whether somebody took part in the contest itself and did not come for its practice only: joined by the end, or
 * sent something that counted by then (a row may be corrected later).
 */
export function tookPart(contest: ScoreboardContest, row: ParticipantRow): boolean {
  if (row.joinedAtMs === null) return false;
  const endMs = endTimeMs(timesOf(contest, row));
  if (row.joinedAtMs <= endMs) return true;
  return contest.problemIds.some((id) => {
    const { acceptedBy, wrongTries } = scoreCell(row.attempts.get(id) ?? [], endMs, contest);
    return acceptedBy !== null || wrongTries > 0;
  });
}

function isInCut(contest: ScoreboardContest, row: ParticipantRow, { scope, withSupervisors }: Cut): boolean {
  if (row.isSupervisor && !withSupervisors) return false;
  return scope === 'practice' || tookPart(contest, row);
}

/** Better results first; 0 means a tie, which shares its rank. */
export function compareResults(a: Standing, b: Standing): number {
  return b.acceptedSolutions - a.acceptedSolutions || a.penaltyMin - b.penaltyMin;
}

/** The order of rows with the same result: who joined first, then by id, so that it never depends on arrival. */
export function compareTied(
  a: { joinedAtMs: number; row: { userId: number } },
  b: { joinedAtMs: number; row: { userId: number } },
): number {
  return a.joinedAtMs - b.joinedAtMs || a.row.userId - b.row.userId;
}

/** The whole order of rows. */
export function compareStandings(a: Standing, b: Standing): number {
  return compareResults(a, b) || compareTied(a, b);
}

/** A sorted list of standings, real or with one of them replaced. */
export interface Order {
  readonly length: number;
  at(index: number): Standing;
}

/** The first index from `from` on whose standing comes after the wanted ones, by binary search. */
export function firstIndex(order: Order, isPast: (standing: Standing) => boolean, from = 0): number {
  let low = from;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isPast(order.at(middle))) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The rows of one cut, in order.
 *
 * Owns its arrays and changes them in place: replacing one standing costs two binary searches
 * and a move of pointers, and what is derived from all rows is kept until a change touches it.
 */
export class Standings implements Order {
  readonly #contest: ScoreboardContest;
  readonly #cut: Cut;
  readonly #byUser = new Map<number, Standing>();
  #sorted: Standing[] = [];
  /** First accepted attempt per problem; `undefined` where it has to be looked for. */
  #firstSolves: (Attempt | null | undefined)[] = [];
  #lastCountedAtMs: number | undefined = 0;
  readonly #statistics: ProblemStatistics[];

  constructor(contest: ScoreboardContest, rows: Iterable<ParticipantRow>, cut: Cut) {
    this.#contest = contest;
    this.#cut = cut;
    for (const row of rows) {
      const standing = this.#standingOf(row);
      if (standing) this.#byUser.set(row.userId, standing);
    }
    this.#sorted = [...this.#byUser.values()].sort(compareStandings);
    this.#lastCountedAtMs = undefined;
    this.#statistics = noStatistics(contest.problemIds.length);
    for (const standing of this.#sorted) tally(this.#statistics, standing, 1);
  }

  /** The instant up to which attempts count. */
  get untilMs(): number {
    return this.#cut.untilMs;
  }

  get length(): number {
    return this.#sorted.length;
  }

  at(index: number): Standing {
    const standing = this.#sorted[index];
    if (standing === undefined) throw new RangeError(`No row ${index} among ${this.length}`);
    return standing;
  }

  of(userId: number): Standing | undefined {
    return this.#byUser.get(userId);
  }

  /** Where a standing is, or would go. */
  indexOf(wanted: Standing): number {
    return firstIndex(this, (standing) => compareStandings(standing, wanted) >= 0);
  }

  /** Takes a row's changes in; a row that does not belong here (any more) leaves. */
  update(row: ParticipantRow): void {
    const before = this.#byUser.get(row.userId);
    const after = this.#standingOf(row);
    if (before) this.#sorted.splice(this.indexOf(before), 1);
    if (after) {
      this.#sorted.splice(this.indexOf(after), 0, after);
      this.#byUser.set(row.userId, after);
    } else {
      this.#byUser.delete(row.userId);
    }
    if (before) tally(this.#statistics, before, -1);
    if (after) tally(this.#statistics, after, 1);
    this.#forgetDerived(before, after);
  }

  /** How each problem went, in the contest's order. */
  statistics(): ProblemStatistics[] {
    return this.#statistics.map((problem) => ({ ...problem }));
  }

  /** Sent time of the last attempt that counted, or 0. */
  lastCountedAtMs(): number {
    this.#lastCountedAtMs ??= this.#sorted.reduce((last, row) => Math.max(last, row.lastCountedAtMs), 0);
    return this.#lastCountedAtMs;
  }

  /** The first accepted attempt on a problem within the main time; supervisors try problems out and don't count. */
  firstSolve(position: number): Attempt | null {
    let first = this.#firstSolves[position];
    if (first === undefined) {
      first = findFirstSolve(this.#contest, this.#sorted, position);
      this.#firstSolves[position] = first;
    }
    return first;
  }

  #standingOf(row: ParticipantRow): Standing | undefined {
    if (!isInCut(this.#contest, row, this.#cut)) return undefined;
    return standingAt(this.#contest, row, countedUntilMs(this.#contest, row, this.#cut));
  }

  #forgetDerived(before: Standing | undefined, after: Standing | undefined): void {
    if (before?.lastCountedAtMs !== after?.lastCountedAtMs) this.#lastCountedAtMs = undefined;
    const wasOther =
      before !== undefined &&
      (before.row.isSupervisor !== after?.row.isSupervisor ||
        before.row.extraTimeMs !== after?.row.extraTimeMs);
    this.#contest.problemIds.forEach((_, position) => {
      const changed = before?.solves[position] !== after?.solves[position];
      if (changed || wasOther) this.#firstSolves[position] = undefined;
    });
  }
}

function findFirstSolve(
  contest: ScoreboardContest,
  standings: readonly Standing[],
  position: number,
): Attempt | null {
  let first: Attempt | null = null;
  for (const { row, solves } of standings) {
    const solve = solves[position];
    if (!solve || row.isSupervisor || isInPractice(timesOf(contest, row), solve.sentAtMs)) continue;
    if (first === null || compareAttempts(solve, first) < 0) first = solve;
  }
  return first;
}
