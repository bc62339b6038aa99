import type { PublicUser } from '@balloon/contracts/users.ts';

/** Access mask → the role's name. */
export const ROLE_KEYS: Record<number, string> = {
  256: 'role.user',
  1024: 'role.moderator',
  4096: 'role.admin',
};

/** Initials shown instead of a picture: `АК`, or the first letters of the username. */
export function initialsOf({
  firstName,
  lastName,
  username,
}: Pick<PublicUser, 'firstName' | 'lastName' | 'username'>): string {
  const initials = firstName.slice(0, 1) + lastName.slice(0, 1);
  return (initials || username.slice(0, 2)).toUpperCase();
}
