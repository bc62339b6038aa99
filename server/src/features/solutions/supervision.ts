import { type ContestAccess, canSeeContestInList, isSupervisor } from '@balloon/domain/contest-access.ts';
import { viewerOf } from '#features/contests/contest-access.ts';
import type { User } from '#services.ts';

/**
 * Whether a person supervises a contest: admins all of them, moderators those open to everybody or to a group
 * of theirs. Decides over others' solutions in lists, live events and rejudging alike.
 */
export function supervises(
  user: User,
  contest: Pick<ContestAccess, 'allowedGroupIds' | 'isSuspended'>,
): boolean {
  return isSupervisor(user.accessMask) && canSeeContestInList(viewerOf(user), contest);
}
