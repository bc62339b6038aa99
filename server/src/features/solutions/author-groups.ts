import { isAdmin, isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import type { User } from '#services.ts';

/** Groups to filter authors by; null for none. Moderators learn nothing of who is in groups that are not theirs. */
export function authorGroupsFor(user: User, groupIds: readonly number[]): readonly number[] | null {
  if (groupIds.length === 0 || !isSupervisor(user.accessMask)) return null;
  return isAdmin(user.accessMask) ? groupIds : groupIds.filter((id) => user.groupIds.includes(id));
}
