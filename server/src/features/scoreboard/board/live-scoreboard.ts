import { isDeepStrictEqual } from 'node:util';
import type { Db } from '@balloon/database/connect.ts';
import {
  applyEvents,
  changesHiddenVerdict,
  correctRoles,
  correctTieNames,
  createScoreboard,
  participantIds,
  type Scoreboard,
  type ScoreboardContest,
  setContest,
} from '@balloon/domain/scoreboard/scoreboard.ts';
import { type ContestEvent, readContestEvents } from '#features/contests/contest-log.ts';
import { toScoreboardEvent } from '#features/contests/scoreboard-events.ts';
import { PastVersions } from '#features/scoreboard/board/past-versions.ts';
import { Replay } from '#features/scoreboard/board/replay.ts';
import { findLogHead, findReplayed } from '#features/scoreboard/scoreboard.queries.ts';
import { findRolesIn, type Role } from '#features/users/users.queries.ts';

/** Events folded at once: few enough to keep the process responsive. */
const BATCH = 5000;
/** Missing events that are many: those of a table that nobody looked at lately. */
const LONG_LOG = 1000;
/** Duration of a reading of the log's head that shows that the database, or this process, is busy. */
const SLOW_READING_MS = 250;
/** How long a head is taken for the last one while that is so; announcements tell of later ones meanwhile. */
const HEAD_KNOWN_MS = 300;
/** Readings of the head per second that are enough for many viewers, and how many more there may be at first. */
const READINGS_PER_S = 50;
const MAX_SAVED_READINGS = 100;
const EVER_BEFORE = Number.NEGATIVE_INFINITY;

/** Does a read on a replica that has all that was committed before, or on the database. */
type ReadOverReplica = <Result>(read: (db: Db) => Promise<Result>) => Promise<Result>;

/**
 * The scoreboard of one contest in this process' memory.
 *
 * Theory of operation. Requests read the head of the contest's log and ask for the board up to it, so a table is not
 * older than its request, whether or not an announcement arrived. All requests of the same moment share one reading and
 * one catching up; if it fails, all of them receive the error and the next one tries again. While viewers are very many or
 * the database is busy, announcements have to do between two readings.
 */
export class LiveScoreboard {
  readonly #db: Db;
  readonly #overReplica: ReadOverReplica;
  readonly #contestId: number;
  #board: Scoreboard;
  /** Number of the last folded event. */
  #seq = 0;
  /** Number of the last event that is known to be in the log. */
  #headSeq = 0;
  /** When the head was asked for last, and how many readings were left then. */
  #readings = { askedAtMs: 0, left: MAX_SAVED_READINGS };
  /** When the head that is known was asked for, and how long the answer took. */
  #lastReading = { askedAtMs: Number.NEGATIVE_INFINITY, tookMs: 0 };
  /** The reading of the head that is under way, and the one for those who asked since it began. */
  #reading: Promise<void> = Promise.resolve();
  #nextReading: Promise<void> | null = null;
  #catchingUp: Promise<void> | null = null;
  #version = 0;
  /** Version in which something changed last that the freeze does not hide. */
  #shownVersion = 0;
  /** What happens again beside a virtual participation; null in other contests. */
  #replay: Promise<Replay | null> | null = null;
  /** Whether it is known that nothing happens again. */
  #isWithoutReplay = false;
  #nextReplayedMs: number | null = null;
  /** Contests that were compared with the one by which the board is scored, and are the same. */
  #scoredAs = new WeakSet<ScoreboardContest>();
  readonly #past = new PastVersions();
  readonly #shownPast = new PastVersions();
  /** Version in which somebody's row changed last. */
  readonly #touchedIn = new Map<number, number>();

  /** @param overReplica does the long reads; without it the database does them */
  constructor(
    db: Db,
    contestId: number,
    contest: ScoreboardContest,
    overReplica: ReadOverReplica = (read) => read(db),
  ) {
    this.#db = db;
    this.#overReplica = overReplica;
    this.#contestId = contestId;
    this.#board = createScoreboard(contest);
  }

  /** Grows whenever the board changes. */
  get version(): number {
    return this.#version;
  }

  /**
   * Grows whenever somebody may see a change of the board. A verdict that the freeze hides is none to those from whom it is
   * kept: pages that were made anew for it would tell by their delay that it has come, and so how long it took.
   *
   * @param viewerId whose own verdicts count, too
   */
  versionFor({ isKept, viewerId = null }: { isKept: boolean; viewerId?: number | null }): number {
    if (!isKept) return this.#version;
    return Math.max(this.#shownVersion, viewerId === null ? 0 : this.versionOf(viewerId));
  }

  /** Grows whenever the board as of an instant changes in the same sense, and seldom without that. */
  versionAsOf(atMs: number, { isKept }: { isKept: boolean }): number {
    return (isKept ? this.#shownPast : this.#past).of(atMs);
  }

  /** Version in which a person's own results changed last. */
  versionOf(userId: number): number {
    return this.#touchedIn.get(userId) ?? 0;
  }

  /** Folds what the log holds, and what a replay brought by this instant of the database's clock. */
  async catchUpWithLog(nowMs: number): Promise<void> {
    await this.#readHead();
    await this.catchUp(this.#headSeq);
    this.#replay ??= this.#findReplay().catch((error) => {
      this.#replay = null; // the next one tries again
      throw error;
    });
    const replay = await this.#replay;
    this.#isWithoutReplay = replay === null;
    const events = replay?.happenedBy(nowMs, this.#board.contest.startTimeMs) ?? [];
    if (events.length > 0) this.#raiseVersion(applyEvents(this.#board, events));
    this.#nextReplayedMs = replay?.nextMs(this.#board.contest.startTimeMs) ?? null;
  }

  /** Whether `catchUpWithLog` would have nothing to read. */
  get isCaughtUp(): boolean {
    return this.#isWithoutReplay && this.#isHeadKnown() && this.#seq >= this.#headSeq;
  }

  /** When a replayed event changes the table next; null: none does. */
  get nextReplayedMs(): number | null {
    return this.#nextReplayedMs;
  }

  /** Notes that the log has grown. */
  noteHead(seq: number): void {
    this.#headSeq = Math.max(this.#headSeq, seq);
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
    if (this.#scoredAs.has(contest)) return this.#board;
    if (!isSameContest(this.#board.contest, contest)) {
      setContest(this.#board, contest);
      this.#scoredAs = new WeakSet();
      this.#raiseVersion(EVER_BEFORE);
    }
    this.#scoredAs.add(contest);
    return this.#board;
  }

  /** Ids of everybody with a row. */
  participantIds(): number[] {
    return participantIds(this.#board);
  }

  /** Corrects the roles of people, which the log does not hold. */
  correctRoles(roles: readonly Role[]): void {
    if (correctRoles(this.#board, roles) > 0) this.#raiseVersion(EVER_BEFORE);
  }

  /** Corrects the names by which the contest orders equal rows, which the log does not hold. */
  correctTieNames(names: Iterable<{ userId: number; tieName: string }>): void {
    if (correctTieNames(this.#board, names) > 0) this.#raiseVersion(EVER_BEFORE);
  }

  /** Reads the head once for all who ask at the same time, each time from after they asked. */
  #readHead(): Promise<void> {
    if (this.#isHeadKnown()) return Promise.resolve();
    this.#nextReading ??= this.#reading.then(() => {
      const reading = this.#readHeadNow();
      this.#nextReading = null;
      this.#reading = reading.catch(() => {});
      return reading;
    });
    return this.#nextReading;
  }

  /**
   * Whether the last reading of the head has to do, with the announcements since, because viewers are so many: then nobody
   * waits for the next one but whoever began it.
   */
  #isHeadKnown(): boolean {
    const { askedAtMs, tookMs } = this.#lastReading;
    const nowMs = performance.now();
    const isBusy = tookMs > SLOW_READING_MS || this.#readingsLeft(nowMs) < 1;
    return isBusy && nowMs - askedAtMs < HEAD_KNOWN_MS;
  }

  #readingsLeft(nowMs: number): number {
    const { askedAtMs, left } = this.#readings;
    return Math.min(MAX_SAVED_READINGS, left + ((nowMs - askedAtMs) * READINGS_PER_S) / 1000);
  }

  async #readHeadNow(): Promise<void> {
    const askedAtMs = performance.now();
    this.#readings = { askedAtMs, left: Math.max(0, this.#readingsLeft(askedAtMs) - 1) };
    this.noteHead(await findLogHead(this.#db, this.#contestId));
    this.#lastReading = { askedAtMs, tookMs: performance.now() - askedAtMs };
  }

  async #findReplay(): Promise<Replay | null> {
    const replayed = await findReplayed(this.#db, this.#contestId);
    if (!replayed) return null;
    const { virtualOfId, virtualOwnerId } = replayed;
    return this.#overReplica((db) => Replay.read(db, virtualOfId, virtualOwnerId));
  }

  async #foldNextBatch(): Promise<void> {
    const read = (db: Db) => readContestEvents(db, this.#contestId, this.#seq, BATCH);
    const logged = await (this.#headSeq - this.#seq > LONG_LOG ? this.#overReplica(read) : read(this.#db));
    const last = logged.at(-1);
    if (!last) throw new Error(`The log of contest ${this.#contestId} ends at ${this.#seq}, before its head`);
    const roles = await this.#rolesFor(logged.map(({ event }) => event));
    const supervisorIds = new Set(roles.filter((role) => role.isSupervisor).map(({ userId }) => userId));
    const owners = logged.map(({ event }) => ownerOf(this.#board, event));
    // No waiting from here on, so that a half-applied batch or a supervisor in public is never visible.
    const events = logged
      .map(({ event }) => toScoreboardEvent(event, supervisorIds))
      .filter((event) => event !== null);
    const isHidden = events.every((event) => changesHiddenVerdict(this.#board, event));
    const changedFromMs = applyEvents(this.#board, events);
    if (correctRoles(this.#board, roles) > 0) this.#raiseVersion(EVER_BEFORE);
    else this.#raiseVersion(changedFromMs, isHidden);
    for (const userId of owners) if (userId !== undefined) this.#touchedIn.set(userId, this.#version);
    this.#seq = last.seq;
  }

  #raiseVersion(changedFromMs: number, isHidden = false): void {
    this.#version += 1;
    this.#past.note(this.#version, changedFromMs);
    if (isHidden) return;
    this.#shownVersion = this.#version;
    this.#shownPast.note(this.#version, changedFromMs);
  }

  /** Roles, which the log does not hold: those of newcomers, and everybody's after a change of roles. */
  async #rolesFor(events: readonly ContestEvent[]): Promise<Role[]> {
    const newcomerIds = events.flatMap((event) => (event.type === 'joined' ? event.userId : []));
    const isChanged = events.some((event) => event.type === 'changed');
    const userIds = isChanged ? [...newcomerIds, ...participantIds(this.#board)] : newcomerIds;
    return userIds.length > 0 ? findRolesIn(this.#db, this.#contestId, userIds) : [];
  }
}

/** Person whose results an event concerns. */
function ownerOf(board: Scoreboard, event: ContestEvent): number | undefined {
  if (event.type === 'changed') return undefined;
  return event.type === 'deleted' ? board.rows.places.get(event.solutionId)?.userId : event.userId;
}

function isSameContest(a: ScoreboardContest, b: ScoreboardContest): boolean {
  return (
    a.startTimeMs === b.startTimeMs &&
    a.durationTimeMs === b.durationTimeMs &&
    a.relativeFreezeTimeMs === b.relativeFreezeTimeMs &&
    a.practiceDurationTimeMs === b.practiceDurationTimeMs &&
    a.extraTimeMs === b.extraTimeMs &&
    a.windowTimeMs === b.windowTimeMs &&
    a.thawsByHand === b.thawsByHand &&
    a.thawedAtMs === b.thawedAtMs &&
    isDeepStrictEqual(a.removedIntervals, b.removedIntervals) &&
    isDeepStrictEqual(a.scoring, b.scoring) &&
    isDeepStrictEqual(a.disabledProblemIds, b.disabledProblemIds) &&
    a.problemIds.length === b.problemIds.length &&
    a.problemIds.every((id, position) => id === b.problemIds[position])
  );
}
