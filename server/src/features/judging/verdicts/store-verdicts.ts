import type { JudgeResult, TestReport } from '@balloon/contracts/judging/judge.ts';
import type { Db } from '@balloon/database/connect.ts';
import { VERDICTS, type VerdictKey } from '@balloon/domain/judging/verdicts.ts';
import { sql } from 'kysely';
import { storableJson, storableNumber } from '#content/storable.ts';
import type { HeldSolution } from '#features/queue/lease.queries.ts';
import type { LiveSending } from '#features/queue/live-sending.ts';
import { GroupCommit } from '#features/solutions/group-commit.ts';

/** Verdict with everything that is stored about it. */
export interface FinalVerdict {
  verdict: VerdictKey;
  testNumber: number;
  timeMs: number;
  memoryKb: number;
  compilationError: string | null;
  /** Words of the compiler about a program that compiled. */
  compilerOutput?: string | null | undefined;
  detail: string | null;
  /** Compiler and sandbox mode of the judge; null when nothing ran. */
  judgedBy: { compiler: string; mode: string; compileCpuMs?: number | undefined } | null;
  /** Score in problems that give points; null elsewhere. */
  score: number | null;
  /** Reports of a run on all tests. */
  tests: readonly TestReport[];
  /** Results of the tests, packed by `packTestRuns`, in base64. */
  testRuns?: string | undefined;
  /** Beginning of the output on the test that failed, as a judge sends it. */
  failedOutput?: JudgeResult['failedOutput'] | undefined;
}

export type HeldVerdict = HeldSolution & FinalVerdict;

/**
 * Moves results of one contest from the queue into the solutions and the contest's log, and announces them at commit:
 * one call, which takes the lock of the log, checks the fences and reads the clock inside the database
 * (`store_verdicts` in `database/schema.sql`). Outside of a transaction the lock is held for this one call.
 *
 * @returns the fences of the results that were stored; one that is missing is not the newest of its solution
 */
export async function storeVerdicts(
  db: Db,
  contestId: number,
  results: readonly HeldVerdict[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ fence: number }>`
    select store_verdicts(${contestId}::integer, ${storableJson(results.map(toRow))}::jsonb) as fence
  `.execute(db);
  return new Set(rows.map(({ fence }) => fence));
}

/** Results that arrive at this web process, by contest; the answer is whether a result was stored. */
export interface VerdictCommits {
  /** Whoever sent these waits for them. */
  live: Pick<GroupCommit<HeldVerdict, boolean>, 'add'>;
  /** Solutions that are judged again with many others: nobody waits for one of them. */
  bulk: Pick<GroupCommit<HeldVerdict, boolean>, 'add'>;
}

/** What decides when results in bulk are stored. */
type Sending = Pick<LiveSending, 'isLive' | 'first' | 'letFirst'>;

/** Few are stored together in bulk, so that the log of the contest is free soon. */
const MAX_IN_BULK = 16;
/** The pause after them is so many times as long as their storing took, and in ms at most so long. */
const PAUSE_TIMES = 3;
const MAX_PAUSE_MS = 250;
/**
 * Shortest pause in ms while people send. What comes meanwhile takes one commit, one lock of the log and one round of
 * announcements. Places of judges do not wait for it (`isStoredLater` of their tasks), and as much is stored
 * as is handed out (`leases/bulk-pace.ts`).
 */
const GATHER_MS = 380;

/** Pace at which results in bulk are stored. */
export const paceInBulk = (sending: Pick<LiveSending, 'isLive' | 'letFirst'>) => ({
  maxTogether: MAX_IN_BULK,
  mayBegin: () => sending.letFirst(),
  pauseMs: (tookMs: number) =>
    Math.max(sending.isLive() ? GATHER_MS : 0, Math.min(PAUSE_TIMES * tookMs, MAX_PAUSE_MS)),
});

/**
 * Stores together what arrives for a contest while its log is locked for earlier results: a commit for all of them. Those in bulk let
 * solutions that are on their way into the database, and verdicts that somebody waits for, go first.
 */
export function commitVerdicts(db: Db, sending: Sending): VerdictCommits {
  const store = async (contestId: number, results: readonly HeldVerdict[]) => {
    const stored = await storeVerdicts(db, contestId, results);
    return results.map(({ fence }) => stored.has(fence));
  };
  const live = new GroupCommit(store);
  return {
    live: { add: (contestId, result) => sending.first(() => live.add(contestId, result)) },
    bulk: new GroupCommit(store, paceInBulk(sending)),
  };
}

function toRow({ solutionId, fence, verdict, ...final }: HeldVerdict) {
  return {
    solution_id: solutionId,
    fence,
    verdict_id: VERDICTS[verdict].id,
    test_number: VERDICTS[verdict].solves ? 0 : final.testNumber,
    time_ms: storableNumber(final.timeMs),
    memory_kb: storableNumber(final.memoryKb),
    compilation_error: final.compilationError,
    compiler_output: final.compilerOutput ?? null,
    judging_detail: final.detail,
    judged_by: final.judgedBy,
    score: final.score,
    test_runs: final.testRuns ?? null,
  };
}
