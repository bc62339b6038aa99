import type { Db } from '@balloon/database/connect.ts';
import {
  applyEvents,
  correctRoles,
  createScoreboard,
  participantIds,
  type Scoreboard,
  type ScoreboardContest,
  type ScoreboardEvent,
  setContest,
} from '@balloon/domain/scoreboard.ts';
import { type ContestEvent, readContestEvents } from '#features/contests/contest-log.ts';
import { findRoles, type Role } from '#features/scoreboard/scoreboard.queries.ts';

/** Events folded in one go: short enough to leave the process responsive in between. */
const BATCH = 5000;

/**
 * The scoreboard of one contest in this process' memory.
 *
 * Theory of operation. Whoever wants to look reads the head of the contest's log first and asks for the board
 * up to it, so a table is never older than its request, whether or not an announcement arrived. Catching up
 * is done once however many wait for it; if it fails, they all hear why and the next one tries again.
 */
export class LiveScoreboard {
  readonly #db: Db;
  readonly #contestId: number;
  #board: Scoreboard;
  /** Events up to this number are folded in. */
  #seq = 0;
  #catchingUp: Promise<void> | null = null;

  constructor(db: Db, contestId: number, contest: ScoreboardContest) {
    this.#db = db;
    this.#contestId = contestId;
    this.#board = createScoreboard(contest);
  }

  /** Folds in what is missing of the log up to the event `headSeq`, and perhaps later ones. */
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
    // From here on without waiting, so that nobody ever sees half a batch, or a supervisor in public.
    applyEvents(
      this.#board,
      logged.map(({ event }) => toScoreboardEvent(event, supervisorIds)).filter((event) => event !== null),
    );
    correctRoles(this.#board, roles);
    this.#seq = last.seq;
  }

  /** The log knows no roles: those of newcomers are looked up, and everybody's when it says that some changed. */
  async #rolesFor(events: readonly ContestEvent[]): Promise<Role[]> {
    const newcomerIds = events.flatMap((event) => (event.type === 'joined' ? event.userId : []));
    const isChanged = events.some((event) => event.type === 'changed');
    const userIds = isChanged ? [...newcomerIds, ...participantIds(this.#board)] : newcomerIds;
    return userIds.length > 0 ? findRoles(this.#db, userIds) : [];
  }
}

/** A logged event for the fold; the log itself knows no roles. */
export function toScoreboardEvent(
  event: ContestEvent,
  supervisorIds: ReadonlySet<number>,
): ScoreboardEvent | null {
  switch (event.type) {
    case 'joined':
      return { ...event, isSupervisor: supervisorIds.has(event.userId) };
    case 'solution':
      return { ...event, type: 'attempt' };
    case 'left':
    case 'deleted':
      return event;
    case 'changed':
      return null; // times and problems come with each look at the board
  }
}

function isSameContest(a: ScoreboardContest, b: ScoreboardContest): boolean {
  return (
    a.startTimeMs === b.startTimeMs &&
    a.durationTimeMs === b.durationTimeMs &&
    a.relativeFreezeTimeMs === b.relativeFreezeTimeMs &&
    a.practiceDurationTimeMs === b.practiceDurationTimeMs &&
    a.problemIds.length === b.problemIds.length &&
    a.problemIds.every((id, position) => id === b.problemIds[position])
  );
}
