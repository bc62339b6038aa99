import {
  MAX_REJUDGING_RUNS,
  type RejudgingDetail,
  type RejudgingFilter,
  type RejudgingPreview,
  type StartRejudging,
} from '@balloon/contracts/solutions/rejudgings.ts';
import { NOW_MS } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { ConflictError, InvalidInputError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { findMadeUnder, keyReused } from '#features/contests/made-once.ts';
import { getSupervisedContest } from '#features/contests/supervision.ts';
import { PRIORITIES, REJUDGING_TURNS } from '#features/queue/enqueue-judging.ts';
import {
  allowedFilter,
  countChosen,
  countOutside,
  noteChosen,
} from '#features/rejudgings/chosen-solutions.queries.ts';
import { readRejudging } from '#features/rejudgings/read-rejudging.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

/**
 * Says how many solutions a filter chooses.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also for who does not supervise it
 */
export async function previewRejudging(
  { db }: Services,
  supervisor: User,
  contestId: number,
  filter: RejudgingFilter,
): Promise<RejudgingPreview> {
  await getSupervisedContest(db, supervisor, contestId);
  const allowed = allowedFilter(supervisor, filter);
  return {
    solutionsNumber: await countChosen(db, contestId, allowed),
    outsideNumber: await countOutside(db, contestId, allowed),
  };
}

/**
 * Sends the chosen solutions to the judges, beside their verdicts and behind live work. The same idempotency key sent again
 * returns the same rejudging.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also for who does not supervise it
 * @throws {ConflictError} REJUDGING_EMPTY, IDEMPOTENCY_KEY_REUSED
 * @throws {InvalidInputError} REJUDGING_TOO_LARGE
 */
export async function startRejudging(
  services: Services,
  supervisor: User,
  contestId: number,
  { reason, repeats, filter, idempotencyKey }: StartRejudging & { filter: RejudgingFilter },
): Promise<RejudgingDetail> {
  const { db, log } = services;
  await getSupervisedContest(db, supervisor, contestId);
  const rejudgingId = await db.transaction().execute(async (tx) => {
    const made = await findMadeUnder(tx, 'rejudging', supervisor, idempotencyKey);
    if (made && (made.contestId !== contestId || made.reason !== reason)) throw keyReused();
    if (made) return made.id;
    const { id } = await tx
      .insertInto('rejudging')
      .values({
        ...{ contestId, reason, repeats, authorId: supervisor.id, createdAtMs: NOW_MS },
        filter: JSON.stringify(filter),
        idempotencyKey: idempotencyKey ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const solutions = await noteChosen(tx, contestId, id, allowedFilter(supervisor, filter));
    checkSize(solutions, repeats);
    await enqueueRuns(tx, { rejudgingId: id, repeats, accountId: supervisor.id });
    const after = { reason, repeats, solutions, rejudgingId: id };
    await recordChange(tx, supervisor, { action: 'rejudging.start', subjectId: contestId, contestId, after });
    log.info(
      { contestId, rejudgingId: id, solutions, repeats, supervisorId: supervisor.id },
      'a rejudging began',
    );
    return id;
  });
  return readRejudging(services, supervisor, { contestId, rejudgingId });
}

function checkSize(solutions: number, repeats: number): void {
  if (solutions === 0) {
    throw new ConflictError('REJUDGING_EMPTY', 'The filter chooses no solution with a verdict: widen it');
  }
  if (solutions * repeats <= MAX_REJUDGING_RUNS) return;
  throw new InvalidInputError(
    'REJUDGING_TOO_LARGE',
    `${solutions} solutions, ${repeats} times each, are more than ${MAX_REJUDGING_RUNS} judgings: choose fewer`,
  );
}

/** Queues every judging; the first of each solution comes before all second ones. */
async function enqueueRuns(
  tx: Tx,
  { rejudgingId, repeats, accountId }: { rejudgingId: number; repeats: number; accountId: number },
): Promise<void> {
  await sql`
    insert into rejudging_run (rejudging_id, solution_id, number)
    select rejudging_id, solution_id, number
    from rejudging_solution, generate_series(1, ${repeats}::integer) as number
    where rejudging_id = ${rejudgingId}
    order by number, solution_id
  `.execute(tx);
  const { rows } = await sql<{ languageKey: string }>`
    with queued as (
      insert into judging (rejudging_run_id, account_id, system_type, language_key, purpose, priority, turn)
      select run.id, ${accountId}::integer, 'balloon', language.foreign_language_id, 'rejudge',
        ${PRIORITIES.rejudging}::integer, ${REJUDGING_TURNS.bulk}::integer
      from rejudging_run as run
      join solution on solution.id = run.solution_id
      join language on language.id = solution.language_id
      where run.rejudging_id = ${rejudgingId}
      order by run.id
      returning language_key
    )
    select distinct language_key from queued
  `.execute(tx);
  for (const { languageKey } of rows) await announce(tx, 'judging.waiting', { languageKey });
}
