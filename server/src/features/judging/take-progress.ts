import type { ProgressReport, TrialProgressReport } from '@balloon/contracts/judge.ts';
import type { z } from 'zod';
import { seeJudge } from '#features/judging/judges.queries.ts';
import { announceProgress, extendLease } from '#features/judging/lease.queries.ts';
import type { RateLimit } from '#features/judging/rate-limit.ts';
import type { Services } from '#services.ts';

/** What one web process does at a bounded rate, whatever judges send. */
export interface ProgressBounds {
  /** Telling the page, by lease. */
  told: RateLimit;
  /** Noting that a judge lives, by judge. */
  seen: RateLimit;
}

/**
 * Notes a step of judging, which also keeps the lease alive, and tells the page at a bounded rate.
 *
 * @returns false when the lease is lost: the judge should stop working on it
 */
export async function takeProgress(
  { db, options: { leaseMs } }: Services,
  { told, seen }: ProgressBounds,
  report: z.infer<typeof ProgressReport> | z.infer<typeof TrialProgressReport>,
): Promise<boolean> {
  const { judgeId, fence, state, testNumber } = report;
  // A judge that works for long on all its slots makes no claims meanwhile.
  if (seen.allows(judgeId)) await seeJudge(db, judgeId);
  const step = { state, testNumber, leaseMs };
  if (!told.allows(fence)) return extendLease(db, report, step);
  // In one transaction, so that steps are announced in the order in which they happened.
  return db.transaction().execute(async (tx) => {
    const keep = await extendLease(tx, report, step);
    if (keep) await announceProgress(tx, report);
    return keep;
  });
}
