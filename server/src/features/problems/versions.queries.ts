import type { Db, Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import {
  LANGUAGE_LIMITS,
  type StatementContent,
  type StoredProblem,
} from '#features/problems/problems.queries.ts';

/** A version with its limits; null where the problem's limits apply. */
export interface StoredVersion extends StatementContent {
  uuid: string;
  problemId: number;
  versionNumber: number;
  createdAt: Date;
  testsetId: number | null;
  timeLimitMs: number | null;
  memoryLimitKb: number | null;
  languageLimits: StoredProblem['languageLimits'];
}

/** The versions of a problem, oldest first. */
export function listVersions(db: Db, problemId: number) {
  return db
    .selectFrom('problemVersion')
    .select(['uuid', 'versionNumber', 'createdAt'])
    .where('problemId', '=', problemId)
    .orderBy('versionNumber')
    .execute();
}
export type ListedVersion = Awaited<ReturnType<typeof listVersions>>[number];

/** Number of the newest version of a problem; 0 for one without versions. */
export async function findLatestVersionNumber(db: Db, problemId: number): Promise<number> {
  const { latest } = await db
    .selectFrom('problemVersion')
    .select((eb) => eb.fn.coalesce(eb.fn.max('versionNumber'), eb.lit(0)).as('latest'))
    .where('problemId', '=', problemId)
    .executeTakeFirstOrThrow();
  return latest;
}

const selectVersions = (db: Db) =>
  db
    .selectFrom('problemVersion as version')
    .leftJoin('testset', 'testset.id', 'version.testsetId')
    .select([
      'version.uuid',
      'version.problemId',
      'version.versionNumber',
      'version.createdAt',
      'version.title',
      'version.htmlStatement',
      'version.attachments',
      'version.samples',
      'version.testsetId',
      'testset.timeLimitMs',
      'testset.memoryLimitKb',
      LANGUAGE_LIMITS,
    ]);

export function findVersion(
  db: Db,
  problemId: number,
  versionNumber: number,
): Promise<StoredVersion | undefined> {
  return selectVersions(db)
    .where('version.problemId', '=', problemId)
    .where('version.versionNumber', '=', versionNumber)
    .executeTakeFirst();
}

export async function findVersions(db: Db, uuids: readonly string[]): Promise<StoredVersion[]> {
  if (uuids.length === 0) return [];
  return selectVersions(db).where('version.uuid', 'in', uuids).execute();
}

/** The statements of versions in all languages that they have. */
export async function findVersionStatements(db: Db, uuids: readonly string[]) {
  if (uuids.length === 0) return [];
  return db
    .selectFrom('problemVersionStatement')
    .select(['versionUuid', 'locale', 'title', 'htmlStatement', 'attachments', 'samples'])
    .where('versionUuid', 'in', uuids)
    .execute();
}

/**
 * Stores the current problem as its next version. The caller must hold a lock on the problem's row, so that
 * versions get consecutive numbers.
 *
 * @param authorId who saved it; null when that is unknown
 * @param comment why, in the author's words
 */
export async function storeVersion(
  tx: Tx,
  problemId: number,
  authorId: number | null = null,
  comment = '',
): Promise<ListedVersion> {
  const { rows } = await sql<ListedVersion>`
    insert into problem_version (
      problem_id, version_number, title, html_statement, text_statement, attachments, samples, testset_id, editorials,
      author_id, comment
    )
    select
      id, (select coalesce(max(version_number), 0) + 1 from problem_version where problem_id = problem.id),
      title, html_statement, text_statement, attachments, samples, testset_id, editorials,
      ${authorId}::integer, ${comment}
    from problem
    where id = ${problemId}
    returning uuid, version_number, created_at
  `.execute(tx);
  const [version] = rows;
  if (!version) throw new Error(`Problem ${problemId} was deleted meanwhile`);
  await sql`
    insert into problem_version_statement (version_uuid, locale, title, html_statement, attachments, samples)
    select ${version.uuid}, locale, title, html_statement, attachments, samples
    from problem_statement
    where problem_id = ${problemId}
  `.execute(tx);
  return version;
}

/** Restores the content of a version. A version without tests keeps the problem's present ones. */
export async function takeContentOf(tx: Tx, { uuid, problemId }: StoredVersion): Promise<void> {
  await sql`
    update problem set
      title = version.title,
      html_statement = version.html_statement,
      text_statement = version.text_statement,
      attachments = version.attachments,
      samples = version.samples,
      editorials = version.editorials,
      testset_id = coalesce(version.testset_id, problem.testset_id),
      updated_at = now()
    from problem_version version
    where version.uuid = ${uuid} and problem.id = version.problem_id
  `.execute(tx);
  await tx.deleteFrom('problemStatement').where('problemId', '=', problemId).execute();
  await sql`
    insert into problem_statement (problem_id, locale, title, html_statement, attachments, samples)
    select ${problemId}, locale, title, html_statement, attachments, samples
    from problem_version_statement
    where version_uuid = ${uuid}
  `.execute(tx);
}
