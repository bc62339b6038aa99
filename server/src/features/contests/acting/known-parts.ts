import type { Db } from '@balloon/database/connect.ts';
import type { PartChoices } from '@balloon/domain/contests/contest-part.ts';
import { sql } from 'kysely';
import { actingUser, isMember } from '#features/contests/acting/acting.ts';
import { hasBegun } from '#features/contests/contests.queries.ts';
import { AnnouncedCache } from '#realtime/announced-cache.ts';
import type { Announcements } from '#realtime/announcements.ts';
import type { User } from '#services.ts';

/** Most people in memory, and the age in ms at which they are read again. */
const BOUNDS = { maxEntries: 50_000, maxAgeMs: 10 * 60_000 };

/** Parts that members of teams may take in contests, kept per process until the tables announce a change. */
export class KnownParts {
  readonly #known: AnnouncedCache<PartChoices | undefined>;
  readonly #stops: readonly (() => void)[];

  constructor(announcements: Announcements) {
    this.#known = new AnnouncedCache(announcements, BOUNDS);
    const forget = ({ contestId }: { contestId: number }) => this.#known.drop(contestId);
    this.#stops = [announcements.on('contest.part', forget), announcements.on('contest.head', forget)];
  }

  /** The choices of a member, if they are in memory. */
  peek(contestId: number, member: User): PartChoices | undefined {
    return this.#known.peek(keyOf(contestId, member));
  }

  /** The choices of a member; undefined where there is no such contest. */
  read(db: Db, contestId: number, member: User): Promise<PartChoices | undefined> {
    const find = () => findPartChoices(db, contestId, member);
    return this.#known.read(keyOf(contestId, member), find, contestId);
  }

  /**
   * The account as which a person takes part in a contest.
   *
   * @throws {ForbiddenError} TEAM_NOT_CHOSEN
   */
  async participant(db: Db, user: User, contestId: number): Promise<User> {
    if (!isMember(user)) return user;
    const choices = await this.read(db, contestId, user);
    return choices ? actingUser(user, choices) : user;
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#known.close();
  }
}

/** With the teams, since a change of them changes the session and nothing here. */
const keyOf = (contestId: number, { id, teams }: User) =>
  `${contestId} ${id} ${(teams ?? []).map((team) => team.id).join()}`;

/** Parts that a member of teams may take in a contest, by the database. */
export async function findPartChoices(
  db: Db,
  contestId: number,
  { id, teams = [] }: Pick<User, 'id' | 'teams'>,
): Promise<PartChoices | undefined> {
  const accountIds = [id, ...teams.map((team) => team.id)];
  const row = await db
    .selectFrom('contest')
    .leftJoin('contestPart as choice', (join) =>
      join.onRef('choice.contestId', '=', 'contest.id').on('choice.accountId', '=', id),
    )
    .select(['contest.membersAct', 'choice.teamId', 'choice.accountId as chooserId'])
    .select(
      sql<number[]>`array(
        select account_id from contest_participant
        where contest_id = contest.id and account_id = any(${accountIds}::integer[])
      )`.as('joinedIds'),
    )
    .select(hasBegun(id).as('hasBegun'))
    .where('contest.id', '=', contestId)
    .executeTakeFirst();
  if (!row) return undefined;
  const joined = new Set(row.joinedIds);
  return {
    teamIds: row.membersAct ? teams.map((team) => team.id).filter((teamId) => joined.has(teamId)) : [],
    isJoined: joined.has(id),
    chosen: row.chooserId === null ? unchosen(row.hasBegun) : row.teamId,
  };
}

/** Who has begun as themselves stays themselves when a team of theirs joins. */
const unchosen = (hasBegun: boolean): null | undefined => (hasBegun ? null : undefined);
