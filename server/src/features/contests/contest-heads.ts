import type { Db } from '@balloon/database/connect.ts';
import { isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import {
  endTimeMs,
  freezeTimeMs,
  lastEndTimeMs,
  type OwnTimes,
  practiceEndTimeMs,
  thawTimeMs,
  withOwnTimes,
} from '@balloon/domain/contests/contest-phase.ts';
import { KnownParts } from '#features/contests/acting/known-parts.ts';
import { type ContestSheet, selectContestSheets } from '#features/contests/contest-view.ts';
import {
  findContest,
  findContestFor,
  findParticipations,
  participationKey,
  type StoredContest,
} from '#features/contests/contests.queries.ts';
import { DeviceHolders } from '#features/contests/devices/device-holders.ts';
import { AnnouncedCache } from '#realtime/announced-cache.ts';
import type { Announcements } from '#realtime/announcements.ts';
import type { DatabaseClock, KnownInstant } from '#realtime/database-clock.ts';
import { loadingOver } from '#realtime/load-together.ts';
import type { User } from '#services.ts';

const MAX_CONTESTS = 500;
const MAX_PARTICIPANTS = 50_000;
const MAX_SUPERVISORS = 1_000;
/** Nothing is known to change without an announcement; this bounds the harm of what is not known. */
const MAX_AGE_MS = 10 * 60_000;

type Participation = StoredParticipation & { isJoined: boolean };
type StoredParticipation =
  Awaited<ReturnType<typeof findParticipations>> extends Map<string, infer Stored> ? Stored : never;

/** A contest and how a person takes part in it, at an instant of the database's clock. */
export interface Visit {
  /** Contest; one object for everybody while nothing of it changes, where it is in memory. */
  contest: StoredContest;
  participation: Participation;
  nowMs: number;
}

const NOT_JOINED: Participation = {
  ...{ isJoined: false, isAdmitted: false, isFromAnywhere: false },
  ...{ ownExtraTimeMs: 0, ownStartShiftMs: 0, ownStartedAtMs: null, openedUntilMs: null },
};

/** Source of a contest: the services of a process, which know heads, or the connection of a transaction. */
export interface ContestSource {
  db: Db;
  /** Heads in memory. Transactions have none: they read their own rows and the exact instant. */
  heads?: ContestHeads;
}

/** The contest, whether a person takes part, and what time it is: every call about a contest begins with this. */
export async function contestFor(
  { db, heads }: ContestSource,
  contestId: number,
  visitor: Visitor,
): Promise<Visit | undefined> {
  const known = heads?.peek(contestId, visitor) ?? (await heads?.visit(db, contestId, visitor));
  return known ?? readVisit(db, contestId, visitor);
}

async function readVisit(db: Db, contestId: number, { id }: Visitor): Promise<Visit | undefined> {
  const found = await findContestFor(db, contestId, id);
  if (!found) return undefined;
  const { isJoined, isAdmitted, isFromAnywhere, nowMs, ...stored } = found;
  const { ownExtraTimeMs, ownStartShiftMs, ownStartedAtMs, openedUntilMs, ...contest } = stored;
  const own = { ownExtraTimeMs, ownStartShiftMs, ownStartedAtMs, openedUntilMs };
  return { contest, participation: { isJoined, isAdmitted, isFromAnywhere, ...own }, nowMs };
}

type Visitor = Pick<User, 'id' | 'accessMask'>;

/** Heads of contests, what their pages show to everybody, and their participants in memory. */
export class ContestHeads {
  /** Devices from which people take part in contests that bind them. */
  readonly devices: DeviceHolders;
  /** Parts that members of teams take. */
  readonly parts: KnownParts;
  readonly #announcements: Announcements;
  readonly #clock: DatabaseClock;
  readonly #contests: AnnouncedCache<StoredContest | undefined>;
  readonly #sheets: AnnouncedCache<ContestSheet | undefined>;
  readonly #participants: AnnouncedCache<Participation | undefined>;
  /** Supervisors by contest, joined or not: they read in any case. */
  readonly #supervisors: AnnouncedCache<Participation>;
  readonly #participationsOver = loadingOver(findParticipations);
  readonly #stops: readonly (() => void)[];

  constructor(announcements: Announcements, clock: DatabaseClock) {
    this.devices = new DeviceHolders(announcements);
    this.parts = new KnownParts(announcements);
    this.#announcements = announcements;
    this.#clock = clock;
    const maxAgeMs = MAX_AGE_MS;
    this.#contests = new AnnouncedCache(announcements, { maxEntries: MAX_CONTESTS, maxAgeMs });
    this.#sheets = new AnnouncedCache(announcements, { maxEntries: MAX_CONTESTS, maxAgeMs });
    this.#participants = new AnnouncedCache(announcements, { maxEntries: MAX_PARTICIPANTS, maxAgeMs });
    this.#supervisors = new AnnouncedCache(announcements, { maxEntries: MAX_SUPERVISORS, maxAgeMs });
    this.#stops = [
      announcements.on('contest.head', ({ contestId }) => {
        this.#contests.drop(contestId);
        this.#sheets.drop(contestId);
      }),
      announcements.on('contest.participants', ({ contestId }) => this.#dropCounted(contestId)),
      announcements.on('contest.participant', ({ contestId, accountId }) => {
        this.#participants.drop(participationKey(contestId, accountId));
        this.#dropCounted(contestId);
      }),
      announcements.on('contest.confined', ({ contestId, accountId }) =>
        this.#participants.drop(participationKey(contestId, accountId)),
      ),
    ];
  }

  /**
   * What the page of a contest shows to everybody who may open it.
   *
   * @returns undefined where there is no such contest
   */
  sheet(db: Db, contestId: number): Promise<ContestSheet | undefined> {
    return this.#sheets.read(`${contestId}`, () =>
      selectContestSheets(db).where('contest.id', '=', contestId).executeTakeFirst(),
    );
  }

  /** The contest itself, for callers that are nobody in it: strangers cost no query. */
  async contest(db: Db, contestId: number): Promise<StoredContest | undefined> {
    return this.#contests.read(`${contestId}`, () => findContest(db, contestId));
  }

  /**
   * The visit of a participant or a supervisor, or null for whatever the database has to say: no such contest, a person
   * who has not joined, an instant so near to a change of phase that the exact one decides.
   */
  async visit(db: Db, contestId: number, visitor: Visitor): Promise<Visit | null> {
    if (!this.#announcements.isListening) return null;
    const key = `${contestId}`;
    const contest =
      this.#contests.peek(key) ?? (await this.#contests.read(key, () => findContest(db, contestId)));
    return this.#visitNow(contest, await this.#participationOf(db, contestId, visitor));
  }

  /** The visit as `visit` gives it, where all of it is in memory; null: ask that one. */
  peek(contestId: number, { id, accessMask }: Visitor): Visit | null {
    const participants = isSupervisor(accessMask) ? this.#supervisors : this.#participants;
    return this.#visitNow(
      this.#contests.peek(`${contestId}`),
      participants.peek(participationKey(contestId, id)),
    );
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.devices.close();
    this.parts.close();
    for (const cache of [this.#contests, this.#sheets, this.#participants, this.#supervisors]) cache.close();
  }

  #visitNow(contest: StoredContest | undefined, participation: Participation | undefined): Visit | null {
    const now = this.#clock.read();
    if (!contest || !participation || !now || isNearChange(contest, participation, now)) return null;
    return { contest, participation, nowMs: now.nowMs };
  }

  #participationOf(
    db: Db,
    contestId: number,
    { id, accessMask }: Visitor,
  ): Promise<Participation | undefined> {
    const key = participationKey(contestId, id);
    const find = async () => {
      const found = await this.#participationsOver(db).get(key);
      return found && { ...found, isJoined: true };
    };
    if (!isSupervisor(accessMask)) return this.#participants.read(key, find);
    return this.#supervisors.read(key, async () => (await find()) ?? NOT_JOINED, contestId);
  }

  /** Forgets what depends on how many have joined. */
  #dropCounted(contestId: number): void {
    this.#sheets.drop(contestId);
    this.#supervisors.drop(contestId);
  }
}

function isNearChange(contest: StoredContest, own: OwnTimes, { nowMs, errorMs }: KnownInstant) {
  const ownTimes = withOwnTimes(contest, own);
  const changes = [
    ...[contest.startTimeMs, ownTimes.startTimeMs],
    freezeTimeMs(contest),
    ...[endTimeMs(contest), endTimeMs(ownTimes)],
    lastEndTimeMs(contest),
    thawTimeMs(contest),
    practiceEndTimeMs(contest),
  ];
  return changes.some((atMs) => Math.abs(atMs - nowMs) <= errorMs + 2);
}
