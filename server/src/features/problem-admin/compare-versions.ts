import type { VersionComparison } from '@balloon/contracts/problems/problem-admin.ts';
import type { Db } from '@balloon/database/connect.ts';
import { NotFoundError } from '#errors.ts';
import { findAuthor } from '#features/problem-admin/read-managed-problem.ts';
import { problemNotFound } from '#features/problems/problem-access.ts';
import { safeAttachments } from '#features/problems/problem-view.ts';
import {
  findProblem,
  type StatementContent,
  type StoredProblem,
} from '#features/problems/problems.queries.ts';
import { sanitizeStatement } from '#features/problems/sanitize-statement.ts';
import { withFileAddresses } from '#features/problems/statement-files.ts';
import {
  type ComparedProblem,
  changesBetween,
  contentOf,
  presentContent,
} from '#features/problems/version-changes.ts';
import { findVersion } from '#features/problems/versions.queries.ts';
import type { Services } from '#services.ts';

/**
 * Compares two versions of a problem, or one with what the problem is now.
 *
 * @throws {NotFoundError} PROBLEM_NOT_FOUND, VERSION_NOT_FOUND
 */
export async function compareVersions(
  { db }: Services,
  { problemId, from, to }: { problemId: number; from: number; to: number | undefined },
): Promise<VersionComparison> {
  const problem = await findProblem(db, problemId);
  if (!problem) throw problemNotFound(problemId);
  const [one, other] = [await loadSide(db, problem, from), await loadSide(db, problem, to)];
  return {
    changes: await changesBetween(db, other, one),
    from: await showSide(db, problemId, one),
    to: await showSide(db, problemId, other),
  };
}

interface Side extends ComparedProblem {
  versionNumber: number | null;
  createdAt: Date | null;
  authorId: number | null;
}

async function loadSide(db: Db, problem: StoredProblem, versionNumber: number | undefined): Promise<Side> {
  if (versionNumber === undefined) {
    return { ...(await presentContent(db, problem)), versionNumber: null, createdAt: null, authorId: null };
  }
  const version = await findVersion(db, problem.id, versionNumber);
  if (!version) {
    throw new NotFoundError('VERSION_NOT_FOUND', `Problem ${problem.id} has no version ${versionNumber}`);
  }
  const { authorId } = await db
    .selectFrom('problemVersion')
    .select('authorId')
    .where('uuid', '=', version.uuid)
    .executeTakeFirstOrThrow();
  const { createdAt } = version;
  return { ...(await contentOf(db, version)), versionNumber, createdAt, authorId };
}

async function showSide(db: Db, problemId: number, side: Side): Promise<VersionComparison['from']> {
  const show = ({ title, htmlStatement, attachments }: StatementContent, locale: string | null) => ({
    locale,
    title,
    htmlStatement: sanitizeStatement(withFileAddresses(htmlStatement, problemId)),
    attachments: safeAttachments(attachments),
  });
  const translated = side.statements.map((statement) => show(statement, statement.locale));
  return {
    versionNumber: side.versionNumber,
    author: await findAuthor(db, side.authorId),
    createdAtMs: side.createdAt?.getTime() ?? null,
    statements: translated.length > 0 ? translated : [show(side.own, null)],
    editorials: side.editorials,
    ...(await findLimits(db, side.testsetId)),
  };
}

async function findLimits(db: Db, testsetId: number | null) {
  const found =
    testsetId === null
      ? undefined
      : await db
          .selectFrom('testset')
          .select((eb) => [
            'timeLimitMs',
            'memoryLimitKb',
            eb
              .selectFrom('test')
              .whereRef('test.testsetId', '=', 'testset.id')
              .select(eb.fn.countAll<number>().as('number'))
              .as('testsNumber'),
          ])
          .where('id', '=', testsetId)
          .executeTakeFirst();
  return {
    timeLimitMs: found?.timeLimitMs ?? null,
    memoryLimitKb: found?.memoryLimitKb ?? null,
    testsNumber: found?.testsNumber ?? 0,
  };
}
