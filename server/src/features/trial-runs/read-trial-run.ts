import type { TrialRun } from '@balloon/contracts/solutions/trial-runs.ts';
import { NotFoundError } from '#errors.ts';
import { enterContest } from '#features/contests/contest-access.ts';
import type { ContestSource } from '#features/contests/contest-heads.ts';
import { renderTrialRun } from '#features/trial-runs/trial-run-view.ts';
import { findTrialRun, type StoredTrialRun } from '#features/trial-runs/trial-runs.queries.ts';
import type { Services, User } from '#services.ts';

export interface TrialRunAddress {
  contestId: number;
  runId: number;
}

/**
 * Returns a run of the caller's own. Runs of other people do not exist for the caller, not even for
 * supervisors, because they are private.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, TRIAL_RUN_NOT_FOUND, also after an hour
 * @throws {ForbiddenError} as `enterContest`
 */
export async function readTrialRun(
  services: Services,
  user: User,
  address: TrialRunAddress,
): Promise<TrialRun> {
  return renderTrialRun(await getOwnTrialRun(services, user, address), user);
}

/** Finds a run by the rules and errors of `readTrialRun`. */
export async function getOwnTrialRun(
  source: ContestSource,
  user: User,
  { contestId, runId }: TrialRunAddress,
): Promise<StoredTrialRun> {
  await enterContest(source, user, contestId);
  const stored = await findTrialRun(source.db, user.id, runId);
  if (stored?.contestId === contestId) return stored;
  throw new NotFoundError('TRIAL_RUN_NOT_FOUND', `You have no run ${runId} in this contest (any more)`);
}
