import type { TestReport } from '@balloon/contracts/judge.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { VERDICTS, type VerdictKey } from '@balloon/domain/verdicts.ts';
import { storableNumber, storableOrNull } from '#content/storable.ts';
import { appendContestEvent, lockContestLog } from '#features/contests/contest-log.ts';
import { storeDetail } from '#features/judging/store-detail.ts';
import { findTestsetHashes } from '#features/queue/claim.queries.ts';
import { findLease, type HeldSolution, removeFromQueue } from '#features/queue/lease.queries.ts';
import { announce } from '#realtime/announcements.ts';

/** Verdict with everything that is stored about it. */
export interface FinalVerdict {
  verdict: VerdictKey;
  testNumber: number;
  timeMs: number;
  memoryKb: number;
  compilationError: string | null;
  detail: string | null;
  /** Compiler and sandbox mode of the judge; null when nothing ran. */
  judgedBy: { compiler: string; mode: string; compileCpuMs?: number | undefined } | null;
  /** Score in problems that give points; null elsewhere. */
  score: number | null;
  /** Reports of a run on all tests. */
  tests: readonly TestReport[];
}

/**
 * Ends a lease by its purpose: with a verdict, or with the detail of all tests.
 *
 * @returns false when the fence is not the newest one (any more); then nothing has changed
 */
export async function finishJudging(tx: Tx, lease: HeldSolution, final: FinalVerdict): Promise<boolean> {
  const held = await findLease(tx, lease);
  return held?.purpose === 'detail' ? storeDetail(tx, lease, final) : storeVerdict(tx, lease, final);
}

/** Moves a result from the queue into the solution and the contest's log, and announces it at commit. */
async function storeVerdict(tx: Tx, lease: HeldSolution, final: FinalVerdict): Promise<boolean> {
  const { solutionId, fence } = lease;
  const contestId = await lockLogOfSolution(tx, solutionId);
  if (contestId === undefined) return false;
  const ended = await removeFromQueue(tx, lease);
  if (!ended) return false;
  const hashes = await findTestsetHashes(tx, solutionId, ended.testsetSha256);
  const nowMs = await databaseNowMs(tx);
  const verdictId = VERDICTS[final.verdict].id;
  const { userId, problemId, sentAtMs } = await tx
    .updateTable('solution')
    .set({
      verdictId,
      verdictGotAtMs: nowMs,
      testNumber: VERDICTS[final.verdict].solves ? 0 : final.testNumber,
      timeMs: storableNumber(final.timeMs),
      memoryKb: storableNumber(final.memoryKb),
      compilationError: storableOrNull(final.compilationError),
      judgingDetail: storableOrNull(final.detail),
      // The fence distinguishes a result that is delivered again from one that came too late.
      judgedBy: final.judgedBy && JSON.stringify({ ...final.judgedBy, ...ended, ...hashes, fence }),
      score: final.score,
    })
    .where('id', '=', solutionId)
    .returning(['accountId as userId', 'problemId', 'sentAtMs'])
    .executeTakeFirstOrThrow();
  const event = { solutionId, userId, problemId, sentAtMs, verdictId };
  await appendContestEvent(tx, contestId, { type: 'solution', ...event }, nowMs);
  await announce(tx, 'solution.changed', { contestId, solutionId, userId, what: 'judged' });
  return true;
}

/** Locks the log that a solution belongs to and returns its contest, or `undefined` without a solution. */
export async function lockLogOfSolution(tx: Tx, solutionId: number): Promise<number | undefined> {
  const solution = await tx
    .selectFrom('solution')
    .select('contestId')
    .where('id', '=', solutionId)
    .executeTakeFirst();
  if (solution) await lockContestLog(tx, solution.contestId);
  return solution?.contestId;
}

/** Verdict for a solution that could not be judged; `detail` is for supervisors. */
export const judgingError = (detail: string): FinalVerdict => ({
  verdict: 'judgingError',
  testNumber: 0,
  timeMs: 0,
  memoryKb: 0,
  compilationError: null,
  detail,
  judgedBy: null,
  score: null,
  tests: [],
});
