import { PackageReport } from '@balloon/contracts/judging/package-report.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';

/** Rules of a testset as stored. */
export function findTestset(db: Db, testsetId: number) {
  return db
    .selectFrom('testset')
    .select(['timeLimitMs', 'memoryLimitKb', 'outputLimitKb', 'checker', 'rules'])
    .where('id', '=', testsetId)
    .executeTakeFirstOrThrow();
}

/** The tests of a testset in order, with the sizes of their files. */
export function listSizedTests(db: Db, testsetId: number) {
  return db
    .selectFrom('test')
    .innerJoin('blob as input', 'input.sha256', 'test.inputSha256')
    .innerJoin('blob as answer', 'answer.sha256', 'test.answerSha256')
    .select([
      'test.inputSha256',
      'input.sizeBytes as inputBytes',
      'test.answerSha256',
      'answer.sizeBytes as answerBytes',
      'test.isSample',
      'test.points',
      'test.groupName as group',
      'test.flags',
      ...(['test.description', 'test.pictureSha256', 'test.pictureType'] as const),
    ])
    .where('test.testsetId', '=', testsetId)
    .orderBy('test.number')
    .execute();
}

/** Report on the package that became the problem last. */
export async function findLastReport(db: Db, problemId: number) {
  const found = await db
    .selectFrom('packageImport')
    .select(['id', 'fileName', 'finishedAtMs', 'report'])
    .where('problemId', '=', problemId)
    .where('state', '=', 'done')
    .where('report', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const report = PackageReport.safeParse(found?.report);
  return found && report.success ? { ...found, report: report.data } : undefined;
}

/** Whether a content belongs to a problem: to a test or to a program of any of its versions. */
export async function isContentOf(db: Db, problemId: number, sha256: string): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean }>`
    select exists (
      select from test join testset on testset.id = test.testset_id
      where testset.problem_id = ${problemId} and ${sha256} in (test.input_sha256, test.answer_sha256)
    ) or exists (
      select from testset
      where problem_id = ${problemId} and (
        position(${sha256} in checker::text) > 0 or position(${sha256} in rules::text) > 0
      )
    ) as is_known
  `.execute(db);
  return rows[0]?.isKnown === true;
}
