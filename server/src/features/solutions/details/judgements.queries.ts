import type { Db, Tx } from '@balloon/database/connect.ts';
import { type TestRun, unpackTestRuns } from '@balloon/domain/judging/test-runs.ts';
import { sql } from 'kysely';
import { keptCompilerOutput } from '#features/solutions/compiler-outputs.queries.ts';

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
        'compilerOutputSha256',
      ] as const),
      ...(['judgingDetail', 'startedAtMs', 'endedAtMs', 'isManual', 'madeById'] as const),
    ])
    .expression((eb) =>
      eb
        .selectFrom('solution')
        .where('id', '=', solutionId)
        .select(['id', (part) => part.ref('verdictId').$notNull().as('verdictId'), 'score', 'testNumber'])
        .select([
          'timeMs',
          'memoryKb',
          keptCompilerOutput(sql.ref('compilation_error')).as('compilerOutputSha256'),
        ])
        .select('judgingDetail')
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
    .leftJoin('compilerOutput as said', 'said.sha256', 'judgement.compilerOutputSha256')
    .where('solutionId', '=', solutionId)
    .select([
      'id',
      'verdictId',
      'score',
      'testNumber',
      'timeMs',
      'memoryKb',
      'said.text as compilationOutput',
    ])
    .select(['judgingDetail', 'judgeName', 'startedAtMs', 'endedAtMs', 'isManual', 'madeById', 'reason'])
    .select(['rejudgingId', 'judgedBy', sql<boolean>`test_runs is not null`.as('hasTests')])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
export type StoredJudgement = Awaited<ReturnType<typeof findJudgements>>[number];

/** Results of the tests of some judgements of a solution; those whose results are not kept or not readable are missing. */
export async function findTestRuns(
  db: Db,
  solutionId: number,
  judgementIds: readonly number[],
): Promise<ReadonlyMap<number, TestRun[]>> {
  const rows = await db
    .selectFrom('judgement')
    .where('solutionId', '=', solutionId)
    .where('id', 'in', [...judgementIds])
    .select(['id', 'testRuns'])
    .execute();
  return new Map(
    rows.flatMap(({ id, testRuns }) => {
      const runs = testRuns && unpackTestRuns(testRuns);
      return runs ? [[id, runs] as const] : [];
    }),
  );
}
