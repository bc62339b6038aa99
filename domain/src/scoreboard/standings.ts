import type { Attempt } from '#scoreboard/cell.ts';
import { findFirstSolve } from '#scoreboard/firsts.ts';
import {
  compareStandings,
  firstIndex,
  isHiddenRow,
  isRanked,
  type Order,
  type StandingList,
} from '#scoreboard/order.ts';
import type { ParticipantRow, ScoreboardContest } from '#scoreboard/rows.ts';
import {
  countedUntilMs,
  type ScoreboardScope,
  type Standing,
  standingAt,
  tookPart,
} from '#scoreboard/standing.ts';
import { noStatistics, type ProblemStatistics, tally } from '#scoreboard/statistics.ts';

/** Selection of the rows of a scoreboard, and of what counts in them. */
export interface Cut {
  readonly scope: ScoreboardScope;
  readonly withSupervisors: boolean;
  /** Attempts sent at this instant still count; in scope `contest` only within the person's main time. */
  readonly untilMs: number;
}

function isInCut(contest: ScoreboardContest, row: ParticipantRow, { scope, withSupervisors }: Cut): boolean {
  if (isHiddenRow(contest, row) && !withSupervisors) return false;
  return scope === 'practice' || tookPart(contest, row);
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
