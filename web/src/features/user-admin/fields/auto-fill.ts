import { suggestedUsername } from '@balloon/domain/text/transliterate.ts';

/** Fields of the form that follow the names until somebody types in them. */
export interface FollowingFields {
  username: string;
  password: string;
}
export type TypedByHand = Readonly<Record<keyof FollowingFields, boolean>>;

interface Names {
  firstName: string;
  lastName: string;
}

/**
 * Returns the fields after the names have changed: first initial, a dot and the last name, in Latin letters. A
 * participant's password begins as the username; that of a supervisor is left empty, so that one is generated.
 *
 * @param free username that the server found free for these names, or undefined while it is asked
 */
export function followNames(
  names: Names,
  present: FollowingFields,
  { typed, isParticipant, free }: { typed: TypedByHand; isParticipant: boolean; free?: string | undefined },
): FollowingFields {
  const made = free || suggestedUsername(names.firstName, names.lastName);
  const username = typed.username ? present.username : made;
  const password = isParticipant ? username : '';
  return { username, password: typed.password ? present.password : password };
}

/**
 * Returns the username of a person whose names are being edited: one that was made of the names follows them, one that
 * somebody chose stays, since people sign in with it. Emptied, either follows.
 *
 * @param typed whether a username was typed; false: the field was emptied since, undefined: it was not touched
 */
export function followEditedNames(
  names: Names,
  stored: Names & { username: string },
  { username, typed, free }: { username: string; typed: boolean | undefined; free?: string | undefined },
): string {
  if (typed === true) return username;
  if (typed === undefined && !isMadeOf(stored.username, stored)) return username;
  if (typed === undefined && isSameName(names, stored)) return stored.username;
  if (isMadeOf(stored.username, names)) return stored.username;
  return free || suggestedUsername(names.firstName, names.lastName) || username;
}

const isSameName = (one: Names, other: Names) =>
  one.firstName === other.firstName && one.lastName === other.lastName;

/** Whether a username is the one of the names, perhaps with a number because that was taken. */
function isMadeOf(username: string, { firstName, lastName }: Names): boolean {
  const made = suggestedUsername(firstName, lastName);
  return made !== '' && username.startsWith(made) && /^\d*$/.test(username.slice(made.length));
}
