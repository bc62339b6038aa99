import type { JudgeResult } from '@balloon/contracts/judge.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { finishJudging, lockLogOfSolution } from '#features/judging/finish-judging.ts';
import { announceProgress, type HeldSolution, postponeJudging } from '#features/judging/lease.queries.ts';
import type { Services } from '#services.ts';

/** Leases that one solution gets, whether they end in silence or in a judging error. */
export const MAX_ATTEMPTS = 3;
/** Before the second attempt, and twice as long before the third. */
export const PAUSE_AFTER_ERROR_MS = 2_000;

/**
 * Stores a judge's verdict, in one transaction with the contest's log. A judge that got no answer may deliver
 * again. A judging error is our fault and not the participant's, so it is tried again, on another judge if
 * there is one, before it becomes final.
 *
 * @returns whether this result counts; false when another lease, a rejudge or a deletion has overtaken it
 */
export async function takeResult({ db, log }: Services, result: JudgeResult): Promise<boolean> {
  const isStored = await db.transaction().execute((tx) => storeResult(tx, result));
  const { solutionId, fence, judgeId, verdict, detail } = result;
  if (!isStored) log.info({ solutionId, fence, judgeId }, 'a result of an older lease was refused');
  if (verdict === 'judgingError') log.error({ solutionId, judgeId, detail }, 'a judge failed at a solution');
  return isStored;
}

async function storeResult(tx: Tx, result: JudgeResult): Promise<boolean> {
  if (result.verdict === 'judgingError' && (await tryAgainLater(tx, result))) return true;
  return (await finishJudging(tx, result, result)) || (await isStoredAlready(tx, result));
}

/** Whoever waits finds it after the pause by looking again; a wake-up now would come too early. */
async function tryAgainLater(tx: Tx, lease: HeldSolution): Promise<boolean> {
  await lockLogOfSolution(tx, lease.solutionId); // in the order of all others, if it comes to a final verdict
  const postponed = await postponeJudging(tx, lease, {
    maxAttempts: MAX_ATTEMPTS,
    pauseMs: PAUSE_AFTER_ERROR_MS,
  });
  if (postponed) await announceProgress(tx, lease);
  return postponed;
}

/** What stands came with this very lease: its judge did not get our answer. */
async function isStoredAlready(tx: Tx, { solutionId, fence }: HeldSolution): Promise<boolean> {
  const cameWithIt = sql<boolean>`(judged_by ->> 'fence')::bigint = ${fence}`;
  const verdict = tx
    .selectFrom('solution')
    .select('id')
    .where('id', '=', solutionId)
    .where('verdictId', 'is not', null)
    .where(cameWithIt);
  const detail = tx
    .selectFrom('solutionDetail')
    .select('solutionId as id')
    .where('solutionId', '=', solutionId)
    .where(cameWithIt);
  return (await verdict.unionAll(detail).executeTakeFirst()) !== undefined;
}
