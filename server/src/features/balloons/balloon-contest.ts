import type { Db } from '@balloon/database/connect.ts';
import { findRunnerIds } from '#features/balloons/balloons.queries.ts';
import { findContest, type StoredContest } from '#features/contests/contests.queries.ts';
import { contestNotFound, supervises } from '#features/contests/supervision.ts';
import type { User } from '#services.ts';

/**
 * A contest whose balloons the caller carries: as a supervisor, or as one of its runners.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also for everybody else
 */
export async function getBalloonContest(db: Db, user: User, contestId: number): Promise<StoredContest> {
  const contest = await findContest(db, contestId);
  const mayCarry = await whoCarries(db, contest);
  if (contest && mayCarry(user)) return contest;
  throw contestNotFound(contestId);
}

/** Decides who may look at the balloons of a contest now. */
export async function whoCarries(
  db: Db,
  contest: StoredContest | undefined,
): Promise<(user: User) => boolean> {
  if (!contest || contest.isSuspended) return () => false;
  const runnerIds = new Set(await findRunnerIds(db, contest.id));
  return (user) => supervises(user, contest) || runnerIds.has(user.id);
}
