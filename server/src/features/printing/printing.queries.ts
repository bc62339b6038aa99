import type { PrintFailure, PrintRules, PrintState } from '@balloon/contracts/hall/printing.ts';
import { NOW_MS } from '@balloon/database/clock.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { ownStartColumn } from '#features/contests/own-start-column.ts';
import { NO_PRINTING } from '#features/printing/print-rules.ts';
import { senderColumn } from '#features/users/sender-column.ts';

/** Most jobs that a list has besides those that wait for somebody. */
const LISTED = 300;
const SEEN_TO: readonly PrintState[] = ['printed', 'cancelled'];
const OWN_LISTED = 50;

const JOB_COLUMNS = [
  ...(['printJob.id', 'title', 'pages', 'state', 'sentAtMs'] as const),
  senderColumn('printJob').as('sentBy'),
] as const;

export async function findPrintRules(db: Db, contestId: number): Promise<PrintRules> {
  const stored = await db
    .selectFrom('printRules')
    .select(['isOpen', 'maxPages', 'jobsPerMinute', 'printsAfterEnd'])
    .where('contestId', '=', contestId)
    .executeTakeFirst();
  return stored ?? NO_PRINTING;
}

export function findOwnPrints(db: Db, contestId: number, accountId: number) {
  return db
    .selectFrom('printJob')
    .select(JOB_COLUMNS)
    .where('contestId', '=', contestId)
    .where('accountId', '=', accountId)
    .orderBy('id', 'desc')
    .limit(OWN_LISTED)
    .execute();
}

/** The job that a person sent under an idempotency key. */
export function findPrintSentUnder(db: Db, accountId: number, idempotencyKey: string) {
  return db
    .selectFrom('printJob')
    .select(['contestId', 'title', 'content'])
    .where('accountId', '=', accountId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst();
}

/** Number of jobs that a person sent after an instant, in any contest. */
export async function countPrintsSince(tx: Tx, accountId: number, sinceMs: number): Promise<number> {
  const { count } = await tx
    .selectFrom('printJob')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('accountId', '=', accountId)
    .where('sentAtMs', '>', sinceMs)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Jobs of a contest that somebody has to see to, and the newest others; newest first. */
export function findPrints(db: Db, contestId: number) {
  return db
    .selectFrom('printJob')
    .select(JOB_COLUMNS)
    .select(['accountId as userId', 'failure', 'failureCause'])
    .where('contestId', '=', contestId)
    .where((eb) =>
      eb.or([
        eb('state', 'not in', SEEN_TO),
        eb('printJob.id', 'in', (query) =>
          query
            .selectFrom('printJob as other')
            .select('other.id')
            .where('other.contestId', '=', contestId)
            .where('other.state', 'in', SEEN_TO)
            .orderBy('other.id', 'desc')
            .limit(LISTED),
        ),
      ]),
    )
    .orderBy('id', 'desc')
    .execute();
}

/** A job with its text, and what its head tells. */
export function findPrint(db: Db, jobId: number) {
  return selectPrints(db).where('printJob.id', '=', jobId).executeTakeFirst();
}

/** Jobs of a contest with their texts; those of others are left out. */
export function findPrintTexts(db: Db, contestId: number, jobIds: readonly number[]) {
  return selectPrints(db)
    .where('printJob.contestId', '=', contestId)
    .where('printJob.id', '=', sql<number>`any(${[...jobIds]}::integer[])`)
    .execute();
}

function selectPrints(db: Db) {
  return db
    .selectFrom('printJob')
    .innerJoin('contest', 'contest.id', 'printJob.contestId')
    .innerJoin('account', 'account.id', 'printJob.accountId')
    .select(JOB_COLUMNS)
    .select(['contestId', 'accountId as userId', 'content', 'problemIndex'])
    .select([
      'contest.name as contestName',
      'contest.removedIntervals',
      ownStartColumn('printJob').as('startTimeMs'),
    ]);
}

export interface PrintChange {
  state: PrintState;
  failure?: string | null;
  failureCause?: PrintFailure | null;
  changedAtMs: number;
  changedById: number | null;
  /** End of the time of a hand-over; null: none goes on. */
  handedUntilMs?: number | null;
}

/**
 * Changes a job that is in one of the states.
 *
 * @param handedUntilMs names the hand-over that has to go on still; absent: whichever
 * @returns whether it was
 */
export async function changePrint(
  db: Db,
  { jobId, handedUntilMs }: { jobId: number; handedUntilMs?: number },
  from: readonly PrintState[],
  { failure = null, failureCause = null, handedUntilMs: nextUntilMs = null, ...change }: PrintChange,
): Promise<boolean> {
  const row = await db
    .updateTable('printJob')
    .set({ ...change, failure, failureCause, handedUntilMs: nextUntilMs })
    .where('id', '=', jobId)
    .where('state', 'in', from)
    .$if(handedUntilMs !== undefined, (query) => query.where('handedUntilMs', '=', Number(handedUntilMs)))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Time in ms after which organisers see to a job that nobody took: who waited at the printer has gone. */
const TAKEN_WITHIN_MS = 3_600_000;
/** Jobs that a process takes over at once. */
const TAKEN_AT_ONCE = 4;

/** Finds jobs that wait although their time is over, the oldest first. */
export async function findUntakenPrints(db: Db): Promise<number[]> {
  const found = await db
    .selectFrom('printJob')
    .select('id')
    .where('state', '=', 'waiting')
    .where('handedUntilMs', '<', NOW_MS)
    .where('handedUntilMs', '>', sql<number>`${NOW_MS} - ${TAKEN_WITHIN_MS}::bigint`)
    .orderBy('id')
    .limit(TAKEN_AT_ONCE)
    .execute();
  return found.map(({ id }) => id);
}

/** Fails jobs whose hand-over has no end in its time, and leaves those out that somebody is just changing. @returns their ids */
export async function failInterruptedPrints(db: Db): Promise<number[]> {
  const failed = await db
    .updateTable('printJob')
    .set({
      ...{ state: 'failed', failureCause: 'interrupted', handedUntilMs: null },
      ...{ changedAtMs: NOW_MS, changedById: null },
    })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('printJob')
        .select('id')
        .where('state', '=', 'printing')
        .where('handedUntilMs', '<', NOW_MS)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute();
  return failed.map(({ id }) => id);
}
