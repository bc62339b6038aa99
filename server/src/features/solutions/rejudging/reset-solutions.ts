import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { OUTSIDE, OUTSIDE_ATTEMPTS, PRIORITIES, REJUDGING_TURNS } from '#features/queue/enqueue-judging.ts';
import type { LiveSending } from '#features/queue/live-sending.ts';

/**
 * Clears the verdict of a solution, whatever it is, and queues the solution again, before those of bulk rejudging.
 *
 * @returns false when the contest has no such solution
 */
export async function resetSolution(db: Db, contestId: number, solutionId: number): Promise<boolean> {
  return (await callReset(db, contestId, [solutionId], 'single')) === 1;
}

/** Solutions per call, which holds the lock of the log, for which live ones wait; its announcement has 8000 bytes. */
const BATCH = 25;
/** The pause after a call is so many times as long as it took, as after verdicts in bulk, and in ms at most so long. */
const PAUSE_TIMES = 3;
const MAX_PAUSE_MS = 200;
/** The shortest pause in ms while people send: some 130 solutions a second, which they do not notice. */
const LIVE_PAUSE_MS = 190;
/** The pauses of all batches take half of the time in ms that a proxy waits for the answer, mostly a minute: batches take time, too. */
const ALL_PAUSES_MS = 30_000;

/** What decides how long the log of a contest is left to others after a batch. */
interface AfterBatch {
  tookMs: number;
  /** Whether people send solutions. */
  isLive: boolean;
  /** Number of all batches. */
  batches: number;
}

export function pauseAfterBatchMs({ tookMs, isLive, batches }: AfterBatch): number {
  const leastMs = isLive ? Math.min(LIVE_PAUSE_MS, ALL_PAUSES_MS / batches) : 0;
  return Math.max(leastMs, Math.min(PAUSE_TIMES * tookMs, MAX_PAUSE_MS));
}

/**
 * Resets solutions of a contest in batches, as far as they can be judged again by then, with pauses between them, in which
 * the others send, and longer ones while they do. If it is interrupted, calling it again does the rest: solutions that wait already are left
 * alone.
 *
 * @returns number of reset solutions
 */
export async function resetInBatches(
  db: Db,
  sending: Pick<LiveSending, 'isLive'>,
  contestId: number,
  ids: readonly number[],
): Promise<number> {
  const batches = Math.ceil(ids.length / BATCH);
  let count = 0;
  for (let first = 0; first < ids.length; first += BATCH) {
    const startedAtMs = performance.now();
    count += await callReset(db, contestId, ids.slice(first, first + BATCH), 'bulk');
    const tookMs = performance.now() - startedAtMs;
    const isLast = first + BATCH >= ids.length;
    if (!isLast) await sleep(pauseAfterBatchMs({ tookMs, isLive: sending.isLive(), batches }));
  }
  return count;
}

/**
 * Clears verdicts and queues the solutions again, after the live ones, in one call, which holds the lock of the log
 * (`reset_solutions`, migration 0230). Judges at work on them are fenced off. The sent times stay, so the penalties do
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
