import type { ImportTeamsReport } from '@balloon/contracts/people/team-import.ts';
import type { Credentials } from '#features/user-admin/passwords/credentials.ts';

/** Passwords by team, and by group for the sheets. */
export function credentialsOf({
  teams,
  staff,
  groups,
}: Pick<ImportTeamsReport, 'teams' | 'staff' | 'groups'>): Credentials[] {
  const idOf = new Map(groups.map(({ name }, index) => [name, index + 1]));
  const people = [
    ...teams.map((team) => ({ ...team, in: team.groups })),
    ...staff.map((one) => ({ ...one, name: one.username, in: [] })),
  ];
  return people.flatMap(({ name, username, password, in: names }, index) =>
    password === null
      ? []
      : {
          ...{ userId: index + 1, firstName: name, lastName: '', username, password },
          groups: names.map((group) => ({ id: idOf.get(group) ?? 0, name: group })),
        },
  );
}
