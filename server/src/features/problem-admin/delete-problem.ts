import type { ProblemDeletion } from '@balloon/contracts/problems/problem-admin.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { type Db, takeTime } from '@balloon/database/connect.ts';
import { contestStatus, withExtraTime } from '@balloon/domain/contests/contest-phase.ts';
import { sql } from 'kysely';
import { ConflictError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { CONTEST_COLUMNS } from '#features/contests/contests.queries.ts';
import { problemNotFound } from '#features/problems/problem-access.ts';
import type { Services, User } from '#services.ts';

/**
 * Says what hangs on a problem, deleted or not.
 *
 * @throws {NotFoundError} PROBLEM_NOT_FOUND
 */
export async function readDeletion(db: Db, problemId: number): Promise<ProblemDeletion> {
  const problem = await db
    .selectFrom('problem')
    .select([
      'id',
      'title',
      sql<boolean>`deleted_at_ms is not null`.as('isDeleted'),
      sql<number>`(
        select count(*)::integer from solution where problem_id = problem.id and solution.deleted_at_ms is null
      )`.as('solutionsNumber'),
    ])
    .where('id', '=', problemId)
    .executeTakeFirst();
  if (!problem) throw problemNotFound(problemId);
  const nowMs = await databaseNowMs(db);
  const using = await db
    .selectFrom('contest')
    .innerJoin('contestProblem', 'contestProblem.contestId', 'contest.id')
    .select(CONTEST_COLUMNS)
    .where('contestProblem.problemId', '=', problemId)
    .where('contest.isSuspended', '=', false)
    .where('contest.virtualOfId', 'is', null) // its owner began it, and nobody else can end it
    .orderBy('contest.startTimeMs', 'desc')
    .execute();
  const contests = using.map((contest) => ({
    id: contest.id,
    name: contest.name,
    status: contestStatus({ ...withExtraTime(contest, contest.extraTimeMs), isEnabled: true }, nowMs),
  }));
  return { ...problem, contests, canDelete: contests.every(({ status }) => status === 'FINISHED') };
}

/**
 * Deletes a problem from lists and pickers, or restores it. Contests that are over keep showing it, with its
 * solutions.
 *
 * @throws {NotFoundError} PROBLEM_NOT_FOUND
 * @throws {ConflictError} PROBLEM_IN_USE while a contest with it is not over, with the contests in `restParams`
 */
export function setDeleted(
  { db, log }: Services,
  admin: User,
  problemId: number,
  isDeleted: boolean,
): Promise<ProblemDeletion> {
  return db.transaction().execute(async (tx) => {
    await takeTime(tx);
    // Waits for what refers to the problem, so that a contest which is being given it is seen below.
    await tx.selectFrom('problem').select('id').where('id', '=', problemId).forUpdate().execute();
    const before = await readDeletion(tx, problemId);
    if (isDeleted && !before.isDeleted && !before.canDelete) {
      const contests = before.contests.filter(({ status }) => status !== 'FINISHED');
      const names = contests.map(({ name }) => name).join(', ');
      throw new ConflictError('PROBLEM_IN_USE', `Take the problem out of these contests first: ${names}`, {
        restParams: { contests },
      });
    }
    const deletedAtMs = isDeleted ? await databaseNowMs(tx) : null;
    if (isDeleted !== before.isDeleted) {
      await recordChange(tx, admin, {
        action: isDeleted ? 'problem.delete' : 'problem.restore',
        ...{ subjectId: problemId, subjectName: before.title },
      });
    }
    await tx.updateTable('problem').set({ deletedAtMs }).where('id', '=', problemId).execute();
    log.info({ problemId, adminId: admin.id, isDeleted }, 'a problem was deleted or restored');
    return { ...before, isDeleted };
  });
}
