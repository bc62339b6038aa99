import type { ContestControl } from '@balloon/contracts/contests/contest-control.ts';
import { controlStates } from '#features/contest-control/control-states.ts';
import { contestNotFound, getSupervisedContest } from '#features/contests/supervision.ts';
import type { Services, User } from '#services.ts';

/**
 * The state of a contest for its supervisors, at most a second old.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the caller does not supervise it
 */
export async function readControl(
  services: Services,
  user: User,
  contestId: number,
): Promise<ContestControl> {
  await getSupervisedContest(services.db, user, contestId);
  const state = await controlStates(services).read(contestId);
  if (!state) throw contestNotFound(contestId);
  return state;
}
