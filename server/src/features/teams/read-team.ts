import type { Team, TeamOfUser } from '@balloon/contracts/people/teams.ts';
import type { Db } from '@balloon/database/connect.ts';
import { findOrganization } from '#features/teams/organizations.queries.ts';
import { linkOf } from '#features/teams/stored-picture.ts';
import { findMembers, findTeam } from '#features/teams/team.queries.ts';
import { readPerson } from '#features/user-admin/list-people.ts';
import { knowsOf } from '#features/user-admin/managed-user.ts';
import type { Services, User } from '#services.ts';

/**
 * Reads the team that uses an account.
 *
 * @throws {NotFoundError} USER_NOT_FOUND, also for an admin whom a moderator asks for
 */
export async function readTeam({ db }: Services, reader: User, userId: number): Promise<TeamOfUser> {
  await readPerson({ db }, reader, userId);
  return { team: await findShownTeam(db, reader, userId) };
}

/** The team of an account as a supervisor sees it; null: the account is a person's. */
export async function findShownTeam(db: Db, reader: User, accountId: number): Promise<Team | null> {
  const stored = await findTeam(db, accountId);
  if (!stored) return null;
  const { organizationId, photo, ...team } = stored;
  const members = await findMembers(db, accountId);
  const organization = organizationId === null ? null : await findOrganization(db, organizationId);
  return {
    ...team,
    photo: linkOf(photo),
    organization: organization ?? null,
    members: members.map((member) => shownMember(reader, member)),
  };
}

type StoredMember = Awaited<ReturnType<typeof findMembers>>[number];

function shownMember(
  reader: User,
  { name, accountId, username, accessMask }: StoredMember,
): Team['members'][number] {
  const isKnown = accountId !== null && accessMask !== null && knowsOf(reader, { id: accountId, accessMask });
  return isKnown ? { name, accountId, username } : { name, accountId: null, username: null };
}
