import { setTimeout as sleep } from 'node:timers/promises';
import type { RejudgeReply } from '@balloon/contracts/solutions/solutions.ts';
import { NOW_MS } from '@balloon/database/clock.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { FinalResultsError } from '#errors.ts';
import { OUTSIDE, OUTSIDE_ATTEMPTS, PRIORITIES, REJUDGING_TURNS } from '#features/queue/enqueue-judging.ts';
import { type LiveSending, liveSending } from '#features/queue/live-sending.ts';
import { BATCH, resetBatch } from '#features/solutions/rejudging/reset-solutions.ts';
import type { Services } from '#services.ts';

/** The pause after a batch is so many times as long as it took, as after verdicts in bulk, and in ms at most so long. */
const PAUSE_TIMES = 3;
const MAX_PAUSE_MS = 200;
/**
 * The shortest pause in ms while people send: some 40 solutions a second. A web process hands out as many of them to judges at
 * most (`bulk-pace.ts`), so that a faster reset would only make the queue longer, and senders wait for the log more often.
 */
const LIVE_PAUSE_MS = 600;
/** The pauses of all batches take half of the time in ms that a proxy waits for the answer, mostly a minute: batches take time, too. */
const ALL_PAUSES_MS = 30_000;

/** What decides how long the log of a contest is left to others after a batch. */
interface AfterBatch {
  tookMs: number;
  /** Whether people send solutions. */
  isLive: boolean;
  /** Number of all batches that somebody waits for; 0 when nobody does. */
  batches: number;
}

export function pauseAfterBatchMs({ tookMs, isLive, batches }: AfterBatch): number {
  const leastMs = isLive ? Math.min(LIVE_PAUSE_MS, ALL_PAUSES_MS / batches) : 0;
  return Math.max(leastMs, Math.min(PAUSE_TIMES * tookMs, MAX_PAUSE_MS));
}

/** Solutions of a contest that are to be put into the queue again. */
export interface PlannedReset {
  contestId: number;
  ids: readonly number[];
  /** Row of `solution_reset`; null where there is nothing to be reset. */
  resetId: number | null;
}

/** Solutions of a contest that somebody wants to be reset. */
export type WantedReset = Omit<PlannedReset, 'resetId'>;

/** Whether a plan is more than one batch; otherwise there is no progress to be seen. */
const isLarge = ({ ids }: WantedReset): boolean => ids.length > BATCH;

/**
 * Writes down what is to be reset, so that the progress is seen and another web process can go on. Locks the logs of the contests
 * in one statement, in the order of their ids, which the caller should make its last: results become final before this, or not
 * until the resets are done.
 *
 * @throws {ConflictError} RESULTS_FINAL when final results depend on one of the solutions
 */
export async function planResets(
  tx: Tx,
  authorId: number,
  wanted: readonly WantedReset[],
): Promise<PlannedReset[]> {
  // The locked row is the newest one, also where the lock was waited for; other tables are read as of the beginning.
  const { rows } = await sql<{ isFinal: boolean; planned: { id: number; contestId: number }[] }>`
    with wanted as (
      select (each ->> 'contestId')::integer as contest_id,
        array(select id::integer from jsonb_array_elements_text(each -> 'ids') with ordinality as listed (id, place) order by place) as ids
      from jsonb_array_elements(${JSON.stringify(wanted)}::jsonb) as each
    ), locked as materialized (
      select id, finalized_at_ms, start_time_ms + duration_time_ms + extra_time_ms as last_end_ms
      from contest where id in (select contest_id from wanted)
      order by id
      for no key update
    ), verdict as materialized (
      select exists (
        select from locked
        join wanted on wanted.contest_id = locked.id
        join solution on solution.id = any(wanted.ids)
        where locked.finalized_at_ms is not null and solution.sent_at_ms <= locked.last_end_ms
      ) as is_final
    ), planned as (
      insert into solution_reset (contest_id, author_id, solution_ids, started_at_ms, active_at_ms)
      select contest_id, ${authorId}, ids, ${NOW_MS}, ${NOW_MS}
      from wanted join locked on locked.id = wanted.contest_id
      where cardinality(ids) > 0 and not (select is_final from verdict)
      order by contest_id
      returning id, contest_id
    )
    select is_final, (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'contestId', contest_id)), '[]') from planned
    ) as planned
    from verdict
  `.execute(tx);
  const [row] = rows;
  if (row?.isFinal) throw new FinalResultsError();
  const resetIds = new Map(row?.planned.map(({ id, contestId }) => [contestId, id]));
  return wanted.map((each) => ({ ...each, resetId: resetIds.get(each.contestId) ?? null }));
}

type Means = Pick<Services, 'db' | 'announcements' | 'farewell'>;

/**
 * Resets what was planned, with pauses between the batches, in which the others send, and longer ones while they do.
 *
 * @returns number of reset solutions; those that waited already, disqualified ones and those decided by hand since are
 *   not among them
 */
export async function doResets(services: Means, plans: readonly PlannedReset[]): Promise<number> {
  const fewNumber = await resetFew(services.db, plans);
  const batches = plans.reduce((sum, { ids }) => sum + Math.ceil(ids.length / BATCH), 0);
  const resetIds = idsOfLarge(plans);
  await runResets(services.db, resetIds, { sending: liveSending(services), batches });
  return fewNumber + (await countReset(services.db, resetIds));
}

/** Ids of the plans that are more than one batch. */
const idsOfLarge = (plans: readonly PlannedReset[]): number[] =>
  plans.filter(isLarge).flatMap(({ resetId }) => resetId ?? []);

/** Resets what is one batch each. @returns number of reset solutions */
async function resetFew(db: Db, plans: readonly PlannedReset[]): Promise<number> {
  let count = 0;
  for (const plan of plans) {
    if (!isLarge(plan)) count += await resetOnce(db, plan);
  }
  return count;
}

/** Resets one batch in place of its row: whatever ends this process, either the row is there or the solutions are reset. */
function resetOnce(db: Db, { contestId, ids, resetId }: PlannedReset): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('solutionReset')
      .where('id', '=', resetId)
      .where('handledNumber', '=', 0)
      .executeTakeFirst();
    return numDeletedRows > 0n ? resetBatch(tx, contestId, ids) : 0;
  });
}

/** Resets what was planned: what is one batch at once, and the rest without anybody who waits. */
export async function beginResets(
  services: Means & Pick<Services, 'log'>,
  plans: readonly PlannedReset[],
): Promise<RejudgeReply> {
  const fewNumber = await resetFew(services.db, plans);
  const many = plans.filter(isLarge);
  const resetIds = idsOfLarge(many);
  const [resetId] = resetIds;
  if (resetId === undefined) return { result: true, count: fewNumber };
  goOn(services, resetIds);
  return { result: true, count: fewNumber + many.reduce((sum, { ids }) => sum + ids.length, 0), resetId };
}

/** Does resets in turn in the background; whatever stops one, `goOnWithResets` of a web process does the rest of it. */
function goOn(services: Means & Pick<Services, 'log'>, resetIds: readonly number[]): void {
  void runResets(services.db, resetIds, {
    ...{ sending: liveSending(services), batches: 0, isEnding: () => services.farewell.hasBegun },
    failed: (error, resetId) =>
      services.log.warn(
        { err: error, resetId },
        'a reset of solutions was interrupted; it goes on in half a minute',
      ),
  });
}

/** Time in ms without a batch after which a reset counts as interrupted; batches follow within a second. */
const INTERRUPTED_AFTER_MS = 30_000;

/** Takes over resets whose web process has ended, each by one process. */
export async function goOnWithResets(services: Means & Pick<Services, 'log'>): Promise<void> {
  const interrupted = await services.db
    .updateTable('solutionReset')
    .set({ activeAtMs: NOW_MS })
    .where('activeAtMs', '<', sql<number>`${NOW_MS} - ${INTERRUPTED_AFTER_MS}`)
    .where('handledNumber', '<', sql<number>`cardinality(solution_ids)`)
    .returning(['id', 'contestId'])
    .execute();
  for (const { id, contestId } of interrupted) {
    services.log.warn({ contestId, resetId: id }, 'an interrupted reset of solutions goes on');
  }
  if (interrupted.length > 0)
    goOn(
      services,
      interrupted.map(({ id }) => id),
    );
}

/** Time in ms for which organisers see that a reset has ended. */
const SHOWN_AFTER_END_MS = 60_000;

/** Notes which resets have all their verdicts again, and removes those of a minute ago. */
export async function endResets({ db }: Pick<Services, 'db'>): Promise<void> {
  await db
    .updateTable('solutionReset')
    .set({ judgedAtMs: NOW_MS })
    .where('judgedAtMs', 'is', null)
    .where('handledNumber', '=', sql<number>`cardinality(solution_ids)`)
    .where(sql<number>`count_waiting(solution_ids)`, '=', 0)
    .execute();
  await db
    .deleteFrom('solutionReset')
    .where('judgedAtMs', '<', sql<number>`${NOW_MS} - ${SHOWN_AFTER_END_MS}`)
    .execute();
}

interface Pace {
  sending: Pick<LiveSending, 'isLive' | 'letFirst'>;
  batches: AfterBatch['batches'];
  /** Whether the rest is left to another process. */
  isEnding?(): boolean;
  /** Takes the failure of one reset, after which the later ones go on; absent: it ends all of them. */
  failed?(error: unknown, resetId: number): void;
}

/** Interval in ms of the signs of life for resets that wait for their turn. */
const SAY_ACTIVE_EVERY_MS = 5_000;

/**
 * Does the resets in turn, each batch after batch until none is left. Two processes that do the same one take turns. Resets
 * that come later may wait for minutes; signs of life keep other processes from beginning them.
 */
export async function runResets(db: Db, resetIds: readonly number[], pace: Pace): Promise<void> {
  let saidAtMs = Number.NEGATIVE_INFINITY;
  for (const [place, resetId] of resetIds.entries()) {
    const later = resetIds.slice(place + 1);
    const sayLaterActive = async () => {
      if (later.length === 0 || performance.now() - saidAtMs < SAY_ACTIVE_EVERY_MS) return;
      saidAtMs = performance.now();
      await sayActive(db, later);
    };
    try {
      await runReset(db, resetId, pace, sayLaterActive);
    } catch (error) {
      if (!pace.failed) throw error;
      pace.failed(error, resetId);
    }
  }
}

/** @param afterBatch is called while something is left */
async function runReset(
  db: Db,
  resetId: number,
  { sending, batches, isEnding }: Pace,
  afterBatch: () => Promise<void>,
): Promise<void> {
  while (!isEnding?.()) {
    await sending.letFirst();
    const startedAtMs = performance.now();
    if (!(await resetNext(db, resetId))) return;
    const tookMs = performance.now() - startedAtMs;
    await afterBatch();
    await sleep(pauseAfterBatchMs({ tookMs, isLive: sending.isLive(), batches }));
  }
}

const sayActive = (db: Db, resetIds: readonly number[]) =>
  db
    .updateTable('solutionReset')
    .set({ activeAtMs: NOW_MS })
    .where('id', 'in', [...resetIds])
    .execute();

/** Does one batch in one call (`reset_next_solutions` in `database/schema.sql`). @returns whether something is left */
async function resetNext(db: Db, resetId: number): Promise<boolean> {
  const { rows } = await sql<{ isLeft: boolean }>`
    select reset_next_solutions(
      ${resetId}, ${BATCH}, ${PRIORITIES.rejudging}, ${REJUDGING_TURNS.bulk}, ${OUTSIDE}, ${OUTSIDE_ATTEMPTS}
    ) as is_left
  `.execute(db);
  return rows[0]?.isLeft ?? false;
}

async function countReset(db: Db, resetIds: readonly number[]): Promise<number> {
  if (resetIds.length === 0) return 0;
  const { number } = await db
    .selectFrom('solutionReset')
    .select(sql<number>`coalesce(sum(reset_number), 0)::integer`.as('number'))
    .where('id', 'in', [...resetIds])
    .executeTakeFirstOrThrow();
  return number;
}
