import type { RunsToSettle } from '@balloon/contracts/outside-systems.ts';
import type { Db } from '@balloon/database/connect.ts';
import { ConflictError, NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { OUTSIDE } from '#features/queue/enqueue-judging.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

/** Most runs in the list of those to settle. */
const LISTED = 200;

/** Lists runs that need a supervisor, the oldest first. */
export function listRunsToSettle(db: Db): Promise<RunsToSettle> {
  return db
    .selectFrom('outsideRun as run')
    .innerJoin('solution', 'solution.id', 'run.solutionId')
    .where((eb) => eb.or([eb('run.state', '=', 'unsettled'), eb('run.isStrange', '=', true)]))
    .select(['run.solutionId', 'solution.contestId', 'run.serverId', 'run.state', 'run.foreignRunId'])
    .select(['run.foreignVerdict', 'run.candidates', 'run.sentAtMs'])
    .orderBy('run.solutionId')
    .limit(LISTED)
    .execute();
}

/**
 * Decides on a run for which several may stand.
 *
 * @param runId id of the right one in the system; null: nothing was sent, the solution is sent again
 * @throws {NotFoundError} OUTSIDE_RUN_NOT_FOUND when nothing is to be decided
 * @throws {ConflictError} OUTSIDE_RUN_TAKEN by another solution
 */
export async function settleRun(
  { db }: Services,
  admin: User,
  solutionId: number,
  runId: string | null,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const run = await tx
      .selectFrom('outsideRun')
      .select(['serverId', 'candidates'])
      .where('solutionId', '=', solutionId)
      .where('state', '=', 'unsettled')
      .forUpdate()
      .executeTakeFirst();
    if (!run)
      throw new NotFoundError('OUTSIDE_RUN_NOT_FOUND', `Solution ${solutionId} has no run to be settled`);
    if (runId === null) await tx.deleteFrom('outsideRun').where('solutionId', '=', solutionId).execute();
    else {
      const other = await tx
        .selectFrom('outsideRun')
        .select('solutionId')
        .where('serverId', '=', run.serverId)
        .where('foreignRunId', '=', runId)
        .executeTakeFirst();
      if (other)
        throw new ConflictError('OUTSIDE_RUN_TAKEN', `Run ${runId} is that of solution ${other.solutionId}`);
      await tx
        .updateTable('outsideRun')
        .set({ state: 'accepted', foreignRunId: runId, candidates: [] })
        .where('solutionId', '=', solutionId)
        .execute();
    }
    await recordChange(tx, admin, {
      action: 'solution.settleRun',
      ...{ subjectId: solutionId, before: { candidates: run.candidates }, after: { runId } },
    });
    await announce(tx, 'judging.waiting', { languageKey: OUTSIDE });
  });
}
