import type { ProgressReport } from '@balloon/contracts/judging/leases.ts';
import { announceProgress } from '#features/judging/leases/announce-progress.ts';
import { noteAlive } from '#features/queue/judges.queries.ts';
import { extendAndTell, extendLease, type Step } from '#features/queue/lease.queries.ts';
import type { RateLimit } from '#http/callers/rate-limit.ts';
import type { Services } from '#services.ts';

/** Rate limits of one web process for reports of judges. */
export interface ProgressBounds {
  /** Updates of the page, by lease. */
  told: RateLimit;
  /** Records that a judge is alive, by judge. */
  seen: RateLimit;
}

/**
 * Records a step, which also extends the lease, and notifies the page at a bounded rate.
 *
 * @returns false when the lease is lost: the judge should stop working on it
 */
export async function takeProgress(
  { db, options: { leaseMs } }: Services,
  { told, seen }: ProgressBounds,
  report: ProgressReport,
): Promise<boolean> {
  const { judgeId, fence } = report;
  // Reports show that a judge is alive while long work in all its slots keeps it from claiming.
  if (seen.allows(judgeId)) await noteAlive(db, judgeId);
  const step: Step = 'progress' in report ? { ...IMPORT_STEP, progress: report.progress } : report;
  if (!told.allows(fence)) return extendLease(db, report, step, leaseMs);
  if ('solutionId' in report) return extendAndTell(db, report, step, leaseMs);
  // In one transaction, so that steps are announced in the order in which they happened.
  return db.transaction().execute(async (tx) => {
    const keep = await extendLease(tx, report, step, leaseMs);
    if (keep) await announceProgress(tx, report);
    return keep;
  });
}

/** Step of every report on an import or a check, which differ in `progress` only. */
const IMPORT_STEP = { state: 'testing', testNumber: 0 } as const;
