import type { Tx } from '@balloon/database/connect.ts';
import { NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { lockContestLog } from '#features/contests/contest-log.ts';
import { raiseRevision } from '#features/contests/contest-revision.ts';
import { problemNotFound } from '#features/problems/problem-access.ts';
import { findProblem } from '#features/problems/problems.queries.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

/**
 * Pins a problem of a contest to a version, which is then shown and judged by its tests, checker and limits;
 * null unpins it. Existing verdicts stay: stale ones are judged again on demand.
 *
 * @returns the link of the problem to the contest
 * @throws {NotFoundError} PROBLEM_NOT_FOUND, VERSION_NOT_FOUND, CONTEST_NOT_FOUND
 */
export function pinVersion(
  { db, log }: Services,
  admin: User,
  { problemId, contestId, versionId }: { problemId: number; contestId: number; versionId: string | null },
) {
  return db.transaction().execute(async (tx) => {
    if (!(await findProblem(tx, problemId))) throw problemNotFound(problemId);
    if (versionId !== null) await requireVersion(tx, problemId, versionId);
    await lockContestLog(tx, contestId); // before the link, as all do who change the problems of a contest
    const former = await tx
      .selectFrom('contestProblem')
      .select('versionId')
      .where('contestId', '=', contestId)
      .where('problemId', '=', problemId)
      .executeTakeFirst();
    const link = await tx
      .updateTable('contestProblem')
      .set({ versionId })
      .where('contestId', '=', contestId)
      .where('problemId', '=', problemId)
      .returning(['id', 'contestId', 'problemId', 'versionId'])
      .executeTakeFirst();
    if (!link) {
      throw new NotFoundError('CONTEST_NOT_FOUND', `No contest ${contestId} uses problem ${problemId}`);
    }
    await recordChange(tx, admin, {
      action: 'contest.pinVersion',
      subjectId: contestId,
      ...{ contestId, version: await raiseRevision(tx, contestId) },
      before: { problemId: null, versionId: former?.versionId ?? null },
      after: { problemId, versionId },
    });
    await announce(tx, 'contest.changed', { contestId });
    log.info({ contestId, problemId, versionId, adminId: admin.id }, 'a problem was pinned to a version');
    return link;
  });
}

async function requireVersion(tx: Tx, problemId: number, uuid: string): Promise<void> {
  const version = await tx
    .selectFrom('problemVersion')
    .select('uuid')
    .where('uuid', '=', uuid)
    .where('problemId', '=', problemId)
    .executeTakeFirst();
  if (!version) throw new NotFoundError('VERSION_NOT_FOUND', `Problem ${problemId} has no version ${uuid}`);
}
