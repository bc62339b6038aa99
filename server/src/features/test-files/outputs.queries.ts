import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { judgedTestset } from '#features/problems/judged-testset.ts';
import type { Services } from '#services.ts';

/** Time for which outputs are kept: long enough to work on a claim, short enough to fill no disk. */
const KEPT_MS = 3 * 3_600_000;

/** A test of the problem of a solution, with the output that was made on it, if any. */
export function findSolutionTest(db: Db, solutionId: number, testNumber: number) {
  return db
    .selectFrom('solution')
    .innerJoin('testset', (join) => join.on('testset.id', '=', judgedTestset('solution')))
    .innerJoin('test', 'test.testsetId', 'testset.id')
    .innerJoin('blob as input', 'input.sha256', 'test.inputSha256')
    .innerJoin('blob as answer', 'answer.sha256', 'test.answerSha256')
    .leftJoin('solutionOutput as made', (join) =>
      join.onRef('made.solutionId', '=', 'solution.id').onRef('made.testNumber', '=', 'test.number'),
    )
    .leftJoin('blob as output', 'output.sha256', 'made.sha256')
    .where('solution.id', '=', solutionId)
    .where('solution.deletedAtMs', 'is', null)
    .where('test.number', '=', testNumber)
    .select([
      'test.description',
      'test.inputSha256',
      'input.sizeBytes as inputBytes',
      'test.answerSha256',
      'answer.sizeBytes as answerBytes',
      'testset.sha256 as testsetSha256',
      'made.verdictId',
      'made.timeMs',
      'made.memoryKb',
      'made.comment',
      'made.sha256 as outputSha256',
      'made.outputBytes',
      'made.testsetSha256 as madeWith',
      'made.madeAtMs',
      'output.sizeBytes as keptBytes',
      sql<number>`(select count(*)::integer from test as every where every.testset_id = testset.id)`.as(
        'testsNumber',
      ),
    ])
    .executeTakeFirst();
}
export type StoredSolutionTest = NonNullable<Awaited<ReturnType<typeof findSolutionTest>>>;

/** Forgets outputs after some hours; their blobs go a day later. */
export async function removeOldOutputs({ db }: Services): Promise<void> {
  const oldestMs = (await databaseNowMs(db)) - KEPT_MS;
  await db.deleteFrom('solutionOutput').where('madeAtMs', '<', oldestMs).execute();
}
