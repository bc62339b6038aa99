import { endTimeMs, isBeforeWindow, isFloating, isInPractice, lastTimelyMs } from '#contest-phase.ts';
import { contestTimeMs } from '#contest-time.ts';
import {
  type Attempt,
  type CellScore,
  cellPenaltySec,
  compareAttempts,
  countedTimeSec,
  scoreCell,
  wholeMinutes,
} from '#scoreboard-cell.ts';
import { type ParticipantRow, type ScoreboardContest, timesOf } from '#scoreboard-rows.ts';
import { noStatistics, type ProblemStatistics, tally } from '#scoreboard-statistics.ts';
import { ICPC_RULES } from '#scoring-rules.ts';

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
  return scope === 'contest' ? Math.min(untilMs, lastTimelyMs(timesOf(contest, row))) : untilMs;
}

/**
 * Whether somebody took part in the contest itself and did not come for its practice only: joined by the end, or
 * sent something that counted by then (a row may be corrected later). In a floating contest: started it.
 */
export function tookPart(contest: ScoreboardContest, row: ParticipantRow): boolean {
  if (row.joinedAtMs === null) return false;
  if (isFloating(contest) && !row.isSupervisor) return row.startedAtMs !== null;
  const own = timesOf(contest, row);
  if (row.joinedAtMs <= endTimeMs(own)) return true;
  return contest.problemIds.some((id) => {
    const { acceptedBy, wrongTries } = scoreCell(attemptsOn(contest, row, id), lastTimelyMs(own), contest);
    return acceptedBy !== null || wrongTries > 0;
  });
}

/** Whether only supervisors and the person see a row. */
export function isHiddenRow({ scoring }: ScoreboardContest, row: ParticipantRow): boolean {
  return row.isSupervisor || (!row.adjustment.isOfficial && scoring?.unofficialRows === 'hidden');
}

/** Whether a row takes a place in the ranking. */
export function isRanked(
  { scoring = ICPC_RULES }: ScoreboardContest,
  { adjustment }: ParticipantRow,
): boolean {
  if (adjustment.isDisqualified) return false;
  return adjustment.isOfficial || (scoring.unofficialRows ?? 'ranked') === 'ranked';
}

/** Number of solved problems by which rows are ordered: the disqualified come after everybody. */
export function orderedSolved({ row, acceptedSolutions }: Standing): number {
  return row.adjustment.isDisqualified ? -1 : acceptedSolutions;
}

function isInCut(contest: ScoreboardContest, row: ParticipantRow, { scope, withSupervisors }: Cut): boolean {
  if (isHiddenRow(contest, row) && !withSupervisors) return false;
  return scope === 'practice' || tookPart(contest, row);
}

/** Better results first; 0 means a tie, which shares its rank. Results of the disqualified are not compared. */
export function compareResults(a: Standing, b: Standing): number {
  const bySolved = orderedSolved(b) - orderedSolved(a);
  if (bySolved !== 0 || a.row.adjustment.isDisqualified) return bySolved;
  return a.penaltySec - b.penaltySec || a.tieSec - b.tieSec;
}

/** The name by which a contest orders a row among equal ones, if it goes by names. */
export const tieNameOf = ({ scoring }: ScoreboardContest, { tieName }: ParticipantRow): string =>
  scoring?.tiedRows === 'organization' ? tieName : '';

/** Names in the order that the ICPC uses, whatever the language of the page. */
const NAMES = new Intl.Collator('en-US');

/**
 * The order of rows with the same result: by name where the contest goes by names, then who joined first, then by id, so
 * that it never depends on arrival.
 */
export function compareTied(
  a: { tieName: string; joinedAtMs: number; row: { userId: number } },
  b: { tieName: string; joinedAtMs: number; row: { userId: number } },
): number {
  const byName = a.tieName === b.tieName ? 0 : NAMES.compare(a.tieName, b.tieName);
  return byName || a.joinedAtMs - b.joinedAtMs || a.row.userId - b.row.userId;
}

/** The whole order of rows. */
export function compareStandings(a: Standing, b: Standing): number {
  return compareResults(a, b) || compareTied(a, b);
}

/** A sorted list of standings. */
export interface StandingList {
  readonly length: number;
  at(index: number): Standing;
}

/** Standings in order, real or with one of them replaced. */
export interface Order extends StandingList {
  /** Standings among them that take places. */
  readonly ranked: StandingList;
}

/** The first index from `from` on whose standing comes after the wanted ones, by binary search. */
export function firstIndex(order: StandingList, isPast: (standing: Standing) => boolean, from = 0): number {
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
  /** Number of rows without a place, and the others once they were asked for. */
  #unranked = 0;
  #ranked: StandingList | undefined;
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
    for (const standing of this.#sorted) this.#count(standing, 1);
  }

  /** The instant up to which attempts count. */
  get untilMs(): number {
    return this.#cut.untilMs;
  }

  get length(): number {
    return this.#sorted.length;
  }

  at(index: number): Standing {
    return standingIn(this.#sorted, index);
  }

  get ranked(): StandingList {
    if (this.#unranked === 0) return this;
    this.#ranked ??= asList(this.#sorted.filter(({ row }) => isRanked(this.#contest, row)));
    return this.#ranked;
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
    if (before) this.#count(before, -1);
    if (after) this.#count(after, 1);
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

  /** The first accepted attempt on a problem within the main time; of those who may have it. */
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

  #count(standing: Standing, sign: 1 | -1): void {
    tally(this.#statistics, standing, sign);
    if (!isRanked(this.#contest, standing.row)) this.#unranked += sign;
  }

  #forgetDerived(before: Standing | undefined, after: Standing | undefined): void {
    if (before?.lastCountedAtMs !== after?.lastCountedAtMs) this.#lastCountedAtMs = undefined;
    const wasOther =
      before !== undefined &&
      (before.row.isSupervisor !== after?.row.isSupervisor ||
        before.row.extraTimeMs !== after?.row.extraTimeMs ||
        before.row.startedAtMs !== after?.row.startedAtMs ||
        before.row.adjustment !== after?.row.adjustment);
    this.#ranked = undefined;
    this.#contest.problemIds.forEach((_, position) => {
      const changed = before?.solves[position] !== after?.solves[position];
      if (changed || wasOther) this.#firstSolves[position] = undefined;
    });
  }
}

function standingIn(standings: readonly Standing[], index: number): Standing {
  const standing = standings[index];
  if (standing === undefined) throw new RangeError(`No row ${index} among ${standings.length}`);
  return standing;
}

const asList = (standings: readonly Standing[]): StandingList => ({
  length: standings.length,
  at: (index) => standingIn(standings, index),
});

/** Whether a person's solve may be the first of a problem. */
export function mayBeFirst({ scoring }: ScoreboardContest, row: ParticipantRow): boolean {
  const { isOfficial, isDisqualified } = row.adjustment;
  return !row.isSupervisor && !isDisqualified && (isOfficial || scoring?.firstSolvers !== 'official');
}

function findFirstSolve(
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
