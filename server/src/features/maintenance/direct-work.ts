import type { Tx } from '@balloon/database/connect.ts';
import type { JudgingTable } from '@balloon/database/judging-tables.ts';
import { type Selectable, sql } from 'kysely';
import { ConflictError, NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { announceProgress } from '#features/judging/leases/announce-progress.ts';
import { failWork, lockSubject } from '#features/judging/leases/kinds-of-work.ts';
import { storeImportEnd } from '#features/packages/imports.queries.ts';
import { storeCheckEnd } from '#features/problem-checks/problem-checks.queries.ts';
import { PRIORITIES } from '#features/queue/enqueue-judging.ts';
import { callOff, type HeldLease, releaseLease, subjectOf } from '#features/queue/lease.queries.ts';
import { announceTrialRun } from '#features/trial-runs/announce-trial-run.ts';
import { markCancelled } from '#features/trial-runs/trial-runs.queries.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

type Work = Pick<
  Selectable<JudgingTable>,
  | 'id'
  | 'solutionId'
  | 'trialRunId'
  | 'importId'
  | 'checkId'
  | 'rejudgingRunId'
  | 'similarityPartId'
  | 'purpose'
  | 'languageKey'
  | 'fence'
  | 'leasedUntilMs'
>;

/**
 * Puts waiting work before everything else that waits.
 *
 * @throws {NotFoundError} WORK_NOT_FOUND
 */
export async function moveToFront({ db }: Services, admin: User, workId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const work = await lockWork(tx, workId);
    await tx
      .updateTable('judging')
      .set({ priority: PRIORITIES.front, turn: 0, availableAtMs: 0 })
      .where('id', '=', workId)
      .execute();
    await announce(tx, 'judging.waiting', { languageKey: work.languageKey });
    await record(tx, admin, 'work.front', work);
  });
}

/**
 * Takes work back from the judge that has it, for any judge; its attempt does not count and its result is refused.
 *
 * @throws {NotFoundError} WORK_NOT_FOUND
 * @throws {ConflictError} WORK_NOT_LEASED when it waits already
 */
export async function takeFromJudge({ db }: Services, admin: User, workId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const work = await lockWork(tx, workId);
    const { fence, leasedUntilMs } = work;
    if (fence === null || leasedUntilMs === null) {
      throw new ConflictError('WORK_NOT_LEASED', 'No judge has this work: it waits already');
    }
    const lease = { ...subjectOf(work), fence };
    await releaseLease(tx, lease);
    await announceProgress(tx, lease);
    await announce(tx, 'judging.waiting', { languageKey: work.languageKey });
    await record(tx, admin, 'work.release', work);
  });
}

/**
 * Removes work from the queue, also when a judge has it: its next report is answered accordingly. A solution gets the
 * verdict "judging error", which never counts against its author, and may be judged again at any time.
 *
 * @throws {NotFoundError} WORK_NOT_FOUND
 */
export async function cancelWork({ db }: Services, admin: User, workId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const work = await lockWork(tx, workId);
    await end(tx, work, admin);
    await record(tx, admin, 'work.cancel', work);
  });
}

async function end(tx: Tx, work: Work, admin: User): Promise<void> {
  const subject = subjectOf(work);
  if (work.purpose === 'verdict' || work.purpose === 'rejudge' || work.purpose === 'compare') {
    await failWork(tx, await newLease(tx, work), `Cancelled in the queue by ${admin.username}`);
    return;
  }
  await callOff(tx, subject);
  if ('importId' in subject)
    await storeImportEnd(tx, subject.importId, { state: 'cancelled', message: null });
  if ('checkId' in subject)
    await storeCheckEnd(tx, subject.checkId, { state: 'cancelled', message: null, result: null });
  if (!('trialRunId' in subject)) return;
  await markCancelled(tx, subject.trialRunId);
  await announceTrialRun(tx, subject.trialRunId);
}

/** Leases work to nobody: the judge that may have it loses it. */
async function newLease(tx: Tx, work: Work): Promise<HeldLease> {
  const { fence } = await tx
    .updateTable('judging')
    .set({ fence: sql<number>`next_fence()` })
    .where('id', '=', work.id)
    .returning((eb) => eb.ref('fence').$notNull().as('fence'))
    .executeTakeFirstOrThrow();
  return { ...subjectOf(work), fence };
}

/** Locks a row of the queue, after what is locked before it: all transactions lock in this order. */
async function lockWork(tx: Tx, workId: number): Promise<Work> {
  const find = () =>
    tx
      .selectFrom('judging')
      .where('id', '=', workId)
      .select([
        'id',
        'solutionId',
        'trialRunId',
        'importId',
        'checkId',
        'rejudgingRunId',
        'similarityPartId',
        'purpose',
        'languageKey',
        'fence',
        'leasedUntilMs',
      ]);
  const found = await find().executeTakeFirst();
  if (found) await lockSubject(tx, subjectOf(found));
  const work = found && (await find().forUpdate().executeTakeFirst());
  if (!work) throw new NotFoundError('WORK_NOT_FOUND', 'This work is not in the queue any more');
  return work;
}

function record(
  tx: Tx,
  admin: User,
  action: 'work.front' | 'work.release' | 'work.cancel',
  work: Work,
): Promise<void> {
  const { purpose, solutionId, trialRunId, importId, checkId, rejudgingRunId, similarityPartId } = work;
  const subjectId = solutionId ?? trialRunId ?? importId ?? checkId ?? rejudgingRunId ?? similarityPartId;
  return recordChange(tx, admin, { action, subjectId, subjectName: purpose });
}
