import type { RejudgingDetail } from '@balloon/contracts/solutions/rejudgings.ts';
import { NOW_MS } from '@balloon/database/clock.ts';
import { sql } from 'kysely';
import { ConflictError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { lockContestLog } from '#features/contests/contest-log.ts';
import { getSupervisedContest } from '#features/contests/supervision.ts';
import { getRejudging, readRejudging } from '#features/rejudgings/read-rejudging.ts';
import type { Services, User } from '#services.ts';

interface Named {
  contestId: number;
  rejudgingId: number;
}

/**
 * Makes the results the verdicts, all at once (`apply_rejudging` in `database/schema.sql`). A solution keeps its verdict
 * when its runs differ, when judges failed at it, and when the verdict has changed since the rejudging began.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also for who does not supervise it, and REJUDGING_NOT_FOUND
 * @throws {ConflictError} REJUDGING_NOT_READY while judges are at it, REJUDGING_ENDED
 */
export async function applyRejudging(
  services: Services,
  supervisor: User,
  { contestId, rejudgingId }: Named,
): Promise<RejudgingDetail> {
  const { db, log } = services;
  await getSupervisedContest(db, supervisor, contestId);
  const changed = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ changed: number | null }>`
      select apply_rejudging(${contestId}::integer, ${rejudgingId}::integer, ${supervisor.id}::integer) as changed
    `.execute(tx);
    const number = rows[0]?.changed ?? null;
    if (number === null) throw notOpen(await getRejudging(tx, contestId, rejudgingId));
    const after = { rejudgingId, changed: number };
    await recordChange(tx, supervisor, { action: 'rejudging.apply', subjectId: contestId, contestId, after });
    return number;
  });
  log.info({ contestId, rejudgingId, changed, supervisorId: supervisor.id }, 'a rejudging is applied');
  return readRejudging(services, supervisor, { contestId, rejudgingId });
}

/**
 * Drops a rejudging: what waits leaves the queue, judges at work on it are fenced off, verdicts stay. Judgements that
 * it gave stay, too.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also for who does not supervise it, and REJUDGING_NOT_FOUND
 * @throws {ConflictError} REJUDGING_ENDED
 */
export async function cancelRejudging(
  services: Services,
  supervisor: User,
  { contestId, rejudgingId }: Named,
): Promise<RejudgingDetail> {
  const { db, log } = services;
  await getSupervisedContest(db, supervisor, contestId);
  await db.transaction().execute(async (tx) => {
    await lockContestLog(tx, contestId); // before the rejudging, as applying does
    const { numUpdatedRows } = await tx
      .updateTable('rejudging')
      .set({ state: 'cancelled', endedAtMs: NOW_MS, endedById: supervisor.id })
      .where('id', '=', rejudgingId)
      .where('contestId', '=', contestId)
      .where('state', '=', 'open')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw notOpen(await getRejudging(tx, contestId, rejudgingId));
    await tx
      .deleteFrom('judging')
      .where('rejudgingRunId', 'in', (eb) =>
        eb.selectFrom('rejudgingRun').select('id').where('rejudgingId', '=', rejudgingId),
      )
      .execute();
    const after = { rejudgingId };
    await recordChange(tx, supervisor, {
      action: 'rejudging.cancel',
      subjectId: contestId,
      contestId,
      after,
    });
  });
  log.info({ contestId, rejudgingId, supervisorId: supervisor.id }, 'a rejudging is cancelled');
  return readRejudging(services, supervisor, { contestId, rejudgingId });
}

function notOpen({ state }: { state: 'open' | 'applied' | 'cancelled' }): ConflictError {
  return state === 'open'
    ? new ConflictError('REJUDGING_NOT_READY', 'Judges have not finished this rejudging: wait, or cancel it')
    : new ConflictError('REJUDGING_ENDED', `This rejudging is ${state} already`);
}
