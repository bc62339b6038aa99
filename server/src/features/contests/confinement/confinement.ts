import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import {
  type ContestState,
  contestStatus,
  endTimeMs,
  isMainTime,
  lastEndTimeMs,
  type OwnTimes,
  withOwnTimes,
} from '@balloon/domain/contests/contest-phase.ts';
import { sql } from 'kysely';
import { isOpened } from '#features/contests/confinement/opened-contest.ts';
import { CONTEST_COLUMNS } from '#features/contests/contests.queries.ts';
import { AnnouncedCache } from '#realtime/announced-cache.ts';
import type { Announcements } from '#realtime/announcements.ts';
import type { DatabaseClock } from '#realtime/database-clock.ts';
import type { User } from '#services.ts';

/** Nothing is known to change without an announcement; this bounds the harm of what is not known. */
const MAX_AGE_MS = 10 * 60_000;
const MAX_PEOPLE = 50_000;
const ALL = 'all';

/** A contest that closes all else to somebody now. */
export interface ConfiningContest {
  id: number;
  name: string;
  /** End of the person's main time. */
  untilMs: number;
}

interface StoredConfining extends ContestState {
  id: number;
  name: string;
  membersAct: boolean;
}
type Participations = readonly (OwnTimes & { contestId: number; openedUntilMs: number | null })[];

/**
 * Contests in contest mode, and who takes part in them, kept per process until their tables announce a change: every
 * request of a participant asks. Where no contest uses the mode nothing is read of anybody.
 *
 * Organisers may put anybody on the list of a contest, so that alone closes nothing: a participant is confined once they
 * have opened such a contest themselves, or a team of theirs has, and then to all such contests in which they take part, so
 * that none of them shuts out another one.
 */
export class Confinement {
  readonly #db: Db;
  readonly #clock: DatabaseClock;
  readonly #contests: AnnouncedCache<readonly StoredConfining[]>;
  readonly #people: AnnouncedCache<Participations>;
  readonly #stops: readonly (() => void)[];

  constructor(db: Db, announcements: Announcements, clock: DatabaseClock) {
    this.#db = db;
    this.#clock = clock;
    this.#contests = new AnnouncedCache(announcements, { maxEntries: 1, maxAgeMs: MAX_AGE_MS });
    this.#people = new AnnouncedCache(announcements, { maxEntries: MAX_PEOPLE, maxAgeMs: MAX_AGE_MS });
    this.#stops = [
      announcements.on('contest.head', () => this.#forget()),
      announcements.on('contest.confined', ({ contestId, accountId }) => {
        const isKnown = this.#contests.peek(ALL)?.some(({ id }) => id === contestId);
        if (!isKnown) this.#contests.clear(); // newer than what is known
        this.#people.drop(accountId);
      }),
      announcements.on('contest.participant', ({ accountId }) => this.#people.drop(accountId)),
    ];
  }

  /** The contests to which somebody is confined now, if that is in memory; undefined: `read` knows. */
  peek(user: User): readonly ConfiningContest[] | undefined {
    if (isSupervisor(user.accessMask)) return NONE;
    const contests = this.#contests.peek(ALL);
    if (contests?.length === 0) return NONE;
    const now = this.#clock.read();
    const found: RunningContest[] = [];
    for (const accountId of accountsOf(user)) {
      const own = this.#people.peek(`${accountId}`);
      if (!contests || !own || !now) return undefined;
      found.push(...running(contests, own, now.nowMs, accountId !== user.id));
    }
    return confining(found);
  }

  /**
   * The contests to which somebody is confined now; empty for nearly everybody.
   *
   * @param db reads what is not in memory: who sends a solution does not wait for the readers' connections
   */
  async read(user: User, db: Db = this.#db): Promise<readonly ConfiningContest[]> {
    if (isSupervisor(user.accessMask)) return NONE;
    const contests = await this.#contests.read(ALL, () => findConfining(db));
    if (contests.length === 0) return NONE;
    const found: RunningContest[] = [];
    for (const accountId of accountsOf(user)) {
      const own = await this.#people.read(`${accountId}`, () => findOwn(db, accountId));
      if (own.length === 0) continue;
      const nowMs = this.#clock.read()?.nowMs ?? (await databaseNowMs(db));
      found.push(...running(contests, own, nowMs, accountId !== user.id));
    }
    return confining(found);
  }

  close(): void {
    for (const stop of this.#stops) stop();
    for (const cache of [this.#contests, this.#people]) cache.close();
  }

  #forget(): void {
    this.#contests.clear();
    this.#people.clear();
  }
}

const NONE: readonly ConfiningContest[] = [];

/** The person, and the teams in whose contests they are confined like them. */
const accountsOf = ({ id, teams = [] }: User) => [id, ...teams.map((team) => team.id)];

interface RunningContest extends ConfiningContest {
  isOpened: boolean;
}

/** Contests that confine whoever has opened one of them, those that were opened first. */
function confining(contests: readonly RunningContest[]): readonly ConfiningContest[] {
  const opened = contests.filter(({ isOpened }) => isOpened);
  if (opened.length === 0) return NONE;
  const others = contests.filter(({ isOpened }) => !isOpened);
  return [...opened, ...others].map(({ id, name, untilMs }) => ({ id, name, untilMs }));
}

/**
 * Contests in contest mode whose main time runs for a participant.
 *
 * @param ofTeam whether the participations are those of a team of the person
 */
function running(
  contests: readonly StoredConfining[],
  own: Participations,
  nowMs: number,
  ofTeam: boolean,
): readonly RunningContest[] {
  if (own.length === 0) return [];
  return contests.flatMap((contest) => {
    const participation = own.find(({ contestId }) => contestId === contest.id);
    if (!participation || (ofTeam && !contest.membersAct)) return [];
    const times = withOwnTimes(contest, participation);
    if (!isMainTime(contestStatus(times, nowMs))) return [];
    const { id, name } = contest;
    return { id, name, untilMs: endTimeMs(times), isOpened: isOpened(participation, nowMs) };
  });
}

/** Contests in contest mode that are not over for everybody. */
async function findConfining(db: Db): Promise<readonly StoredConfining[]> {
  const nowMs = await databaseNowMs(db);
  const found = await db
    .selectFrom('contest')
    .select(CONTEST_COLUMNS)
    .where('confines', '=', sql.lit(true))
    .where('isSuspended', '=', false)
    .execute();
  return found.filter((contest) => lastEndTimeMs(contest) >= nowMs);
}

/**
 * Takes part in which contests in contest mode, now: not in those that were read before, which may be others when this is
 * still kept.
 */
function findOwn(db: Db, accountId: number): Promise<Participations> {
  return db
    .selectFrom('contestParticipant as own')
    .innerJoin('contest', 'contest.id', 'own.contestId')
    .select(['own.contestId', 'own.extraTimeMs as ownExtraTimeMs', 'own.startShiftMs as ownStartShiftMs'])
    .select(['own.startedAtMs as ownStartedAtMs', 'own.openedUntilMs'])
    .where('own.accountId', '=', accountId)
    .where('contest.confines', '=', sql.lit(true))
    .execute();
}
