import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { OUTSIDE, OUTSIDE_ATTEMPTS, PRIORITIES, REJUDGING_TURNS } from '#features/queue/enqueue-judging.ts';

/**
 * Clears the verdict of a solution, whatever it is, and queues the solution again, before those of bulk rejudging.
 *
 * @returns false when the contest has no such solution
 */
export async function resetSolution(db: Db, contestId: number, solutionId: number): Promise<boolean> {
  return (await callReset(db, contestId, [solutionId], 'single')) === 1;
}

/** Solutions per call, which holds the lock of the log, for which live ones wait; its announcement has 8000 bytes. */
export const BATCH = 25;

/**
 * Resets one batch of solutions of a contest, as far as they can be judged again by then.
 *
 * @returns number of reset solutions
 */
export const resetBatch = (db: Db, contestId: number, ids: readonly number[]) =>
  callReset(db, contestId, ids, 'bulk');

/**
 * Clears verdicts and queues the solutions again, after the live ones, in one call, which holds the lock of the log
 * (`reset_solutions` in `database/schema.sql`). Judges at work on them are fenced off. The sent times stay, so the penalties do
 * too.
 */
async function callReset(
  db: Db,
  contestId: number,
  ids: readonly number[],
  turn: keyof typeof REJUDGING_TURNS,
): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select reset_solutions(
      ${contestId}, ${[...ids]}::integer[], ${turn === 'bulk'}, ${PRIORITIES.rejudging}, ${REJUDGING_TURNS[turn]},
      ${OUTSIDE}, ${OUTSIDE_ATTEMPTS}
    ) as number
  `.execute(db);
  return rows[0]?.number ?? 0;
}
