import type { JuryDesk } from '@balloon/contracts/hall/jury-desk.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { ConflictError } from '#errors.ts';
import { readDesk, TAKEN_MS } from '#features/jury-desk/desk.queries.ts';
import { getSupervisedContestOf } from '#features/solutions/supervised-solution.ts';
import type { Services, User } from '#services.ts';

/**
 * Says that a supervisor checks a solution, so that no other one does the same, or that they do not any more. A take runs
 * out after `TAKEN_MS`; who said so may say it again.
 *
 * @throws {NotFoundError} SOLUTION_NOT_FOUND, also for who does not supervise its contest
 * @throws {ConflictError} SOLUTION_TAKEN by another supervisor
 */
export async function takeSolution(
  { db }: Services,
  user: User,
  { solutionId, isTaken }: { solutionId: number; isTaken: boolean },
): Promise<JuryDesk> {
  const { id: contestId } = await getSupervisedContestOf(db, user, solutionId);
  await db.transaction().execute(async (tx) => {
    const takenAtMs = await databaseNowMs(tx);
    if (!isTaken) {
      const own = tx.deleteFrom('solutionTake').where('solutionId', '=', solutionId);
      return void (await own.where('takenById', '=', user.id).execute());
    }
    const taken = await tx
      .insertInto('solutionTake')
      .values({ solutionId, takenById: user.id, takenAtMs })
      .onConflict((conflict) =>
        conflict
          .column('solutionId')
          .doUpdateSet({ takenById: user.id, takenAtMs })
          .where((eb) =>
            eb.or([
              eb('solutionTake.takenById', '=', user.id),
              eb('solutionTake.takenAtMs', '<=', takenAtMs - TAKEN_MS),
            ]),
          ),
      )
      .returning('solutionId')
      .executeTakeFirst();
    if (!taken)
      throw new ConflictError('SOLUTION_TAKEN', 'Another supervisor checks this solution at the moment');
  });
  return readDesk(db, contestId);
}
