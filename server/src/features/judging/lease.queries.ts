import type { Db, Tx } from '@balloon/database/connect.ts';
import type { Database } from '@balloon/database/tables.ts';
import { type ExpressionBuilder, sql } from 'kysely';
import { NOW_MS } from '#features/judging/claim.queries.ts';
import { announceTrialRun } from '#features/trial-runs/announce-trial-run.ts';
import { announce } from '#realtime/announcements.ts';

/*
 * Theory of operation. A row of `judging` is a solution that waits or is being judged; it leaves with the verdict,
 * or, when its purpose is a detail, with what became of each test. Or it is a trial run, which leaves with its result.
 * A claim leases it: until when, to whom, and under which fence, the next number of a sequence. Whatever a judge
 * reports carries the fence, and every statement here acts only under the row's own: one that another lease, a
 * rejudge or a deletion has overtaken acts on nothing. A lease that ran out goes back to the queue with its fence,
 * so that a judge that was only slow, or cut off, may still report until somebody else claims the work. Each claim
 * counts an attempt; a solution whose last one fails is not tried again. All times are the database's.
 */

/** What a row of the queue is for. */
export type Subject = { solutionId: number } | { trialRunId: number };

/** What a judge shows to act on its work. Of all leases of a subject only the newest one's fence counts. */
export type HeldLease = Subject & { fence: number };
export type HeldSolution = Extract<HeldLease, { solutionId: number }>;

export function subjectOf(row: { solutionId: number | null; trialRunId: number | null }): Subject {
  const { solutionId, trialRunId } = row;
  if (trialRunId !== null) return { trialRunId };
  if (solutionId !== null) return { solutionId };
  throw new Error('A row of the queue is for nothing');
}

type JudgingCondition = ExpressionBuilder<Database, 'judging'>;

/** The row that a lease is of, as long as it is the newest one. */
const heldBy = (lease: HeldLease) => (eb: JudgingCondition) =>
  eb.and([
    eb('fence', '=', lease.fence),
    'trialRunId' in lease ? eb('trialRunId', '=', lease.trialRunId) : eb('solutionId', '=', lease.solutionId),
  ]);

/**
 * A step of judging; the lease lives on. One that ran out is taken up again, as long as no other judge has
 * claimed the work.
 *
 * @returns false when the lease is lost
 */
export async function extendLease(
  db: Db,
  lease: HeldLease & { judgeId: number },
  step: { state: 'compiling' | 'testing'; testNumber: number; leaseMs: number },
): Promise<boolean> {
  const { state, testNumber, leaseMs } = step;
  const { numUpdatedRows } = await db
    .updateTable('judging')
    .set({ state, testNumber, judgeId: lease.judgeId, leasedUntilMs: sql`${NOW_MS} + ${leaseMs}` })
    .where(heldBy(lease))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * A judge of this name starts: those that worked under it before are probably dead, so their leases end soon. One
 * that lives (two judges may have been given one name) renews its lease in time.
 */
export async function shortenLeases(db: Db, judgeId: number, leftMs: number): Promise<void> {
  await db
    .updateTable('judging')
    .set({ leasedUntilMs: sql<number>`least(leased_until_ms, ${NOW_MS} + ${leftMs}::bigint)` })
    .where('judgeId', '=', judgeId)
    .where('leasedUntilMs', 'is not', null)
    .execute();
}

const BACK_IN_QUEUE = { leasedUntilMs: null, state: 'queued', testNumber: 0 } as const;

/** Gives a lease back as if it had never been. */
export function releaseLease(db: Db, lease: HeldLease) {
  return db
    .updateTable('judging')
    .set((eb) => ({
      ...BACK_IN_QUEUE,
      judgeId: null,
      fence: null,
      attempt: eb.fn<number>('greatest', [eb('attempt', '-', 1), sql`0`]),
    }))
    .where(heldBy(lease))
    .returning('languageKey')
    .executeTakeFirst();
}

/**
 * Puts a failed attempt back in the queue after a pause that grows with the attempts; false when the lease is lost
 * or it was the last attempt. The row keeps its judge, so that another one may come first, and its fence, so that
 * the same report twice does the same.
 */
export async function postponeJudging(
  tx: Tx,
  lease: HeldLease,
  { maxAttempts, pauseMs }: { maxAttempts: number; pauseMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('judging')
    .set((eb) => ({
      ...BACK_IN_QUEUE,
      availableAtMs: sql<number>`${NOW_MS} + ${eb.ref('attempt')} * ${pauseMs}::bigint`,
    }))
    .where(heldBy(lease))
    .where('attempt', '<', maxAttempts)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Puts leases that ran out back in the queue, except those of last attempts. Their fences stay: a judge that was
 * only slow may still report, until another one claims the work.
 */
export function returnExpiredLeases(tx: Tx, maxAttempts: number, limit = 100) {
  return tx
    .updateTable('judging')
    .set({ ...BACK_IN_QUEUE, judgeId: null })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('judging')
        .select('id')
        .where('leasedUntilMs', '<', NOW_MS)
        .where('attempt', '<', maxAttempts)
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['solutionId', 'trialRunId', 'languageKey', 'attempt'])
    .execute();
}

/** Leases of last attempts that ran out. */
export function findExhausted(db: Db, maxAttempts: number, limit = 100) {
  return db
    .selectFrom('judging')
    .leftJoin('judge', 'judge.id', 'judging.judgeId')
    .where('leasedUntilMs', '<', NOW_MS)
    .where('attempt', '>=', maxAttempts)
    .where('fence', 'is not', null)
    .select(['solutionId', 'trialRunId', 'attempt', 'judge.name as judge'])
    .select((eb) => eb.ref('fence').$notNull().as('fence'))
    .limit(limit)
    .execute();
}

/** Whether a lease is still the newest one and still expired; holds the row until the end of the transaction. */
export async function isStillExpired(tx: Tx, lease: HeldLease): Promise<boolean> {
  const row = await tx
    .selectFrom('judging')
    .select('id')
    .where(heldBy(lease))
    .where('leasedUntilMs', '<', NOW_MS)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** What a lease is for; `undefined` when it is not the newest one. Judging again ends every other purpose. */
export async function findPurpose(db: Db, lease: HeldLease) {
  const row = await db.selectFrom('judging').select('purpose').where(heldBy(lease)).executeTakeFirst();
  return row?.purpose;
}

/** Takes a row out of the queue if the lease is the newest one: the check and the act are one statement. */
export function removeFromQueue(tx: Tx, lease: HeldLease) {
  return tx
    .deleteFrom('judging')
    .where(heldBy(lease))
    .returning(['judgeId', 'attempt', 'testsetSha256'])
    .executeTakeFirst();
}

/** Tells where judging stands, in the transaction that moved it there. A run on all tests is nobody's to hear. */
export async function announceProgress(db: Db, subject: Subject): Promise<void> {
  if ('trialRunId' in subject) return announceTrialRun(db, subject.trialRunId);
  const progress = await findProgress(db, subject.solutionId);
  if (progress) await announce(db, 'solution.progress', progress);
}

function findProgress(db: Db, solutionId: number) {
  return db
    .selectFrom('judging')
    .innerJoin('solution', 'solution.id', 'judging.solutionId')
    .where('solution.id', '=', solutionId)
    .where('judging.purpose', '=', 'verdict')
    .select([
      'solution.id as solutionId',
      'solution.contestId',
      'solution.accountId as userId',
      'judging.state',
      'judging.testNumber',
      'judging.testsNumber',
      'judging.attempt',
    ])
    .executeTakeFirst();
}
