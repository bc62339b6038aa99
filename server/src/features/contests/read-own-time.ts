import type { OwnTimeChanges } from '@balloon/contracts/people/own-time-changes.ts';
import { visitContest } from '#features/contests/contest-access.ts';
import { findOwnTimeChanges } from '#features/contests/own-time-changes.ts';
import type { Services, User } from '#services.ts';

/**
 * What became of the caller's own time in a contest. Who of the organisers did it, and why, is for the jury.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 */
export async function readOwnTime(
  services: Services,
  user: User,
  contestId: number,
): Promise<OwnTimeChanges> {
  await visitContest(services, user, contestId);
  return { changes: (await findOwnTimeChanges(services.db, contestId, user.id)).reverse() };
}
