import type { Tx } from '@balloon/database/connect.ts';
import { ConflictError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { storeSearchEnd } from '#features/comparing/parts.queries.ts';
import { getSupervisedContest } from '#features/contests/supervision.ts';
import { enqueueComparing } from '#features/queue/enqueue-judging.ts';
import { planParts } from '#features/similarity/plan-parts.ts';
import {
  beginSearch,
  findAccepted,
  insertParts,
  lockRunningSearch,
} from '#features/similarity/similarity.queries.ts';
import type { Services, User } from '#services.ts';

/**
 * Lets judges compare the solutions of a contest, behind all other work.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ConflictError} SIMILARITY_RUNNING
 */
export function startSearch({ db }: Services, user: User, contestId: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { name } = await getSupervisedContest(tx, user, contestId);
    const solutions = await findAccepted(tx, contestId);
    const { parts, setsNumber } = planParts(solutions);
    const compared = new Set(parts.flatMap(({ solutionIds }) => solutionIds));
    const begun = await beginSearch(tx, contestId, {
      startedById: user.id,
      // A set has one more part, which finds its pairs.
      partsNumber: parts.length + setsNumber,
      comparedNumber: solutions.filter(({ id }) => !compared.has(id)).length,
    });
    if (!begun) {
      throw new ConflictError('SIMILARITY_RUNNING', 'Solutions of this contest are being compared already');
    }
    if (parts.length > 0) {
      await insertParts(tx, contestId, parts);
      await enqueueComparing(tx, { contestId, kind: 'read', accountId: user.id });
    } else await storeSearchEnd(tx, contestId, { pairs: [], isCancelled: false });
    await record(tx, user, 'contest.compareSolutions', { contestId, name });
  });
}

/**
 * Ends a search: judges that have parts of it drop them at their next report, and what they found so far is forgotten.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ConflictError} SIMILARITY_NOT_RUNNING
 */
export function cancelSearch({ db }: Services, user: User, contestId: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { name } = await getSupervisedContest(tx, user, contestId);
    if (!(await lockRunningSearch(tx, contestId))) {
      throw new ConflictError('SIMILARITY_NOT_RUNNING', 'Nothing is being compared: it has ended already');
    }
    await storeSearchEnd(tx, contestId, { pairs: [], isCancelled: true });
    await record(tx, user, 'contest.cancelComparing', { contestId, name });
  });
}

function record(
  tx: Tx,
  user: User,
  action: 'contest.compareSolutions' | 'contest.cancelComparing',
  { contestId, name }: { contestId: number; name: string },
): Promise<void> {
  return recordChange(tx, user, { action, subjectId: contestId, subjectName: name, contestId });
}
