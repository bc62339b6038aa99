import type { TestGroup } from '@balloon/contracts/judging/testset.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { unpackTestRuns } from '@balloon/domain/judging/test-runs.ts';
import { sql } from 'kysely';
import { judgedTestset } from '#features/problems/testsets/judged-testset.ts';
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
      ...(['test.description', 'test.isSample', 'test.points', 'test.flags'] as const),
      ...(['test.groupName', 'test.pictureSha256', 'test.pictureType'] as const),
      sql<TestGroup | null>`(
        select value from jsonb_array_elements(testset.rules -> 'groups') where value ->> 'name' = test.group_name limit 1
      )`.as('group'),
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

/** What the newest judging that failed on a test wrote there; `undefined` where it is not kept. */
export async function findJudgedOutput(db: Db, solutionId: number, testNumber: number) {
  const found = await db
    .selectFrom('judgementOutput as kept')
    .innerJoin('judgement', 'judgement.id', 'kept.judgementId')
    .where('kept.solutionId', '=', solutionId)
    .where('kept.testNumber', '=', testNumber)
    .select(['kept.packed', 'kept.keptBytes', 'kept.outputBytes'])
    .select(['judgement.verdictId', 'judgement.timeMs', 'judgement.memoryKb', 'judgement.judgingDetail'])
    .select(['judgement.endedAtMs', 'judgement.testRuns'])
    .select(sql<string | null>`judgement.judged_by ->> 'testsetSha256'`.as('testsetSha256'))
    .orderBy('kept.judgementId', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!found) return undefined;
  const { testRuns, ...judged } = found;
  const run = testRuns && unpackTestRuns(testRuns)?.find(({ number }) => number === testNumber);
  return { ...judged, ...(run ? { timeMs: run.timeMs, memoryKb: run.memoryKb } : {}) };
}
export type JudgedOutput = NonNullable<Awaited<ReturnType<typeof findJudgedOutput>>>;

/** Forgets outputs after some hours; their blobs go a day later. */
export async function removeOldOutputs({ db }: Services): Promise<void> {
  const oldestMs = (await databaseNowMs(db)) - KEPT_MS;
  await db.deleteFrom('solutionOutput').where('madeAtMs', '<', oldestMs).execute();
}

/** Throws away the oldest outputs of judgings, until the others are no larger together than the site allows. */
export async function removeExcessOutputs(db: Db, maxBytes: number): Promise<void> {
  await sql`
    delete from judgement_output where judgement_id <= (
      select judgement_id
      from (
        select judgement_id, sum(octet_length(packed)) over (order by judgement_id desc) as total
        from judgement_output
      ) as outputs
      where total > ${maxBytes}
      order by judgement_id desc
      limit 1
    )
  `.execute(db);
}
