import type { Db, Tx } from '@balloon/database/connect.ts';
import type { Database } from '@balloon/database/tables.ts';
import { SUPERVISOR_MASKS } from '@balloon/domain/contest-access.ts';
import { verdictsShownAs } from '@balloon/domain/joined-verdicts.ts';
import type { Locale } from '@balloon/domain/statement-locale.ts';
import { type ExpressionBuilder, sql } from 'kysely';
import { isOfProblem } from '#features/problems/contest-problems.queries.ts';

/** Finds a language, and whether solutions of a problem may be in it. */
export function findLanguage(db: Db, languageId: number, problemId: number) {
  return db
    .selectFrom('language')
    .where('id', '=', languageId)
    .select(['id', 'name', 'foreignLanguageId', 'nonactive', isOfProblem(problemId).as('isOfProblem')])
    .executeTakeFirst();
}

/** Finds the solution that a person already sent under an idempotency key. */
export function findByIdempotencyKey(db: Db, accountId: number, idempotencyKey: string) {
  return db
    .selectFrom('solution')
    .where('accountId', '=', accountId)
    .where('idempotencyKey', '=', idempotencyKey)
    .select(['id', 'contestId', 'problemId', 'languageId', 'sourceSha256'])
    .executeTakeFirst();
}

/** Data of a solution to copy, while its problem is in the contest; locked until the transaction ends. */
export function findSolutionToDuplicate(tx: Tx, solutionId: number) {
  return tx
    .selectFrom('solution')
    .innerJoin('problem', 'problem.id', 'solution.problemId')
    .innerJoin('contestProblem', (join) =>
      join
        .onRef('contestProblem.contestId', '=', 'solution.contestId')
        .onRef('contestProblem.problemId', '=', 'solution.problemId'),
    )
    .where('solution.id', '=', solutionId)
    .where('solution.deletedAtMs', 'is', null)
    .select([
      'solution.problemId',
      'solution.accountId',
      'solution.languageId',
      'solution.source',
      'solution.entryPoint',
      'solution.files',
      'solution.sourceSha256',
      'problem.systemType',
    ])
    .forUpdate('solution')
    .executeTakeFirst();
}

export interface SolutionFilter {
  /** Null means all contests. */
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
  if (contestId !== null) query = query.where('contestId', '=', contestId);
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

/** Whether the solution's contest is open to everybody or to one of these groups. */
export const isOfGroups = (groupIds: readonly number[]) => sql<boolean>`(
  not exists (select from contest_group where contest_id = solution.contest_id)
  or exists (
    select from contest_group
    where contest_id = solution.contest_id and group_id = any(${[...groupIds]}::integer[])
  )
)`;

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

/** Source of a solution; the caller checks that it may be read. */
export function findSource(db: Db, contestId: number, solutionId: number) {
  return db
    .selectFrom('solution')
    .where('id', '=', solutionId)
    .where('contestId', '=', contestId)
    .where('deletedAtMs', 'is', null)
    .select(['source', 'entryPoint', 'files'])
    .select((eb) => newestCompilerOutput(eb).as('compilerOutput'))
    .executeTakeFirst();
}

/** What the compiler said in the judging that gave the verdict, or in the last one before a decision by hand. */
const newestCompilerOutput = (eb: ExpressionBuilder<Database, 'solution'>) =>
  eb
    .selectFrom('judgement')
    .whereRef('judgement.solutionId', '=', 'solution.id')
    .where('solution.verdictId', 'is not', null)
    .where('solution.compilationError', 'is', null)
    .where('judgement.isManual', '=', false)
    .where(
      sql<boolean>`(solution.judged_by is null or judgement.judged_by -> 'fence' = solution.judged_by -> 'fence')`,
    )
    .orderBy('judgement.id', 'desc')
    .limit(1)
    .select((judged) =>
      judged
        .selectFrom('compilerOutput')
        .whereRef('compilerOutput.sha256', '=', 'judgement.compilerOutputSha256')
        .select('compilerOutput.text')
        .as('text'),
    );

/** The contest that a solution was sent to; `undefined` for an unknown or deleted solution. */
export async function findContestOfSolution(db: Db, solutionId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('solution')
    .select('contestId')
    .where('id', '=', solutionId)
    .where('deletedAtMs', 'is', null)
    .executeTakeFirst();
  return row?.contestId;
}

/** The present verdict of a solution that is not deleted. */
export function findVerdict(db: Db, solutionId: number) {
  return db
    .selectFrom('solution')
    .select('verdictId')
    .where('id', '=', solutionId)
    .where('deletedAtMs', 'is', null)
    .executeTakeFirst();
}

/**
 * Sets a verdict by hand and removes the judge's details, so no later change makes it stale.
 *
 * @returns `undefined` for an unknown or deleted solution
 */
export function setVerdict(tx: Tx, solutionId: number, verdictId: number, nowMs: number) {
  return tx
    .updateTable('solution')
    .set((eb) => ({
      verdictId,
      verdictGotAtMs: eb.fn.coalesce('verdictGotAtMs', eb.val(nowMs)),
      judgedBy: null,
    }))
    .where('id', '=', solutionId)
    .where('deletedAtMs', 'is', null)
    .returning(['accountId as userId', 'problemId', 'sentAtMs'])
    .executeTakeFirst();
}

/** Returns owner, problem and verdict of the deleted solution; `undefined` for an unknown or deleted one. */
export function markDeleted(tx: Tx, solutionId: number, nowMs: number) {
  return tx
    .updateTable('solution')
    .set({ deletedAtMs: nowMs })
    .where('id', '=', solutionId)
    .where('deletedAtMs', 'is', null)
    .returning(['accountId as userId', 'problemId', 'verdictId', 'sentAtMs'])
    .executeTakeFirst();
}

/** Deletes all of a participant's solutions in a contest, also from the queue; returns their ids. */
export async function markAllDeleted(
  tx: Tx,
  { contestId, userId, nowMs }: { contestId: number; userId: number; nowMs: number },
): Promise<number[]> {
  const rows = await tx
    .updateTable('solution')
    .set({ deletedAtMs: nowMs })
    .where('contestId', '=', contestId)
    .where('accountId', '=', userId)
    .where('deletedAtMs', 'is', null)
    .returning('id')
    .execute();
  const ids = rows.map(({ id }) => id);
  await tx.deleteFrom('judging').where('solutionId', '=', sql<number>`any(${ids}::integer[])`).execute();
  return ids;
}

/**
 * Titles of problems in a language, as the contests of solutions show them; by solution. Those that have no statement
 * in that language are missing.
 */
export async function findTitles(
  db: Db,
  solutionIds: readonly number[],
  locale: Locale,
): Promise<ReadonlyMap<number, string>> {
  if (solutionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('solution')
    .leftJoin('contestProblem', (join) =>
      join
        .onRef('contestProblem.contestId', '=', 'solution.contestId')
        .onRef('contestProblem.problemId', '=', 'solution.problemId'),
    )
    .leftJoin('problemVersion as pinned', (join) =>
      join
        .onRef('pinned.uuid', '=', 'contestProblem.versionId')
        .onRef('pinned.problemId', '=', 'contestProblem.problemId'),
    )
    .leftJoin('problemVersionStatement as pinnedTranslated', (join) =>
      join
        .onRef('pinnedTranslated.versionUuid', '=', 'pinned.uuid')
        .on('pinnedTranslated.locale', '=', locale),
    )
    .leftJoin('problemStatement as translated', (join) =>
      join.onRef('translated.problemId', '=', 'solution.problemId').on('translated.locale', '=', locale),
    )
    .where('solution.id', 'in', [...solutionIds])
    .select((eb) => [
      'solution.id',
      eb
        .case()
        .when('pinned.uuid', 'is', null)
        .then(eb.ref('translated.title'))
        .else(eb.ref('pinnedTranslated.title'))
        .end()
        .as('title'),
    ])
    .execute();
  return new Map(rows.flatMap(({ id, title }) => (title === null ? [] : [[id, title] as const])));
}
