import type { TestReport } from '@balloon/contracts/judge.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { VERDICTS, type VerdictKey } from '@balloon/domain/verdicts.ts';
import { appendContestEvent, lockContestLog } from '#features/contests/contest-log.ts';
import { findTestsetHashes } from '#features/judging/claim.queries.ts';
import { findPurpose, type HeldSolution, removeFromQueue } from '#features/judging/lease.queries.ts';
import { storable, storableNumber } from '#features/judging/storable.ts';
import { storeDetail } from '#features/judging/store-detail.ts';
import { announce } from '#realtime/announcements.ts';

/** A verdict with all that is kept of how it came about. */
export interface FinalVerdict {
  verdict: VerdictKey;
  testNumber: number;
  timeMs: number;
  memoryKb: number;
  compilationError: string | null;
  detail: string | null;
  /** What judged; null when nothing did. */
  judgedBy: { compiler: string; mode: string } | null;
  /** Only of problems that give points. */
  score: number | null;
  /** Of a run on all tests. */
  tests: readonly TestReport[];
}

/**
 * Ends a lease with what it was for, a verdict or the detail of all tests.
 *
 * @returns false when the fence is not the newest one (any more); nothing has changed then
 */
export async function finishJudging(tx: Tx, lease: HeldSolution, final: FinalVerdict): Promise<boolean> {
  const purpose = await findPurpose(tx, lease);
  return purpose === 'detail' ? storeDetail(tx, lease, final) : storeVerdict(tx, lease, final);
}

/** Out of the queue, into the solution and the contest's log, told at commit. */
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
      compilationError: storable(final.compilationError),
      judgingDetail: storable(final.detail),
      // The fence tells a result that is delivered again from one that came too late.
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

/** Locks the log that a solution belongs to and gives its contest, or `undefined` for no solution. */
export async function lockLogOfSolution(tx: Tx, solutionId: number): Promise<number | undefined> {
  const solution = await tx
    .selectFrom('solution')
    .select('contestId')
    .where('id', '=', solutionId)
    .executeTakeFirst();
  if (solution) await lockContestLog(tx, solution.contestId);
  return solution?.contestId;
}

/** The verdict for what we could not judge; `detail` is for supervisors. */
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
