import { z } from 'zod';
import { Id } from '#common.ts';
import { CompareTask, JudgeCompareResult } from '#judging/comparing.ts';
import {
  JudgeRejudgeResult,
  JudgeResult,
  JudgeTask,
  JudgeTrialResult,
  RejudgeTask,
  StoredCount,
  TrialTask,
} from '#judging/judge.ts';
import { ImportProgress, ImportTask } from '#judging/package-import.ts';
import { CheckTask } from '#judging/problem-checks.ts';

/**
 * How judges take work and keep it, the same for every kind: claim → progress… → result or release. A lease is named
 * by its subject and its fence; a report under another fence than the newest one changes nothing.
 */

/** Kinds of work. */
export const WorkKind = z.enum(['solution', 'trial', 'import', 'check', 'rejudge', 'compare']);
export type WorkKind = z.infer<typeof WorkKind>;

/** Waits up to `waitMs` for work of the kinds that the judge's slot does, then answers null. */
export const ClaimRequest = z.object({
  judgeId: Id,
  waitMs: z.number().int().min(0).max(60_000),
  takes: z.array(WorkKind).min(1).max(10),
});
export type ClaimRequest = z.infer<typeof ClaimRequest>;

/** Claimed work with all that a judge needs to do it. */
export const ClaimedWork = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('solution'), task: JudgeTask }),
  z.object({ kind: z.literal('trial'), task: TrialTask }),
  z.object({ kind: z.literal('import'), task: ImportTask }),
  z.object({ kind: z.literal('check'), task: CheckTask }),
  z.object({ kind: z.literal('rejudge'), task: RejudgeTask }),
  z.object({ kind: z.literal('compare'), task: CompareTask }),
]);
export type ClaimedWork = z.infer<typeof ClaimedWork>;
/** Lease of the work that an answer brings, which may differ from what the judge was told at its hello: settings change. */
const LeaseMs = z.number().int().optional();
/** `hasNews`: the server has something new to tell by a hello, which the judge makes before it claims again. */
export const ClaimReply = z.object({
  work: ClaimedWork.nullable(),
  leaseMs: LeaseMs,
  hasNews: z.boolean().optional(),
});
export type ClaimReply = z.infer<typeof ClaimReply>;

const Held = z.object({ judgeId: Id, fence: z.number().int() });
const HeldSolution = Held.extend({ solutionId: Id });
const HeldTrial = Held.extend({ trialRunId: Id });
const HeldImport = Held.extend({ importId: Id });
const HeldCheck = Held.extend({ checkId: Id });
const HeldRejudging = Held.extend({ rejudgingRunId: Id });
const HeldComparison = Held.extend({ similarityPartId: Id });

/** Lease that a judge holds. */
export const HeldWork = z.union([
  HeldSolution,
  HeldTrial,
  HeldImport,
  HeldCheck,
  HeldRejudging,
  HeldComparison,
]);
export type HeldWork = z.infer<typeof HeldWork>;

const JudgingStep = z.object({ state: z.enum(['compiling', 'testing']), testNumber: StoredCount });
/** Step of an import, a check or a comparison; `progress` is null when there is no news. */
const ImportStep = z.object({ progress: ImportProgress.nullable() });
export type WorkStep = z.infer<typeof JudgingStep> | z.infer<typeof ImportStep>;

/** Report of the progress of the work, which also extends the lease. */
export const ProgressReport = z.union([
  HeldSolution.extend(JudgingStep.shape),
  HeldTrial.extend(JudgingStep.shape),
  HeldImport.extend(ImportStep.shape),
  HeldCheck.extend(ImportStep.shape),
  HeldRejudging.extend(JudgingStep.shape),
  HeldComparison.extend(ImportStep.shape),
]);
export type ProgressReport = z.infer<typeof ProgressReport>;
/** `keep` false: the lease is lost (rejudged, deleted, cancelled, taken over); stop working on it. */
export const ProgressReply = z.object({ keep: z.boolean() });

/**
 * Wish of a slot that delivers a result: the next work in the same call, as a claim without waiting would lease it.
 * Judges that do not know it claim afterwards, and so does a judge whose web does not know it.
 */
export const NextWish = ClaimRequest.pick({ takes: true });
export type NextWish = z.infer<typeof NextWish>;
export const ResultCall = JudgeResult.extend({ next: NextWish.optional() });
export type ResultCall = z.infer<typeof ResultCall>;
export const TrialResultCall = JudgeTrialResult.extend({ next: NextWish.optional() });
export type TrialResultCall = z.infer<typeof TrialResultCall>;
export const RejudgeResultCall = JudgeRejudgeResult.extend({ next: NextWish.optional() });
export type RejudgeResultCall = z.infer<typeof RejudgeResultCall>;
export const CompareResultCall = JudgeCompareResult.extend({ next: NextWish.optional() });
export type CompareResultCall = z.infer<typeof CompareResultCall>;

/**
 * `stored` is false when the fence was old and the result was discarded. `work` is the answer to a wish; null or
 * absent when nothing waits.
 */
export const ResultReply = z.object({ stored: z.boolean(), work: ClaimedWork.nullish(), leaseMs: LeaseMs });
export type ResultReply = z.infer<typeof ResultReply>;

/** Report that the judge stopped answering while it had this work, and was killed for that. */
export const Stall = z.object({
  /** Number of tasks that the judge had at that moment: a single one is certainly the cause. */
  suspects: z.number().int().positive().max(1000),
  /** Rank of this task among them, from 0. */
  rank: z.number().int().nonnegative().max(1000),
});
export type Stall = z.infer<typeof Stall>;

/**
 * Return of work: without more when the judge shuts down, with `trouble` when the attempt failed and counts, or with
 * `stall` when the work may have stalled the judge.
 */
const Reason = z.object({ trouble: z.string().max(4000).nullish(), stall: Stall.optional() });
export const ReleaseRequest = z.union([
  HeldSolution.extend(Reason.shape),
  HeldTrial.extend(Reason.shape),
  HeldImport.extend(Reason.shape),
  HeldCheck.extend(Reason.shape),
  HeldRejudging.extend(Reason.shape),
  HeldComparison.extend(Reason.shape),
]);
export type ReleaseRequest = z.infer<typeof ReleaseRequest>;
