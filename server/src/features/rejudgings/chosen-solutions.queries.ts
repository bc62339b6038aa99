import type { RejudgingFilter } from '@balloon/contracts/solutions/rejudgings.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import { sql } from 'kysely';
import { authorGroupsFor } from '#features/solutions/author-groups.ts';
import { staleSolutions } from '#features/solutions/rejudging/stale.queries.ts';
import { EVERY_SOLUTION, matchingSolutions } from '#features/solutions/solution-filter.queries.ts';
import type { User } from '#services.ts';

/** Filter of a rejudging with the groups that its supervisor may ask about. */
type AllowedFilter = Omit<RejudgingFilter, 'groupIds'> & { authorGroupIds: readonly number[] | null };

/** Leaves out groups that are not the supervisor's; if none is left, nothing is chosen. */
export const allowedFilter = (supervisor: User, { groupIds, ...filter }: RejudgingFilter): AllowedFilter => ({
  ...filter,
  authorGroupIds: authorGroupsFor(supervisor, groupIds),
});

/**
 * Solutions of a contest that a filter chooses: those with a verdict, except disqualified ones, on problems that our
 * judges judge. Each part of the filter that is there must apply.
 */
const chosenSolutions = (db: Db, contestId: number, filter: AllowedFilter) =>
  matching(db, contestId, filter).where('language.systemType', '=', 'balloon');

function matching(db: Db, contestId: number, filter: AllowedFilter) {
  const { problemIds, languageIds, verdictIds, userIds, authorGroupIds, judgeIds } = filter;
  const { rejected, fromMs, untilMs, staleReasons } = filter;
  let query = matchingSolutions(db, {
    ...EVERY_SOLUTION,
    ...{ contestId, problemIds, languageIds, verdictIds, userIds, authorGroupIds, judgeIds },
  })
    .innerJoin('language', 'language.id', 'solution.languageId')
    .where('solution.verdictId', 'is not', null)
    .where('solution.verdictId', '<>', VERDICTS.disqualified.id);
  if (rejected) query = query.where('solution.verdictId', '<>', VERDICTS.accepted.id);
  if (fromMs !== undefined) query = query.where('solution.sentAtMs', '>=', fromMs);
  if (untilMs !== undefined) query = query.where('solution.sentAtMs', '<=', untilMs);
  if (staleReasons.length > 0) {
    const stale = staleSolutions(db, { contestId, problemId: null, groupIds: null, reasons: staleReasons });
    query = query.where('solution.id', 'in', stale.select('stale.id'));
  }
  return query;
}

const NUMBER = sql<number>`count(*)::integer`.as('total');

/** Number of the solutions that a filter chooses. */
export async function countChosen(db: Db, contestId: number, filter: AllowedFilter): Promise<number> {
  const { total } = await chosenSolutions(db, contestId, filter).select(NUMBER).executeTakeFirstOrThrow();
  return total;
}

/**
 * Number of the solutions of outside systems that the filter describes. They are left out: the system would have to
 * judge them anew under its own account, limits and pace, and a second submission there is a trace that stays.
 */
export async function countOutside(db: Db, contestId: number, filter: AllowedFilter): Promise<number> {
  const { total } = await matching(db, contestId, filter)
    .where('language.systemType', '<>', 'balloon')
    .select(NUMBER)
    .executeTakeFirstOrThrow();
  return total;
}

/** The judgement that gave the verdict; null after a decision by hand, which no judge made. */
const presentJudgement = sql<number | null>`(
  select max(judgement.id) from judgement
  where judgement.solution_id = solution.id and judgement.judged_by -> 'fence' = solution.judged_by -> 'fence'
)`;

/** Notes what a filter chooses for a rejudging, with the verdicts of now; returns how many these are. */
export async function noteChosen(
  tx: Tx,
  contestId: number,
  rejudgingId: number,
  filter: AllowedFilter,
): Promise<number> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('rejudgingSolution')
    .columns([
      'rejudgingId',
      'solutionId',
      'verdictId',
      'testNumber',
      'timeMs',
      'refreshedNumber',
      'judgementId',
    ])
    .expression(
      chosenSolutions(tx, contestId, filter).select((eb) => [
        eb.val(rejudgingId).as('rejudgingId'),
        'solution.id',
        eb.ref('solution.verdictId').$notNull().as('verdictId'),
        'solution.testNumber',
        'solution.timeMs',
        'solution.refreshedNumber',
        presentJudgement.as('judgementId'),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows);
}
