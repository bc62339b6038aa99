import type { Db, Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';

/** Keeps a verdict that was given by hand, as the solution has it now, among the judgements of the solution. */
export async function keepDecision(
  tx: Tx,
  { solutionId, madeById, nowMs }: { solutionId: number; madeById: number; nowMs: number },
): Promise<void> {
  await tx
    .insertInto('judgement')
    .columns([
      ...([
        'solutionId',
        'verdictId',
        'score',
        'testNumber',
        'timeMs',
        'memoryKb',
        'compilationOutput',
      ] as const),
      ...(['judgingDetail', 'startedAtMs', 'endedAtMs', 'isManual', 'madeById'] as const),
    ])
    .expression((eb) =>
      eb
        .selectFrom('solution')
        .where('id', '=', solutionId)
        .select(['id', (part) => part.ref('verdictId').$notNull().as('verdictId'), 'score', 'testNumber'])
        .select(['timeMs', 'memoryKb', 'compilationError', 'judgingDetail'])
        .select((part) => [
          part.val(nowMs).as('startedAtMs'),
          part.val(nowMs).as('endedAtMs'),
          part.lit(true).as('isManual'),
          part.val(madeById).as('madeById'),
        ]),
    )
    .execute();
}

/** Judgements of a solution, newest first. */
export function findJudgements(db: Db, solutionId: number, limit: number) {
  return db
    .selectFrom('judgement')
    .where('solutionId', '=', solutionId)
    .select(['id', 'verdictId', 'score', 'testNumber', 'timeMs', 'memoryKb', 'compilationOutput'])
    .select(['judgingDetail', 'judgeName', 'startedAtMs', 'endedAtMs', 'isManual', 'madeById', 'reason'])
    .select(['rejudgingId', sql<string | null>`judged_by ->> 'compiler'`.as('compiler')])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
export type StoredJudgement = Awaited<ReturnType<typeof findJudgements>>[number];
