import type { StaleReason } from '@balloon/contracts/solutions/solutions.ts';
import type { Db } from '@balloon/database/connect.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { sql } from 'kysely';
import { judgedTestset } from '#features/problems/testsets/judged-testset.ts';
import { isOfFinalResults } from '#features/solutions/rejudging/rejudging.queries.ts';
import { isOfGroups } from '#features/solutions/solution-filter.queries.ts';

export interface StaleFilter {
  contestId: number | null;
  problemId: number | null;
  /** Null means all contests. */
  groupIds: readonly number[] | null;
  /** At least one of these must apply. */
  reasons: readonly StaleReason[];
}

/**
 * Parts that changed since a verdict was made. The hash of the whole testset decides, those of its parts name
 * the reason; a verdict older than the parts' hashes names them all. If judges have different versions of a
 * compiler, each of them is current. The options of a compiler belong to it; a verdict without any is by the usual ones.
 */
const REASONS = sql<StaleReason[]>`array(
  select reason from (values
    ('tests', is_other and judged_by ->> 'testsSha256' is distinct from testset.tests_sha256),
    ('checker', is_other and judged_by ->> 'checkerSha256' is distinct from testset.checker_sha256),
    ('limits', is_other and judged_by ->> 'limitsSha256' is distinct from testset.limits_sha256),
    ('compiler', judged_by ->> 'compiler' <> all (string_to_array(language.version, ' / '))
      or judged_by -> 'options' is distinct from chosen.options)
  ) as difference (reason, holds)
  where holds
)`;

/**
 * Verdicts of judges, with the reasons why they are stale, if any, and whether they stay, because final results depend on
 * them. Those set by hand never become stale.
 */
function judgedSolutions(db: Db, { contestId, problemId, groupIds }: Omit<StaleFilter, 'reasons'>) {
  let query = db
    .selectFrom('solution')
    .innerJoin('language', 'language.id', 'solution.languageId')
    .leftJoin('compilerOptions as chosen', 'chosen.languageKey', 'language.foreignLanguageId')
    .innerJoin('testset', (join) => join.on('testset.id', '=', judgedTestset('solution')))
    .innerJoinLateral(
      sql<{ isOther: boolean }>`(select testset.sha256 <> judged_by ->> 'testsetSha256' as is_other)`.as(
        'whole',
      ),
      (join) => join.onTrue(),
    )
    .where('solution.deletedAtMs', 'is', null)
    .where('solution.judgedBy', 'is not', null)
    .where('solution.verdictId', 'is not', null)
    .where('solution.verdictId', '<>', VERDICTS.disqualified.id);
  if (contestId !== null) query = query.where('solution.contestId', '=', contestId);
  if (problemId !== null) query = query.where('solution.problemId', '=', problemId);
  if (groupIds !== null) query = query.where(isOfGroups(groupIds));
  return query.select([
    'solution.id',
    'solution.contestId',
    REASONS.as('reasons'),
    isOfFinalResults.as('stays'),
  ]);
}

/** Reasons worth rejudging: a newer compiler seldom changes a verdict, so it counts only on request. */
export const WORTH_REJUDGING: readonly StaleReason[] = ['tests', 'checker', 'limits'];

/** Solutions with verdicts that are stale for one of the reasons, as `stale`. */
export function staleSolutions(db: Db, filter: StaleFilter) {
  return db
    .selectFrom(judgedSolutions(db, filter).as('stale'))
    .where(sql<boolean>`reasons && ${[...filter.reasons]}::text[]`);
}

/** Stale solutions whose verdicts may be replaced. */
const replaceable = (db: Db, filter: StaleFilter) => staleSolutions(db, filter).where('stays', '=', false);

/** A page of stale solutions whose verdicts may be replaced, newest first, and how many there are. */
export async function listStale(db: Db, filter: StaleFilter, page: { count: number; offset: number }) {
  const stale = replaceable(db, filter);
  const rows = await stale
    .select(['stale.id', 'stale.reasons'])
    .orderBy('stale.id', 'desc')
    .limit(page.count)
    .offset(page.offset)
    .execute();
  const { total } = await stale.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

/** All stale solutions whose verdicts may be replaced, oldest first. */
export function findAllStale(db: Db, filter: StaleFilter) {
  return replaceable(db, filter).select(['stale.id', 'stale.contestId']).orderBy('stale.id').execute();
}
