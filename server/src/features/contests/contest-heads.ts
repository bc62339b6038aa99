import type { Db } from '@balloon/database/connect.ts';
import { endTimeMs, freezeTimeMs, lastEndTimeMs, practiceEndTimeMs } from '@balloon/domain/contest-phase.ts';
import {
  findContest,
  findContestFor,
  findParticipation,
  type StoredContest,
} from '#features/contests/contests.queries.ts';
import { AnnouncedCache } from '#realtime/announced-cache.ts';
import type { Announcements } from '#realtime/announcements.ts';
import type { DatabaseClock, KnownInstant } from '#realtime/database-clock.ts';

const MAX_CONTESTS = 500;
const MAX_PARTICIPANTS = 50_000;
/** Nothing is known to change without an announcement; this bounds the harm of what is not known. */
const MAX_AGE_MS = 60_000;

type Participation = NonNullable<Awaited<ReturnType<typeof findParticipation>>>;
type Visit = NonNullable<Awaited<ReturnType<typeof findContestFor>>>;

/** Where a contest is read from: the services of a process, which know heads, or the connection of a transaction. */
export interface ContestSource {
  db: Db;
  /** Heads in memory. Transactions have none: they read their own rows and the exact instant. */
  heads?: ContestHeads;
}

/** The contest, whether a person takes part, and what time it is: every call about a contest begins with this. */
export async function contestFor(
  { db, heads }: ContestSource,
  contestId: number,
  accountId: number,
): Promise<Visit | undefined> {
  const known = await heads?.visit(db, contestId, accountId);
  return known ?? findContestFor(db, contestId, accountId);
}

/** Heads of contests and their participants in memory. */
export class ContestHeads {
  readonly #announcements: Announcements;
  readonly #clock: DatabaseClock;
  readonly #contests: AnnouncedCache<StoredContest | undefined>;
  readonly #participants: AnnouncedCache<Participation | undefined>;
  readonly #stops: readonly (() => void)[];

  constructor(announcements: Announcements, clock: DatabaseClock) {
    this.#announcements = announcements;
    this.#clock = clock;
    const maxAgeMs = MAX_AGE_MS;
    this.#contests = new AnnouncedCache(announcements, { maxEntries: MAX_CONTESTS, maxAgeMs });
    this.#participants = new AnnouncedCache(announcements, { maxEntries: MAX_PARTICIPANTS, maxAgeMs });
    this.#stops = [
      announcements.on('contest.head', ({ contestId }) => this.#contests.drop(contestId)),
      announcements.on('contest.participant', ({ contestId, accountId }) =>
        this.#participants.drop(`${contestId} ${accountId}`),
      ),
    ];
  }

  /**
   * The visit of a participant, or null for whatever the database has to say: no such contest, a person who has not
   * joined, an instant so near to a change of phase that the exact one decides.
   */
  async visit(db: Db, contestId: number, accountId: number): Promise<Visit | null> {
    if (!this.#announcements.isListening) return null;
    const contest = await this.#contests.read(`${contestId}`, () => findContest(db, contestId));
    const own = await this.#participants.read(`${contestId} ${accountId}`, () =>
      findParticipation(db, contestId, accountId),
    );
    const now = this.#clock.read();
    if (!contest || !own || !now || isNearChange(contest, own.ownExtraTimeMs, now)) return null;
    return { ...contest, ...own, isJoined: true, nowMs: now.nowMs };
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#contests.close();
    this.#participants.close();
  }
}

function isNearChange(contest: StoredContest, ownExtraMs: number, { nowMs, errorMs }: KnownInstant) {
  const changes = [
    contest.startTimeMs,
    freezeTimeMs(contest),
    endTimeMs(contest),
    endTimeMs(contest) + ownExtraMs,
    lastEndTimeMs(contest),
    practiceEndTimeMs(contest),
  ];
  return changes.some((atMs) => Math.abs(atMs - nowMs) <= errorMs + 2);
}
