import { isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import { contestPart, type PartChoices } from '@balloon/domain/contests/contest-part.ts';
import { ForbiddenError } from '#errors.ts';
import type { TeamAccount, User } from '#services.ts';

/** The refusal of a part that somebody may not take, or has left for another one. */
export const notYours = () =>
  new ForbiddenError('PART_NOT_YOURS', 'You cannot take part in this contest as that participant');

/** Whether somebody could act as a team. Supervisors never do. */
export const isMember = ({ teams, accessMask, person }: User): boolean =>
  teams !== undefined && teams.length > 0 && person === undefined && !isSupervisor(accessMask);

/** Member of a team who acts for it; null: the account itself. Stored with what is sent. */
export const senderOf = ({ person }: Pick<User, 'person'>): number | null => person?.id ?? null;

/** The signed-in person as one of their teams, or null when it is none of theirs. */
export function asTeam(user: User, teamId: number): User | null {
  const team = user.teams?.find(({ id }) => id === teamId);
  return team ? withAccount(user, team) : null;
}

/** The team with the rights of its account, and with address, device and confinement of who sits there. */
function withAccount({ teams: _, ...user }: User, { id, username, name, groupIds }: TeamAccount): User {
  const person = { id: user.id, username: user.username, teamName: name };
  return { ...user, id, username, groupIds, person };
}

/**
 * The account as which a member takes part.
 *
 * @throws {ForbiddenError} TEAM_NOT_CHOSEN before a choice between several teams
 */
export function actingUser(user: User, choices: PartChoices): User {
  const part = contestPart(choices);
  if (part === 'undecided') throw undecided(user, choices);
  return (part === null ? null : asTeam(user, part)) ?? user;
}

/** Returns whom a person acts as, or the first of several teams before a choice: for what shows no more than the contest. */
export function anyActingUser(user: User, choices: PartChoices): User {
  const [first] = choices.teamIds;
  if (contestPart(choices) !== 'undecided' || first === undefined) return actingUser(user, choices);
  return asTeam(user, first) ?? user;
}

function undecided({ teams = [] }: User, { teamIds }: PartChoices): ForbiddenError {
  const names = teams.filter(({ id }) => teamIds.includes(id)).map(({ name }) => name);
  return new ForbiddenError(
    'TEAM_NOT_CHOSEN',
    `Several of your teams take part in this contest: choose one (${names.join(', ')})`,
    { restParams: { teams: names.join(', ') } },
  );
}
