import type { RejudgingFilter } from '@balloon/contracts/rejudgings.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { VERDICTS } from '@balloon/domain/verdicts.ts';
import { sql } from 'kysely';
import { authorGroupsFor } from '#features/solutions/author-groups.ts';
import { EVERY_SOLUTION, matchingSolutions } from '#features/solutions/solutions.queries.ts';
import { staleSolutions } from '#features/solutions/stale.queries.ts';
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
function chosenSolutions(db: Db, contestId: number, filter: AllowedFilter) {
  const { problemIds, languageIds, verdictIds, userIds, authorGroupIds } = filter;
  const { rejected, judge, fromMs, untilMs, staleReasons } = filter;
  let query = matchingSolutions(db, {
    ...EVERY_SOLUTION,
    ...{ contestId, problemIds, languageIds, verdictIds, userIds, authorGroupIds },
  })
    .innerJoin('language', 'language.id', 'solution.languageId')
    .where('language.systemType', '=', 'balloon')
    .where('solution.verdictId', 'is not', null)
    .where('solution.verdictId', '<>', VERDICTS.disqualified.id);
  if (rejected) query = query.where('solution.verdictId', '<>', VERDICTS.accepted.id);
  if (judge) query = query.where(isJudgedBy(judge));
  if (fromMs !== undefined) query = query.where('solution.sentAtMs', '>=', fromMs);
  if (untilMs !== undefined) query = query.where('solution.sentAtMs', '<=', untilMs);
  if (staleReasons.length > 0) {
    const stale = staleSolutions(db, { contestId, problemId: null, groupIds: null, reasons: staleReasons });
    query = query.where('solution.id', 'in', stale.select('stale.id'));
  }
  return query;
}

const isJudgedBy = (name: string) => sql<boolean>`exists (
  select from judge where judge.name = ${name} and judge.id = (solution.judged_by ->> 'judgeId')::integer
)`;

/** Number of the solutions that a filter chooses. */
export async function countChosen(db: Db, contestId: number, filter: AllowedFilter): Promise<number> {
  const { total } = await chosenSolutions(db, contestId, filter)
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Names of the judges whose verdicts stand in a contest. */
export async function listJudgesOf(db: Db, contestId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('judge')
    .select('judge.name')
    .distinct()
    .innerJoin('solution', (join) =>
      join.on(sql<boolean>`judge.id = (solution.judged_by ->> 'judgeId')::integer`),
    )
    .where('solution.contestId', '=', contestId)
    .where('solution.deletedAtMs', 'is', null)
    .orderBy('judge.name')
    .execute();
  return rows.map(({ name }) => name);
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
