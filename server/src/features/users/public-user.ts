import type { PublicUser } from '@balloon/contracts/users.ts';
import { accessGroupByMask, isAdmin, isModerator, isSupervisor } from '@balloon/domain/contest-access.ts';

/** The columns of `account` that `publicUser` needs: `select(PUBLIC_USER_COLUMNS)`. */
export const PUBLIC_USER_COLUMNS = [
  'account.id',
  'account.username',
  'account.firstName',
  'account.lastName',
  'account.accessMask',
] as const;

/** Public data of a person. */
export function publicUser(account: {
  id: number;
  username: string;
  firstName: string;
  lastName: string;
  accessMask: number;
  /** Set where ratings are shown; absent elsewhere. */
  rating?: number | null | undefined;
}): PublicUser {
  const { id, username, firstName, lastName, accessMask, rating } = account;
  const { mask, name } = accessGroupByMask(accessMask);
  return {
    id,
    username,
    firstName,
    lastName,
    fullName: `${firstName} ${lastName}`.trim(),
    accessGroup: { mask, name },
    isAdmin: isAdmin(accessMask),
    isModerator: isModerator(accessMask),
    isSupervisor: isSupervisor(accessMask),
    ...(rating === null || rating === undefined ? {} : { rating }),
  };
}
