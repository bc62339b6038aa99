import { LRUCache } from 'lru-cache';
import type { Lease } from '#features/queue/claim.queries.ts';
import type { HeldSolution } from '#features/queue/lease.queries.ts';

/** More than all judges of a site have at a time. */
const MAX_LEASES = 10_000;

/** What storing a verdict needs to know of its lease. */
export interface LeasedVerdict {
  contestId: number;
  /** Whether the solution is judged again with many others. */
  isBulk: boolean;
}

/**
 * Solutions that this web process gave out for a verdict, by fence. What is kept here never changes under a fence, and whether
 * the fence is still the newest is up to the statement that stores the verdict.
 */
export class LeasedHere {
  readonly #byFence = new LRUCache<number, LeasedVerdict & { solutionId: number; judgeId: number }>({
    max: MAX_LEASES,
  });

  note(lease: Lease, judgeId: number): void {
    if (!('solutionId' in lease) || lease.purpose !== 'verdict' || !lease.work) return;
    const { solutionId, isBulk, work } = lease;
    this.#byFence.set(lease.fence, { solutionId, judgeId, isBulk, contestId: work.contestId });
  }

  /** Returns nothing of a lease that another process gave, or another judge got, or one that is older than many. */
  find({ solutionId, fence, judgeId }: HeldSolution): LeasedVerdict | undefined {
    const found = this.#byFence.get(fence);
    return found?.solutionId === solutionId && found.judgeId === judgeId ? found : undefined;
  }
}
