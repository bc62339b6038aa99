import { suggestedUsername } from '@balloon/domain/text/transliterate.ts';

/** Fields of the form that follow the names until somebody types in them. */
export interface FollowingFields {
  username: string;
  password: string;
}
export type TypedByHand = Readonly<Record<keyof FollowingFields, boolean>>;

/**
 * Returns the fields after the names have changed: first initial, a dot and the last name, in Latin letters. A
 * participant's password begins as the username; that of a supervisor is left empty, so that one is generated.
 *
 * @param free username that the server found free for these names, or undefined while it is asked
 */
export function followNames(
  names: { firstName: string; lastName: string },
  present: FollowingFields,
  { typed, isParticipant, free }: { typed: TypedByHand; isParticipant: boolean; free?: string | undefined },
): FollowingFields {
  const made = free || suggestedUsername(names.firstName, names.lastName);
  const username = typed.username ? present.username : made;
  const password = isParticipant ? username : '';
  return { username, password: typed.password ? present.password : password };
}
