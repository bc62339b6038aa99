import type { RolledBack } from '@balloon/contracts/problems/problems.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { problemNotFound } from '#features/problems/problem-access.ts';
import { safeAttachments } from '#features/problems/problem-view.ts';
import { sanitizeStatement } from '#features/problems/sanitize-statement.ts';
import { withFileAddresses } from '#features/problems/statement-files.ts';
import { tellContestsOf } from '#features/problems/tell-contests.ts';
import { findVersion, storeVersion, takeContentOf } from '#features/problems/versions.queries.ts';
import type { Services, User } from '#services.ts';

/**
 * Restores the content of a version: statements in all languages, files, tests and limits. The result is a
 * new version; no version is removed.
 *
 * @throws {NotFoundError} PROBLEM_NOT_FOUND, VERSION_NOT_FOUND
 */
export function rollBack(
  { db, log }: Services,
  admin: User,
  { problemId, versionNumber }: { problemId: number; versionNumber: number },
): Promise<RolledBack> {
  return db.transaction().execute(async (tx) => {
    await lockProblem(tx, problemId);
    const version = await findVersion(tx, problemId, versionNumber);
    if (!version) {
      throw new NotFoundError('VERSION_NOT_FOUND', `Problem ${problemId} has no version ${versionNumber}`);
    }
    await takeContentOf(tx, version);
    const newest = await storeVersion(tx, problemId, admin.id);
    await tellContestsOf(tx, problemId);
    const { title } = version;
    const after = { restored: versionNumber, versionNumber: newest.versionNumber };
    const subject = { subjectId: problemId, subjectName: title, version: newest.versionNumber, after };
    await recordChange(tx, admin, { action: 'problem.rollback', ...subject });
    log.info({ problemId, versionNumber, adminId: admin.id }, 'a problem went back to a version');
    return {
      ...newest,
      problemId,
      title,
      htmlStatement: sanitizeStatement(withFileAddresses(version.htmlStatement, problemId)),
      attachments: safeAttachments(version.attachments),
      createdAt: newest.createdAt.toISOString(),
    };
  });
}

/** Locks a problem, so that simultaneous versions get consecutive numbers. */
export async function lockProblem(tx: Tx, problemId: number): Promise<void> {
  const problem = await tx
    .selectFrom('problem')
    .select('id')
    .where('id', '=', problemId)
    .where('deletedAtMs', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!problem) throw problemNotFound(problemId);
}
