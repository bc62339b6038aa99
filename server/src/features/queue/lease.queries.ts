import { NOW_MS } from '@balloon/database/clock.ts';
import { type Db, executePrepared, type Tx } from '@balloon/database/connect.ts';
import type { JudgingTable } from '@balloon/database/judging-tables.ts';
import type { Database } from '@balloon/database/tables.ts';
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { storableJson } from '#content/storable.ts';
import { PRIORITIES, REJUDGING_TURNS } from '#features/queue/enqueue-judging.ts';
import { CHANNEL } from '#realtime/announcements.ts';

/*
 * Theory of operation. A row of `judging` is work that waits for a judge or is with one: a solution (which leaves with
 * the verdict or, when its purpose is a detail, with the results of all tests), a trial run, a package import, a check,
 * a judging of a solution beside its verdict or a part of a comparison.
 * Statements here know no kinds; what differs between kinds is in judging/leases/kinds-of-work.ts.
 * A claim leases the row: until when, to which judge, and under which fence, the next number of a sequence with random
 * bits behind it, which no other judge can guess. Every report of a judge carries the fence, and every statement here acts
 * only under the row's own: a lease that another one, a rejudge, a cancellation or a deletion has overtaken changes
 * nothing. Nor does a report of another judge than the one that was given the lease, which shows the token of its name
 * (`keepJudgesApart`). Work whose lease has expired goes back to the queue with its fence and its judge, so that one that was only
 * slow, or cut off, may still report until somebody claims the work. Each claim counts an attempt; work whose last attempt fails is not
 * tried again. All times are the database's.
 */

/** Subject of a row of the queue. */
export type Subject =
  | { solutionId: number }
  | { trialRunId: number }
  | { importId: number }
  | { checkId: number }
  | { rejudgingRunId: number }
  | { similarityPartId: number };

/**
 * Claim of a judge on its work. Only the fence of a subject's newest lease is valid, and where it says who reports, only for the
 * judge that was given it.
 */
export type HeldLease = Subject & { fence: number; judgeId?: number };
export type HeldSolution = Extract<HeldLease, { solutionId: number }>;
export type HeldTrial = Extract<HeldLease, { trialRunId: number }>;
export type HeldImport = Extract<HeldLease, { importId: number }>;
export type HeldCheck = Extract<HeldLease, { checkId: number }>;
export type HeldRejudging = Extract<HeldLease, { rejudgingRunId: number }>;
export type HeldComparison = Extract<HeldLease, { similarityPartId: number }>;

/** Columns of the queue that name the subject; one of them is not null. */
const SUBJECT_COLUMNS = [
  'solutionId',
  'trialRunId',
  'importId',
  'checkId',
  'rejudgingRunId',
  'similarityPartId',
] as const;
type SubjectColumns = Pick<Selectable<JudgingTable>, (typeof SUBJECT_COLUMNS)[number]>;

/** Returns the subject of a row, which has all columns of it, or of a lease, without the other fields. */
export function subjectOf(row: SubjectColumns | Subject): Subject {
  const {
    solutionId,
    trialRunId,
    importId,
    checkId,
    rejudgingRunId,
    similarityPartId,
  }: Partial<SubjectColumns> = row;
  if (typeof similarityPartId === 'number') return { similarityPartId };
  if (typeof rejudgingRunId === 'number') return { rejudgingRunId };
  if (typeof checkId === 'number') return { checkId };
  if (typeof importId === 'number') return { importId };
  if (typeof trialRunId === 'number') return { trialRunId };
  if (typeof solutionId === 'number') return { solutionId };
  throw new Error('A row of the queue has no subject');
}

type JudgingCondition = ExpressionBuilder<Database, 'judging'>;

/** Condition for the row of a subject. */
export const isFor = (subject: Subject) => (eb: JudgingCondition) => {
  if ('similarityPartId' in subject) return eb('judging.similarityPartId', '=', subject.similarityPartId);
  if ('rejudgingRunId' in subject) return eb('judging.rejudgingRunId', '=', subject.rejudgingRunId);
  if ('checkId' in subject) return eb('judging.checkId', '=', subject.checkId);
  if ('importId' in subject) return eb('judging.importId', '=', subject.importId);
  if ('trialRunId' in subject) return eb('judging.trialRunId', '=', subject.trialRunId);
  return eb('judging.solutionId', '=', subject.solutionId);
};

/** Condition for the row of a lease, while it is the newest one. */
const heldBy = (lease: HeldLease) => (eb: JudgingCondition) =>
  eb.and([
    isFor(lease)(eb),
    eb('judging.fence', '=', lease.fence),
    ...(lease.judgeId === undefined ? [] : [eb('judging.judgeId', '=', lease.judgeId)]),
  ]);

/** Step of the work on a lease. Steps of an import differ in `progress` only. */
export interface Step {
  state: 'compiling' | 'testing';
  testNumber: number;
  progress?: object | null;
}

/**
 * Commits the transaction without waiting for the disk, which those who send a solution have for themselves. A step that a
 * crash of the database takes back only lets the lease end sooner, and work whose lease it takes back is given again.
 */
export const UNAWAITED = sql`set_config('synchronous_commit', 'off', true)`;

/**
 * Records a step and extends the lease, also an expired one, as long as no other judge has claimed
 * the work.
 *
 * @returns false when the lease is lost
 */
export async function extendLease(
  db: Db,
  lease: HeldLease & { judgeId: number },
  { state, testNumber, progress }: Step,
  leaseMs: number,
): Promise<boolean> {
  const rows = await db
    .updateTable('judging')
    .set({
      ...{ state, testNumber, judgeId: lease.judgeId, leasedUntilMs: sql`${NOW_MS} + ${leaseMs}` },
      ...(progress ? { progress: storableJson(progress) } : {}),
    })
    .where(heldBy(lease))
    .returning(UNAWAITED.as('unawaited'))
    .execute();
  return rows.length > 0;
}

/**
 * Does the same for a solution, and announces the step in the same statement, as `announceProgress` would: unless it is
 * judged again with many others, whose steps nobody follows.
 */
export async function extendAndTell(
  db: Db,
  { solutionId, fence, judgeId }: HeldSolution & { judgeId: number },
  { state, testNumber }: Step,
  leaseMs: number,
): Promise<boolean> {
  const step = sql`
    with extended as (
      update judging set state = ${state}, test_number = ${testNumber}, judge_id = ${judgeId},
        leased_until_ms = ${NOW_MS} + ${leaseMs}
      where solution_id = ${solutionId} and fence = ${fence} and judge_id = ${judgeId}
      returning *
    )
    select (
      select pg_notify(${CHANNEL}, jsonb_build_object('type', 'solution.progress', 'payload', jsonb_build_object(
        'contestId', solution.contest_id, 'solutionId', solution.id, 'userId', solution.account_id,
        'state', extended.state, 'testNumber', extended.test_number, 'testsNumber', extended.tests_number,
        'attempt', extended.attempt
      ))::text)::text
      from solution
      where solution.id = extended.solution_id and extended.purpose = 'verdict'
        and (extended.priority < ${PRIORITIES.rejudging} or extended.turn < ${REJUDGING_TURNS.bulk})
    ) as announced, ${UNAWAITED}
    from extended
  `.compile(db);
  return (await executePrepared(db, 'step of a solution', step)).length > 0;
}

/**
 * Shortens the leases of a judge's name when a judge starts, because its predecessor is probably dead. A
 * living judge (two may have been given one name) renews its lease in time, and a lease that is just being changed needs
 * no shortening.
 */
export async function shortenLeases(db: Db, judgeId: number, leftMs: number): Promise<void> {
  await db
    .updateTable('judging')
    .set({ leasedUntilMs: sql<number>`least(leased_until_ms, ${NOW_MS} + ${leftMs}::bigint)` })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('judging')
        .select('id')
        .where('judgeId', '=', judgeId)
        .where('leasedUntilMs', 'is not', null)
        .orderBy('id')
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}

const BACK_IN_QUEUE = { leasedUntilMs: null, state: 'queued', testNumber: 0, progress: null } as const;

/** Returns work to the queue as if it had never been leased: the attempt does not count. */
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

/** Pause in ms before the second attempt; twice as long before the third. */
const PAUSE_AFTER_ERROR_MS = 2_000;

/**
 * Puts a failed attempt back in the queue after a pause that grows with the attempts; false when the lease is lost
 * or it was the last attempt. The row keeps its judge, so that another one may come first, and its fence, so that
 * the same report twice does the same.
 */
export async function postponeJudging(tx: Tx, lease: HeldLease): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('judging')
    .set((eb) => ({
      ...BACK_IN_QUEUE,
      availableAtMs: sql<number>`${NOW_MS} + ${eb.ref('attempt')} * ${PAUSE_AFTER_ERROR_MS}::bigint`,
    }))
    .where(heldBy(lease))
    .where('attempt', '<', LAST_ATTEMPT)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const LAST_ATTEMPT = sql.ref<number>('judging.max_attempts');

/**
 * Returns work that may have stalled a judge to the queue; the next attempt is the last one.
 *
 * @returns false when the lease is lost or it was the last attempt
 */
export async function postponeSuspect(tx: Tx, lease: HeldLease, pauseMs: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('judging')
    .set({
      ...BACK_IN_QUEUE,
      // Another judge is not sent ahead: it would stall, too. Without a judge the lease has no holder any more.
      judgeId: null,
      fence: null,
      attempt: sql<number>`${LAST_ATTEMPT} - 1`,
      availableAtMs: sql<number>`${NOW_MS} + ${pauseMs}::bigint`,
    })
    .where(heldBy(lease))
    .where('attempt', '<', LAST_ATTEMPT)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Returns work whose lease has expired to the queue, except after last attempts. Fence and judge stay: one that was only slow
 * may still report, until the work is claimed. No other judge is sent ahead of it, which takes a recent `available_at_ms`.
 */
export function returnExpiredLeases(tx: Tx, limit = 100) {
  return tx
    .updateTable('judging')
    .set(BACK_IN_QUEUE)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('judging')
        .select('id')
        .where('leasedUntilMs', '<', NOW_MS)
        .where('attempt', '<', LAST_ATTEMPT)
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning([...SUBJECT_COLUMNS, 'languageKey', 'attempt'])
    .execute();
}

/** Finds expired leases of last attempts. */
export function findExhausted(db: Db, limit = 100) {
  return db
    .selectFrom('judging')
    .leftJoin('judge', 'judge.id', 'judging.judgeId')
    .where('leasedUntilMs', '<', NOW_MS)
    .where('attempt', '>=', LAST_ATTEMPT)
    .where('fence', 'is not', null)
    .select([...SUBJECT_COLUMNS, 'attempt', 'judge.name as judge'])
    .select((eb) => eb.ref('fence').$notNull().as('fence'))
    .limit(limit)
    .execute();
}

const leaseRow = (db: Db, lease: HeldLease) =>
  db
    .selectFrom('judging')
    .select(['purpose', 'onlyTest'])
    .select((eb) => eb('leasedUntilMs', '<', NOW_MS).as('isExpired'))
    .where(heldBy(lease));

/** Returns the row of a lease; `undefined` when the lease is not the newest one. */
export const findLease = (db: Db, lease: HeldLease) => leaseRow(db, lease).executeTakeFirst();

/**
 * Whether a lease is the newest one and was given to a judge that shows this token: for a call that does not say which judge
 * makes it.
 */
export async function isHeldUnder(db: Db, lease: HeldLease, tokenHash: Buffer): Promise<boolean> {
  const held = await leaseRow(db, lease)
    .innerJoin('judge', 'judge.id', 'judging.judgeId')
    .where((eb) => eb.or([eb('judge.tokenHash', 'is', null), eb('judge.tokenHash', '=', tokenHash)]))
    .executeTakeFirst();
  return held !== undefined;
}

/**
 * Returns contest and purpose of a leased solution, and whether it is judged again with many others; `undefined` when
 * the lease is not the newest one.
 */
export const findHeldSolution = (db: Db, lease: HeldSolution) =>
  db
    .selectFrom('judging')
    .innerJoin('solution', 'solution.id', 'judging.solutionId')
    .select((eb) => [
      'solution.contestId',
      'judging.purpose',
      eb
        .and([
          eb('judging.priority', '>=', PRIORITIES.rejudging),
          eb('judging.turn', '>=', REJUDGING_TURNS.bulk),
        ])
        .as('isBulk'),
    ])
    .where(heldBy(lease))
    .executeTakeFirst();

/** Like `findLease`, and locks the row until the end of the transaction. */
export const lockLease = (tx: Tx, lease: HeldLease) => leaseRow(tx, lease).forUpdate().executeTakeFirst();

/** Removes a row from the queue if the lease is the newest one, as one atomic statement. */
export function removeFromQueue(db: Db, lease: HeldLease) {
  return db
    .deleteFrom('judging')
    .where(heldBy(lease))
    .returning(['judgeId', 'attempt', 'testsetSha256', 'claimedAtMs'])
    .executeTakeFirst();
}

/**
 * Cancels work, also under a lease: the reply to the judge's next report says so, and the result is refused.
 *
 * @returns false when the work is not in the queue (any more)
 */
export async function callOff(tx: Tx, subject: Subject): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('judging').where(isFor(subject)).executeTakeFirst();
  return numDeletedRows > 0n;
}
