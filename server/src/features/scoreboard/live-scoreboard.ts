import { isDeepStrictEqual } from 'node:util';
import type { Db } from '@balloon/database/connect.ts';
import {
  applyEvents,
  correctRoles,
  createScoreboard,
  participantIds,
  type Scoreboard,
  type ScoreboardContest,
  setContest,
} from '@balloon/domain/scoreboard.ts';
import { type ContestEvent, readContestEvents } from '#features/contests/contest-log.ts';
import { toScoreboardEvent } from '#features/contests/scoreboard-events.ts';
import { findRoles, type Role } from '#features/users/users.queries.ts';

/** Events folded at once: few enough to keep the process responsive. */
const BATCH = 5000;

/**
 * The scoreboard of one contest in this process' memory.
 *
 * Theory of operation. A request reads the head of the contest's log first and asks for the board up to it,
 * so a table is never older than its request, whether or not an announcement arrived. Concurrent requests
 * share one catching up; if it fails, all of them receive the error and the next one tries again.
 */
export class LiveScoreboard {
  readonly #db: Db;
  readonly #contestId: number;
  #board: Scoreboard;
  /** Number of the last folded event. */
  #seq = 0;
  #catchingUp: Promise<void> | null = null;

  constructor(db: Db, contestId: number, contest: ScoreboardContest) {
    this.#db = db;
    this.#contestId = contestId;
    this.#board = createScoreboard(contest);
  }

  /** Folds the missing events of the log up to `headSeq`, and perhaps later ones. */
  async catchUp(headSeq: number): Promise<void> {
    while (this.#seq < headSeq) {
      this.#catchingUp ??= this.#foldNextBatch().finally(() => {
        this.#catchingUp = null;
      });
      await this.#catchingUp;
    }
  }

  /** The board scored by these times and problems. It changes with the next call that waits. */
  scoredAs(contest: ScoreboardContest): Scoreboard {
    if (!isSameContest(this.#board.contest, contest)) setContest(this.#board, contest);
    return this.#board;
  }

  async #foldNextBatch(): Promise<void> {
    const logged = await readContestEvents(this.#db, this.#contestId, this.#seq, BATCH);
    const last = logged.at(-1);
    if (!last) throw new Error(`The log of contest ${this.#contestId} ends at ${this.#seq}, before its head`);
    const roles = await this.#rolesFor(logged.map(({ event }) => event));
    const supervisorIds = new Set(roles.filter((role) => role.isSupervisor).map(({ userId }) => userId));
    // No waiting from here on, so that a half-applied batch or a supervisor in public is never visible.
    applyEvents(
      this.#board,
      logged.map(({ event }) => toScoreboardEvent(event, supervisorIds)).filter((event) => event !== null),
    );
    correctRoles(this.#board, roles);
    this.#seq = last.seq;
  }

  /** Roles, which the log does not hold: those of newcomers, and everybody's after a change of roles. */
  async #rolesFor(events: readonly ContestEvent[]): Promise<Role[]> {
    const newcomerIds = events.flatMap((event) => (event.type === 'joined' ? event.userId : []));
    const isChanged = events.some((event) => event.type === 'changed');
    const userIds = isChanged ? [...newcomerIds, ...participantIds(this.#board)] : newcomerIds;
    return userIds.length > 0 ? findRoles(this.#db, userIds) : [];
  }
}

function isSameContest(a: ScoreboardContest, b: ScoreboardContest): boolean {
  return (
    a.startTimeMs === b.startTimeMs &&
    a.durationTimeMs === b.durationTimeMs &&
    a.relativeFreezeTimeMs === b.relativeFreezeTimeMs &&
    a.practiceDurationTimeMs === b.practiceDurationTimeMs &&
    a.extraTimeMs === b.extraTimeMs &&
    isDeepStrictEqual(a.removedIntervals, b.removedIntervals) &&
    isDeepStrictEqual(a.scoring, b.scoring) &&
    a.problemIds.length === b.problemIds.length &&
    a.problemIds.every((id, position) => id === b.problemIds[position])
  );
}
