import type { Solution } from '@balloon/contracts/solutions/solutions.ts';
import { isAdmin } from '@balloon/domain/contests/contest-access.ts';
import { ConflictError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { viewerOf } from '#features/contests/contest-access.ts';
import { lockContestLog } from '#features/contests/contest-log.ts';
import { findSolutionToDuplicate } from '#features/solutions/deciding/deciding.queries.ts';
import { storeCopy } from '#features/solutions/sending/accept-solutions.ts';
import { getActiveLanguage } from '#features/solutions/sending/active-language.ts';
import { findSolution, renderSolution } from '#features/solutions/solution-view.ts';
import { getSupervisedContestOf } from '#features/solutions/supervised-solution.ts';
import { SUPPORT_ID } from '#features/users/reserved-ids.ts';
import type { Services, User } from '#services.ts';

/**
 * Sends the same source again. It counts for its author as another try, unless it is sent as the jury's: then
 * its author is the support identity, or the moderator who asked.
 *
 * @throws {NotFoundError} SOLUTION_NOT_FOUND, also for who does not supervise its contest
 * @throws {ConflictError} PROBLEM_NOT_IN_CONTEST when the problem was taken out
 * @throws {InvalidInputError} LANGUAGE_NOT_ACTIVE, LANGUAGE_OF_OTHER_SYSTEM
 */
export async function duplicateSolution(
  { db, log }: Services,
  supervisor: User,
  { solutionId, asAdmin }: { solutionId: number; asAdmin: boolean },
): Promise<Solution> {
  const { id: contestId } = await getSupervisedContestOf(db, supervisor, solutionId);
  return db.transaction().execute(async (tx) => {
    await lockContestLog(tx, contestId);
    const original = await findSolutionToDuplicate(tx, solutionId);
    if (!original) {
      throw new ConflictError(
        'PROBLEM_NOT_IN_CONTEST',
        `Solution ${solutionId} is gone, or its problem was taken out of the contest`,
      );
    }
    const language = await getActiveLanguage(tx, original.languageId, original.problemId);
    const accountId = asAdmin ? juryOf(supervisor) : original.accountId;
    const id = await storeCopy(tx, contestId, {
      ...original,
      accountId,
      languageKey: language.foreignLanguageId,
      duplicatedFromId: solutionId,
    });
    const stored = await findSolution(tx, id);
    if (!stored) throw new Error(`The copy of solution ${solutionId} was not found after it was stored`);
    const after = { copyId: id, authorId: accountId };
    const subject = { subjectId: solutionId, contestId, after };
    await recordChange(tx, supervisor, { action: 'solution.duplicate', ...subject });
    log.info({ solutionId, copyId: id, accountId, supervisorId: supervisor.id }, 'a solution is duplicated');
    return renderSolution(stored, viewerOf(supervisor));
  });
}

const juryOf = ({ id, accessMask }: User) => (isAdmin(accessMask) ? SUPPORT_ID : id);
