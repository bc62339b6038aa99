import { type Connection, type Db, queryPrepared } from '@balloon/database/connect.ts';
import { type InferResult, sql } from 'kysely';
import { isTakenBy } from '#features/contests/contests.queries.ts';
import { isOfProblem } from '#features/problems/contest-problems.queries.ts';
import { judgedTestset } from '#features/problems/judged-testset.ts';
import {
  findSolution,
  ratingIn,
  type StoredSolution,
  SURROUNDING_COLUMNS,
} from '#features/solutions/solution-view.ts';

/** What a solution names that is about to be sent. */
export interface SendingQuestion {
  accountId: number;
  position: number;
  languageId: number;
}

/**
 * What stands around solutions that are about to be sent to a contest: enough to queue them and to show them to their
 * authors afterwards. Answers in the order of the questions; `undefined` where a problem or a language does not exist,
 * or takes no solutions such as this.
 */
export async function findSendingContexts(
  { db, pool }: Pick<Connection, 'db' | 'pool'>,
  contestId: number,
  questions: readonly SendingQuestion[],
): Promise<(SendingContext | undefined)[]> {
  const rows = await queryPrepared(pool, 'sending-contexts', contextQuery(db, contestId, questions));
  const found = new Map(rows.map((row) => [row.ordinal, row]));
  return questions.map((_, ordinal) => found.get(ordinal));
}

export type SendingContext = InferResult<ReturnType<typeof contextQuery>>[number];

interface AskedRow extends SendingQuestion {
  ordinal: number;
}

function contextQuery(db: Db, contestId: number, questions: readonly SendingQuestion[]) {
  const asked = questions.map(({ accountId, position, languageId }, ordinal) => ({
    ...{ ordinal, account_id: accountId, position, language_id: languageId },
  }));
  return db
    .selectFrom(
      sql<AskedRow>`jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)`.as<'asked'>(
        sql`asked (ordinal integer, account_id integer, position integer, language_id integer)`,
      ),
    )
    .innerJoin('contest', (join) => join.on('contest.id', '=', contestId))
    .innerJoin('account', 'account.id', 'asked.accountId')
    .innerJoin('contestProblem', (join) =>
      join
        .onRef('contestProblem.contestId', '=', 'contest.id')
        .onRef('contestProblem.position', '=', 'asked.position'),
    )
    .innerJoin('problem', (join) =>
      join.onRef('problem.id', '=', 'contestProblem.problemId').on('problem.deletedAtMs', 'is', null),
    )
    .innerJoin('language', 'language.id', 'asked.languageId')
    .leftJoin('problemVersion as pinned', (join) =>
      join
        .onRef('pinned.uuid', '=', 'contestProblem.versionId')
        .onRef('pinned.problemId', '=', 'contestProblem.problemId'),
    )
    .where('language.nonactive', '=', false)
    .where(isOfProblem(sql.ref('problem.id')))
    .where(isTakenBy(contestId))
    .where((eb) =>
      eb.or([eb('problem.systemType', '<>', 'balloon'), eb(judgedTestset('contestProblem'), 'is not', null)]),
    )
    .select(SURROUNDING_COLUMNS)
    .select((eb) => [
      'asked.ordinal',
      'problem.id as problemId',
      ratingIn('contest.id', 'asked.accountId').as('rating'),
      eb.fn.coalesce('pinned.title', 'problem.title').as('title'),
    ]);
}

/** What the database has assigned to a solution that was accepted, with what was sent. */
interface Accepted {
  id: number;
  contestId: number;
  userId: number;
  languageId: number;
  sentAtMs: number;
  sourceSha256: string;
}

/** The solution as `findSolution` would load it at the moment at which it was accepted. */
export async function acceptedSolution(
  db: Db,
  { ordinal: _, ...context }: SendingContext,
  accepted: Accepted,
): Promise<StoredSolution> {
  if (context.systemType === 'balloon') return { ...context, ...accepted, ...NOT_JUDGED };
  // Its place in the queue of an outside system is shown, too.
  const stored = await findSolution(db, accepted.id);
  if (!stored) throw new Error(`Solution ${accepted.id} was not found after it was stored`);
  return stored;
}

const NOT_JUDGED = {
  verdictId: null,
  verdictGotAtMs: null,
  testNumber: 0,
  timeMs: 0,
  memoryKb: 0,
  compilationError: null,
  duplicatedFromId: null,
  deletedAtMs: null,
  state: 'queued',
  judgingTestNumber: 0,
  testsNumber: null,
  outsideWait: null,
  foreignVerdict: null,
} as const;
