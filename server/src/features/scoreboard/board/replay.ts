import type { Db } from '@balloon/database/connect.ts';
import { eventFrom, type ReplayedEvent, replayOf } from '@balloon/domain/scoreboard/replay.ts';
import {
  applyEvents,
  createScoreboard,
  type ScoreboardEvent,
} from '@balloon/domain/scoreboard/scoreboard.ts';
import { readContestEvents } from '#features/contests/contest-log.ts';
import { findContest } from '#features/contests/contests.queries.ts';
import { toScoreboardEvent } from '#features/contests/scoreboard-events.ts';
import { findScoredProblems } from '#features/contests/scored-problems.ts';
import { findRolesIn } from '#features/users/users.queries.ts';

const BATCH = 5_000;

/** A past contest that happens again beside a virtual participation. */
export class Replay {
  readonly #events: readonly ReplayedEvent[];
  /** How many of them have happened. */
  #happened = 0;

  private constructor(events: readonly ReplayedEvent[]) {
    this.#events = events;
  }

  /**
   * Reads a past contest.
   *
   * @param withoutUserId whose past row is left out
   */
  static async read(db: Db, contestId: number, withoutUserId: number): Promise<Replay> {
    const contest = await findContest(db, contestId);
    if (!contest) return new Replay([]);
    const board = createScoreboard({ ...contest, ...(await findScoredProblems(db, contestId)) });
    for (let seq = 0; ; ) {
      const logged = await readContestEvents(db, contestId, seq, BATCH);
      const last = logged.at(-1);
      if (!last) break;
      const newcomers = logged.flatMap(({ event }) => (event.type === 'joined' ? event.userId : []));
      const supervisors = new Set(
        (await findRolesIn(db, contestId, newcomers)).flatMap(({ userId, isSupervisor }) =>
          isSupervisor ? userId : [],
        ),
      );
      const events = logged.map(({ event }) => toScoreboardEvent(event, supervisors));
      applyEvents(
        board,
        events.filter((event) => event !== null),
      );
      seq = last.seq;
    }
    return new Replay(replayOf(board, withoutUserId));
  }

  /** What has happened since the last call, in a contest that started at an instant. */
  happenedBy(nowMs: number, startTimeMs: number): ScoreboardEvent[] {
    const from = this.#happened;
    while ((this.#events[this.#happened]?.afterMs ?? Number.POSITIVE_INFINITY) <= nowMs - startTimeMs) {
      this.#happened += 1;
    }
    return this.#events.slice(from, this.#happened).map((event) => eventFrom(startTimeMs, event));
  }

  /** The instant at which something happens next; null when all is over. */
  nextMs(startTimeMs: number): number | null {
    const next = this.#events[this.#happened];
    return next ? startTimeMs + Math.max(0, next.afterMs) : null;
  }
}
