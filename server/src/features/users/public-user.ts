import type { PublicUser, ShownOrganization } from '@balloon/contracts/users.ts';
import {
  accessGroupByMask,
  isAdmin,
  isModerator,
  isSupervisor,
} from '@balloon/domain/contests/contest-access.ts';
import { TEAM_NAME } from '#features/users/name-of-account.ts';

/** The columns of `account` that `publicUser` needs: `select(PUBLIC_USER_COLUMNS)`. */
export const PUBLIC_USER_COLUMNS = [
  'account.id',
  'account.username',
  'account.firstName',
  'account.lastName',
  'account.accessMask',
  TEAM_NAME.as('teamName'),
] as const;

/** Public data of a person. */
export function publicUser(account: {
  id: number;
  username: string;
  firstName: string;
  lastName: string;
  accessMask: number;
  /** Null and absent: not a team. */
  teamName?: string | null;
  /** Set where ratings are shown; absent elsewhere. */
  rating?: number | null | undefined;
  /** Set where organisations are shown; absent elsewhere. */
  organization?: ShownOrganization | null;
}): PublicUser {
  const { id, username, firstName, lastName, accessMask, teamName, rating, organization } = account;
  const { mask, name } = accessGroupByMask(accessMask);
  return {
    id,
    username,
    firstName,
    lastName,
    // Same as NAME_OF_ACCOUNT: accounts of a file, or made with a username alone, have no names.
    fullName: teamName ?? (`${firstName} ${lastName}`.trim() || username),
    accessGroup: { mask, name },
    isAdmin: isAdmin(accessMask),
    isModerator: isModerator(accessMask),
    isSupervisor: isSupervisor(accessMask),
    ...(rating === null || rating === undefined ? {} : { rating }),
    ...(organization && { organization }),
  };
}
