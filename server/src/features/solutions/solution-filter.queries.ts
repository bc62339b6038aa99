import type { Db } from '@balloon/database/connect.ts';
import { SUPERVISOR_MASKS } from '@balloon/domain/contests/contest-access.ts';
import { verdictsShownAs } from '@balloon/domain/judging/joined-verdicts.ts';
import { sql } from 'kysely';

/** Solutions that are asked for. */
export interface SolutionFilter {
  /** Null means all contests but removed ones. */
  contestId: number | null;
  /** Null means everybody. */
  authorId: number | null;
  /** Only contests open to everybody or to one of these groups; null means all. */
  groupIds: readonly number[] | null;
  exceptContestIds?: readonly number[];
  /** Leaves out those of supervisors, for readers who are none. */
  withoutSupervisors?: boolean;
  userIds: readonly number[];
  problemIds: readonly number[];
  verdictIds: readonly number[];
  /** Whether `verdictIds` are those that contests show to participants. */
  asShown?: boolean;
  languageIds: readonly number[];
  /** Judges that gave the verdict. */
  judgeIds: readonly number[];
  /** Only authors in one of these groups; null means whatever theirs. */
  authorGroupIds: readonly number[] | null;
}

/** Filter that leaves nothing out. */
export const EVERY_SOLUTION: SolutionFilter = {
  contestId: null,
  authorId: null,
  groupIds: null,
  userIds: [],
  problemIds: [],
  verdictIds: [],
  languageIds: [],
  judgeIds: [],
  authorGroupIds: null,
};

/** Page of ids, newest first, and their number on all pages. */
export async function listSolutionIds(
  db: Db,
  filter: SolutionFilter,
  page: { count: number; offset: number },
): Promise<{ ids: number[]; total: number }> {
  const matching = matchingSolutions(db, filter);
  const rows = await matching
    .select('solution.id')
    .orderBy('solution.id', 'desc')
    .limit(page.count)
    .offset(page.offset)
    .execute();
  const { total } = await matching
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  return { ids: rows.map(({ id }) => id), total };
}

/** Solutions that a filter leaves, without deleted ones. */
export function matchingSolutions(db: Db, filter: SolutionFilter) {
  const { contestId, authorId, groupIds, userIds, problemIds, verdictIds, languageIds, authorGroupIds } =
    filter;
  let query = db.selectFrom('solution').where('deletedAtMs', 'is', null);
  if (contestId === null) query = query.where(isOfKeptContest);
  else query = query.where('contestId', '=', contestId);
  if (authorId !== null) query = query.where('accountId', '=', authorId);
  if (groupIds !== null) query = query.where(isOfGroups(groupIds));
  const { exceptContestIds = [] } = filter;
  if (exceptContestIds.length > 0) query = query.where('contestId', 'not in', [...exceptContestIds]);
  if (filter.withoutSupervisors) query = query.where(isOfParticipant);
  if (userIds.length > 0) query = query.where('accountId', 'in', [...userIds]);
  if (problemIds.length > 0) query = query.where('problemId', 'in', [...problemIds]);
  if (languageIds.length > 0) query = query.where('languageId', 'in', [...languageIds]);
  if (authorGroupIds !== null) query = query.where(isByMemberOf(authorGroupIds));
  if (verdictIds.length > 0) {
    query = query.where(filter.asShown ? isShownAs(verdictIds) : isOneOf(verdictIds));
  }
  if (filter.judgeIds.length > 0) query = query.where(isJudgedBy(filter.judgeIds));
  return query;
}

/** Contests are removed from everybody's sight; each link in a list of theirs would lead nowhere. */
const isOfKeptContest = sql<boolean>`
  solution.contest_id <> all(array(select id from contest where is_suspended))
`;

const isOneOf = (verdictIds: readonly number[]) =>
  sql<boolean>`solution.verdict_id = any(${[...verdictIds]}::integer[])`;

const isShownAs = (verdictIds: readonly number[]) => sql<boolean>`case
  when exists (select from contest where contest.id = solution.contest_id and joins_verdicts)
  then ${isOneOf(verdictsShownAs(verdictIds))} else ${isOneOf(verdictIds)}
end`;

/*
 * No index: it would make every verdict write to all indexes of the table. A page of a contest of 50,000 is found in
 * less than a millisecond, the number of all in a tenth of a second, as for verdicts.
 */
const isJudgedBy = (judgeIds: readonly number[]) =>
  sql<boolean>`(solution.judged_by ->> 'judgeId')::integer = any(${[...judgeIds]}::integer[])`;

const isByMemberOf = (groupIds: readonly number[]) => sql<boolean>`exists (
  select from user_group_member
  where account_id = solution.account_id and group_id = any(${[...groupIds]}::integer[])
)`;

const isOfParticipant = sql<boolean>`not exists (
  select from account where account.id = solution.account_id and access_mask = any(${[...SUPERVISOR_MASKS]}::integer[])
)`;

/**
 * Whether the contest of a solution, or of a reset of many, is open to everybody or to one of these groups. A virtual
 * participation has no groups and is open to nobody, as in `supervisesContest`.
 */
export const isOfGroups = (groupIds: readonly number[], of: 'solution' | 'solutionReset' = 'solution') => {
  const contestId = sql.ref(`${of}.contestId`);
  return sql<boolean>`(
    ${contestId} <> all(array(select id from contest where virtual_of_id is not null))
    and (
      not exists (select from contest_group where contest_id = ${contestId})
      or exists (
        select from contest_group
        where contest_id = ${contestId} and group_id = any(${[...groupIds]}::integer[])
      )
    )
  )`;
};

/** Looks the languages up one by one, since they are few and solutions are many. */
export function findUsedLanguages(db: Db, contestId: number) {
  return db
    .selectFrom('language')
    .where(
      sql<boolean>`exists (
        select from solution
        where contest_id = ${contestId} and language_id = language.id and deleted_at_ms is null
      )`,
    )
    .select(['language.id', 'language.name'])
    .orderBy('language.name')
    .execute();
}

/** Verdicts of a person's own solutions, and whether their contests join them. */
export function findOwnVerdicts(db: Db, accountId: number, exceptContestIds: readonly number[]) {
  return matchingSolutions(db, { ...EVERY_SOLUTION, authorId: accountId, exceptContestIds })
    .innerJoin('contest', 'contest.id', 'solution.contestId')
    .where('solution.verdictId', 'is not', null)
    .select((eb) => ['contest.joinsVerdicts', eb.ref('solution.verdictId').$notNull().as('verdictId')])
    .distinct()
    .execute();
}

/** Judges whose verdicts stand in a contest, by name. */
export function findUsedJudges(db: Db, contestId: number) {
  return db
    .selectFrom('judge')
    .where(
      sql<boolean>`exists (
        select from solution
        where contest_id = ${contestId} and (judged_by ->> 'judgeId')::integer = judge.id and deleted_at_ms is null
      )`,
    )
    .select(['judge.id', 'judge.name'])
    .orderBy('judge.name')
    .execute();
}
