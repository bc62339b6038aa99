import type { SaveTeam, Team, TeamOfUser } from '@balloon/contracts/people/teams.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { InvalidInputError, NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { expectVersion } from '#features/audit/stale-edit.ts';
import { findIdsByName, findKnownIds } from '#features/groups/groups.queries.ts';
import { withFreeForeignId } from '#features/teams/foreign-id.ts';
import { findOrganization } from '#features/teams/organizations.queries.ts';
import { findShownTeam } from '#features/teams/read-team.ts';
import { storedPicture } from '#features/teams/stored-picture.ts';
import { findMembers, storeMembers, storeTeam } from '#features/teams/team.queries.ts';
import {
  accountNotYours,
  expectMayControl,
  findControlled,
  type LockedPerson,
  lockManaged,
  mayControl,
} from '#features/user-admin/managed-user.ts';
import type { Services, User } from '#services.ts';

/**
 * Makes an account that of a team, or changes its profile; triggers announce it for open tables. Members act as the team,
 * so links between accounts are changed by those who control the accounts.
 *
 * @throws {NotFoundError} USER_NOT_FOUND
 * @throws {ForbiddenError} USER_PROTECTED, USER_NOT_YOURS, ACCOUNT_NOT_YOURS
 * @throws {InvalidInputError} ORGANIZATION_NOT_FOUND, IMAGE_NOT_FOUND, MEMBER_NOT_FOUND, MEMBER_TWICE
 * @throws {ConflictError} CHANGED_MEANWHILE, FOREIGN_ID_TAKEN
 */
export function saveTeam(
  { db }: Services,
  editor: User,
  { userId, members, version: read, ...fields }: SaveTeam & { userId: number },
): Promise<TeamOfUser> {
  return withFreeForeignId(() =>
    db.transaction().execute(async (tx) => {
      const account = await lockManaged(tx, editor, userId);
      const { username } = account;
      const before = await findShownTeam(tx, editor, userId);
      const stored = before?.version ?? 0;
      await expectVersion(tx, { kind: 'user', part: 'team', id: userId, stored, read });
      await expectOrganization(tx, fields.organizationId);
      await storeTeam(tx, userId, { ...fields, photo: await storedPicture(tx, fields.photo) });
      const people = await identified(tx, editor, { userId, members });
      await expectMayLink(tx, editor, account, people);
      await storeMembers(tx, userId, people);
      const team = await findShownTeam(tx, editor, userId);
      await recordChange(tx, editor, {
        ...{ action: 'user.team', subjectId: userId, subjectName: username },
        version: team?.version ?? stored + 1,
        ...(before && { before: stateOf(before) }),
        ...(team && { after: stateOf(team) }),
      });
      return { team };
    }),
  );
}

/**
 * Makes the account of a team a person's again; results stay.
 *
 * @throws {NotFoundError} USER_NOT_FOUND, TEAM_NOT_FOUND
 * @throws {ForbiddenError} USER_PROTECTED, USER_NOT_YOURS, ACCOUNT_NOT_YOURS
 */
export function removeTeam({ db }: Services, editor: User, userId: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const account = await lockManaged(tx, editor, userId);
    const { username } = account;
    const before = await findShownTeam(tx, editor, userId);
    if (!before) throw new NotFoundError('TEAM_NOT_FOUND', `No team uses account ${userId}`);
    await expectMayLink(tx, editor, account, []);
    await tx.deleteFrom('team').where('accountId', '=', userId).execute();
    const subject = { subjectId: userId, subjectName: username, before: stateOf(before) };
    const version = before.version + 1; // the next team of the account goes on from the removal
    await recordChange(tx, editor, { action: 'user.removeTeam', ...subject, version });
  });
}

/**
 * Makes sure that the editor controls the account of a team whose linked accounts change, and those that are added: who is
 * linked acts as the team from then on, in all its contests, and contests of the team may close others to them.
 *
 * @throws {ForbiddenError} ACCOUNT_NOT_YOURS
 */
async function expectMayLink(
  tx: Tx,
  editor: User,
  account: LockedPerson,
  people: readonly { accountId: number | null }[],
): Promise<void> {
  const before = linkedIds(await findMembers(tx, account.id));
  const after = linkedIds(people);
  if (before.symmetricDifference(after).size === 0) return;
  expectMayControl(editor, account);
  const added = await findControlled(tx, [...after.difference(before)]);
  if (!added.every((person) => mayControl(editor, person))) throw accountNotYours();
}

const linkedIds = (people: readonly { accountId: number | null }[]): ReadonlySet<number> =>
  new Set(people.flatMap(({ accountId }) => accountId ?? []));

async function expectOrganization(tx: Tx, id: number | null): Promise<void> {
  if (id === null || (await findOrganization(tx, id))) return;
  throw new InvalidInputError('ORGANIZATION_NOT_FOUND', `There is no organization ${id}`);
}

/** The members with the accounts that their usernames name. */
async function identified(
  tx: Tx,
  editor: User,
  { userId, members }: Pick<SaveTeam, 'members'> & { userId: number },
) {
  const ids = await findIdsByName(tx, members.map(({ username }) => username).filter(Boolean));
  const known = new Set(await findKnownIds(tx, editor, [...ids.values()]));
  const taken = new Set<number>([userId]);
  return members.map(({ name, username }, index) => {
    if (username === '') return { name, accountId: null };
    const accountId = ids.get(username);
    const issues = [{ field: `members.${index}.username`, kind: 'invalid' }] as const;
    if (accountId === undefined || !known.has(accountId))
      throw new InvalidInputError('MEMBER_NOT_FOUND', `There is no user ${username}`, issues);
    if (taken.has(accountId))
      throw new InvalidInputError('MEMBER_TWICE', `${username} is the team itself or named twice`, issues);
    taken.add(accountId);
    return { name, accountId };
  });
}

/** A team as the log of changes keeps it. */
const stateOf = ({ organization, members, version: _, ...team }: Team) => ({
  ...team,
  organization: organization?.name ?? null,
  members: members.map(({ name, username }) => (username === null ? name : `${name} (${username})`)),
});
