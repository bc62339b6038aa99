import { type Db, executePrepared, keptUnknown } from '@balloon/database/connect.ts';
import type { ScoringRules } from '@balloon/domain/contests/scoring-rules.ts';
import { type RawBuilder, sql } from 'kysely';
import type { TeamAccount } from '#services.ts';

/** Columns of a contest that rules read and everybody sees. */
export const CONTEST_FACTS = [
  'contest.id',
  'contest.name',
  'contest.startTimeMs',
  'contest.durationTimeMs',
  'contest.relativeFreezeTimeMs',
  'contest.practiceDurationTimeMs',
  'contest.extraTimeMs',
  'contest.thawsByHand',
  'contest.thawedAtMs',
  'contest.removedIntervals',
  'contest.isRated',
  'contest.isEnabled',
  'contest.isSuspended',
  'contest.isListed',
  'contest.sourcesAfterEnd',
  'contest.testsAfterEnd',
  'contest.showsOrigin',
  'contest.virtualOfId',
  'contest.allowsVirtual',
  'contest.hasOfficialResults',
  'contest.hasPublicTable',
  'contest.finalizedAtMs',
  'contest.keepsDrafts',
  'contest.confines',
  'contest.bindsDevices',
  'contest.joinsVerdicts',
  'contest.windowTimeMs',
  'contest.membersAct',
] as const;

/** Columns of a contest with the groups that it is for: enough for every rule. */
export const CONTEST_COLUMNS = [
  ...CONTEST_FACTS,
  'contest.extraBronze',
  'contest.allowedNetworks',
  sql<ScoringRules>`jsonb_strip_nulls(jsonb_build_object(
    'wrongTryPenaltyMin', wrong_try_penalty_min, 'countsCompilationErrors', counts_compilation_errors,
    'penalizedVerdicts', penalized_verdicts, 'penaltyPrecision', penalty_precision, 'tieBreak', tie_break,
    'tiedRows', tied_rows,
    'firstSolvers', first_solvers, 'unofficialRows', unofficial_rows, 'edgeInstants', edge_instants,
    'removedSolutions', removed_solutions
  ))`.as('scoring'),
  sql<number[]>`array(
    select group_id from contest_group where contest_group.contest_id = contest.id order by position
  )`.as('allowedGroupIds'),
] as const;

export function findContest(db: Db, contestId: number) {
  return db
    .selectFrom('contest')
    .select(CONTEST_COLUMNS)
    .where('contest.id', '=', contestId)
    .executeTakeFirst();
}
/**
 * Condition on a language: whether a contest takes it. A contest that names no language of a judging system, or of a
 * server of it, takes all of those.
 */
export const isTakenBy = (contestId: number) => sql<boolean>`(
  exists (select from contest_language where contest_id = ${contestId} and language_id = language.id)
  or not exists (
    select from contest_language named join language other on other.id = named.language_id
    where named.contest_id = ${contestId} and other.system_type = language.system_type
      and other.outside_server_id is not distinct from language.outside_server_id
  )
)`;

/** An account by its id, or by what a query says about the contest in it. */
export type AccountId = number | RawBuilder<number>;

/** Somebody with the teams for which they may act. */
interface Person {
  id: number;
  teams?: readonly TeamAccount[] | undefined;
}

/**
 * The account as which a person takes part in the contest of the query, as `contestPart` of the domain decides; before a
 * choice between several teams it is the first of them.
 */
export function actingAccount({ id, teams = [] }: Person): AccountId {
  if (teams.length === 0) return id;
  const teamIds = teams.map((team) => team.id);
  return sql<number>`coalesce((
    select part.account_id from contest_participant part
    left join contest_part choice on choice.contest_id = part.contest_id and choice.account_id = ${id}
    where part.contest_id = contest.id
      and (part.account_id = ${id} or contest.members_act and part.account_id = any(${teamIds}::integer[]))
    order by part.account_id = coalesce(
      choice.team_id, choice.account_id, case when ${hasBegun(id)} then ${id}::integer end
    ) desc nulls last,
      part.account_id = ${id}, part.account_id
    limit 1
  ), ${id})`;
}

/** Condition on a contest: whether a person has sent something in it as themselves, or started a floating one. */
export const hasBegun = (personId: AccountId) => sql<boolean>`(
  exists (
    select from solution sent
    where sent.contest_id = contest.id and sent.account_id = ${personId}
      and sent.sent_by_id is null and sent.duplicated_from_id is null
  )
  or exists (
    select from contest_participant own
    where own.contest_id = contest.id and own.account_id = ${personId} and own.started_at_ms is not null
  )
)`;

/** Condition on a contest: whether a person takes part in it. */
export const isJoinedBy = (accountId: AccountId) => sql<boolean>`exists (
  select from contest_participant where contest_id = contest.id and account_id = ${accountId}
)`;

/** Condition on a contest: whether a supervisor let a person in, whatever the groups say. */
export const isAdmittedTo = (accountId: AccountId) => sql<boolean>`exists (
  select from contest_participant
  where contest_id = contest.id and account_id = ${accountId} and is_admitted
)`;

/** Extra time of a person in the contest of the query, in ms. */
export const ownExtraTime = (accountId: AccountId) => sql<number>`coalesce((
  select participant.extra_time_ms from contest_participant participant
  where participant.contest_id = contest.id and participant.account_id = ${accountId}
), 0)::bigint`;

/** How much later than for everybody the main time of a person begins in the contest of the query, in ms. */
export const ownStartShift = (accountId: AccountId) => sql<number>`coalesce((
  select participant.start_shift_ms from contest_participant participant
  where participant.contest_id = contest.id and participant.account_id = ${accountId}
), 0)::bigint`;

/** When a person started the floating contest of the query; null: not yet. */
export const ownStart = (accountId: AccountId) => sql<number | null>`(
  select participant.started_at_ms from contest_participant participant
  where participant.contest_id = contest.id and participant.account_id = ${accountId}
)`;

/** Until when a person has opened the contest of the query in contest mode; null: never. */
export const openedUntil = (accountId: AccountId) => sql<number | null>`(
  select participant.opened_until_ms from contest_participant participant
  where participant.contest_id = contest.id and participant.account_id = ${accountId}
)`;

/** Condition on a contest: whether a person takes part in it from any address. */
export const isFromAnywhere = (accountId: AccountId) => sql<boolean>`exists (
  select from contest_participant
  where contest_id = contest.id and account_id = ${accountId} and from_anywhere
)`;

/** The device from which a person takes part in the contest of the query, as `User.device`; null: none holds. */
export const deviceOf = (accountId: AccountId) => sql<string | null>`(
  select encode(device_hash, 'hex') from contest_device
  where contest_id = contest.id and account_id = ${accountId}
)`;

/** Condition on a solution: whether an interval in which it was sent is cut out of its contest, and it with that. */
export const IS_CUT_OUT = sql<boolean>`exists (
  select from contest cut_contest,
    jsonb_to_recordset(cut_contest.removed_intervals) as cut("fromMs" bigint, "toMs" bigint)
  where cut_contest.id = solution.contest_id and cut_contest.removed_solutions = 'ignored'
    and solution.sent_at_ms >= cut."fromMs" and solution.sent_at_ms < cut."toMs"
)`;

export type StoredContest = NonNullable<Awaited<ReturnType<typeof findContest>>>;

/** The contest, whether a person takes part, and what time it is: every call about a contest begins with this. */
export function findContestFor(db: Db, contestId: number, accountId: number) {
  return db
    .selectFrom('contest')
    .select(CONTEST_COLUMNS)
    .select([
      isJoinedBy(accountId).as('isJoined'),
      isAdmittedTo(accountId).as('isAdmitted'),
      ownExtraTime(accountId).as('ownExtraTimeMs'),
      ownStartShift(accountId).as('ownStartShiftMs'),
      ownStart(accountId).as('ownStartedAtMs'),
      isFromAnywhere(accountId).as('isFromAnywhere'),
      openedUntil(accountId).as('openedUntilMs'),
      // The database's clock is the same for every web process.
      sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`.as('nowMs'),
    ])
    .where('contest.id', '=', contestId)
    .executeTakeFirst();
}

/** Name of a participation. */
export const participationKey = (contestId: number, accountId: number) => `${contestId} ${accountId}`;

/** The pairs of a contest and an account that have these names, as rows of a query. */
export function participationsOf(keys: readonly string[]) {
  const pairs = keys.map((key) => key.split(' ').map(Number));
  const column = (place: number) =>
    keptUnknown(
      pairs.map((pair) => pair[place]),
      'integer[]',
    );
  return sql`(select * from unnest(${column(0)}, ${column(1)}))`;
}

/** How people take part in contests, by the name of the participation; those who do not are left out. */
export async function findParticipations(db: Db, keys: readonly string[]) {
  const query = db
    .selectFrom('contestParticipant')
    .select(['contestId', 'accountId'])
    .select(['isAdmitted', 'extraTimeMs as ownExtraTimeMs', 'startShiftMs as ownStartShiftMs'])
    .select(['fromAnywhere as isFromAnywhere', 'startedAtMs as ownStartedAtMs', 'openedUntilMs'])
    .where(sql<boolean>`(contest_id, account_id) in ${participationsOf(keys)}`)
    .compile();
  const rows = await executePrepared(db, 'participations', query);
  return new Map(
    rows.map(({ contestId, accountId, ...own }) => [participationKey(contestId, accountId), own]),
  );
}
