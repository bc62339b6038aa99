import type { SaveTeam, Team } from '@balloon/contracts/people/teams.ts';

/**
 * Members as text, a line each: the name, and after a comma the username of an account. A name that has a comma itself
 * ends with one more, since what comes after the last is read as a username.
 */
export const linesOf = (members: Team['members']): string =>
  members
    .map(({ name, username }) => {
      if (username) return `${name}, ${username}`;
      return name.includes(',') ? `${name},` : name;
    })
    .join('\n');

/** Members out of such a text; empty lines are passed over. */
export function membersOf(lines: string): SaveTeam['members'] {
  return lines.split('\n').flatMap((line) => {
    const comma = line.lastIndexOf(',');
    const name = (comma === -1 ? line : line.slice(0, comma)).trim();
    return name === '' ? [] : [{ name, username: comma === -1 ? '' : line.slice(comma + 1).trim() }];
  });
}
