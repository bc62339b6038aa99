import { type ContestAccess, supervisesContest } from '@balloon/domain/contest-access.ts';
import { viewerOf } from '#features/contests/contest-access.ts';
import type { User } from '#services.ts';

/** `supervisesContest` for a caller: decides over others' solutions in lists, live events and rejudging alike. */
export function supervises(
  user: User,
  contest: Pick<ContestAccess, 'allowedGroupIds' | 'isSuspended'>,
): boolean {
  return supervisesContest(viewerOf(user), contest);
}
