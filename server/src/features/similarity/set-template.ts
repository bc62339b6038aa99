import type { SetTemplate } from '@balloon/contracts/solutions/similarity.ts';
import { problemPosition } from '@balloon/domain/contests/problem-index.ts';
import { NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { getSupervisedContest } from '#features/contests/supervision.ts';
import type { Services, User } from '#services.ts';

/**
 * Stores what participants were given for a problem; the next comparison leaves it out.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it; PROBLEM_NOT_FOUND
 */
export function setTemplate(
  { db }: Services,
  user: User,
  { contestId, symbolIndex, source }: SetTemplate & { contestId: number },
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { name } = await getSupervisedContest(tx, user, contestId);
    const problem = await tx
      .selectFrom('contestProblem')
      .select('problemId')
      .where('contestId', '=', contestId)
      .where('position', '=', problemPosition(symbolIndex) ?? -1)
      .executeTakeFirst();
    if (!problem) throw new NotFoundError('PROBLEM_NOT_FOUND', `There is no problem ${symbolIndex} in it`);
    const { problemId } = problem;
    if (source.trim() === '')
      await tx
        .deleteFrom('similarityTemplate')
        .where('contestId', '=', contestId)
        .where('problemId', '=', problemId)
        .execute();
    else
      await tx
        .insertInto('similarityTemplate')
        .values({ contestId, problemId, source })
        .onConflict((conflict) => conflict.columns(['contestId', 'problemId']).doUpdateSet({ source }))
        .execute();
    await recordChange(tx, user, {
      action: 'contest.similarityTemplate',
      ...{ subjectId: contestId, subjectName: name, contestId },
      after: { symbolIndex, characters: source.length },
    });
  });
}
