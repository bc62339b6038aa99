import type { SavedGroup, SaveGroup } from '@balloon/contracts/people/groups.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { isAdmin } from '@balloon/domain/contests/contest-access.ts';
import { InvalidInputError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { expectVersion } from '#features/audit/stale-edit.ts';
import {
  addMembers,
  findGroup,
  findKnownIds,
  listMembers,
  lockGroup,
  removeMembers,
} from '#features/groups/groups.queries.ts';
import { groupNotFound, keepsGroup } from '#features/users/own-group.ts';
import type { Services, User } from '#services.ts';

/**
 * Creates a group. A moderator who creates a group becomes a member.
 *
 * @throws {InvalidInputError} USER_NOT_FOUND
 */
export function createGroup({ db }: Services, author: User, input: SaveGroup): Promise<SavedGroup> {
  const { name, userIds = [] } = input;
  const chosen = definedOnly(input);
  return db.transaction().execute(async (tx) => {
    const ids = await knownIds(tx, author, userIds);
    const { id, color } = await tx
      .insertInto('userGroup')
      .values({ name, authorId: author.id, ...chosen })
      .returning(['id', 'color'])
      .executeTakeFirstOrThrow();
    await addMembers(tx, author, id, withModerator(author, ids));
    const after = { name, ...chosen, color, members: ids };
    const subject = { subjectId: id, subjectName: name, groupId: id, after };
    await recordChange(tx, author, { action: 'group.create', ...subject });
    return savedGroup(tx, id);
  });
}

/**
 * Changes a group; a list of members replaces the former one. Moderators who edit a group stay members, as do
 * members who are hidden from them.
 *
 * @throws {NotFoundError} GROUP_NOT_FOUND, also for a group that a moderator has nothing to do with
 * @throws {InvalidInputError} USER_NOT_FOUND
 * @throws {ConflictError} CHANGED_MEANWHILE
 */
export function editGroup(
  { db }: Services,
  editor: User,
  { groupId, name, userIds, version, ...rest }: SaveGroup & { groupId: number },
): Promise<SavedGroup> {
  return db.transaction().execute(async (tx) => {
    const before = await lockGroup(tx, groupId);
    if (!before || !keepsGroup(editor, before)) throw groupNotFound(groupId);
    await expectVersion(tx, { kind: 'group', id: groupId, stored: before.version, read: version });
    const members = userIds && (await replaceMembers(tx, editor, groupId, userIds));
    const { ratingFormula = before.ratingFormula, ratesSilent = before.ratesSilent } = rest;
    const { color = before.color } = rest;
    const fields = { name, color, ratingFormula, ratesSilent };
    await tx
      .updateTable('userGroup')
      .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
      .where('id', '=', groupId)
      .execute();
    await recordChange(tx, editor, {
      ...{
        action: 'group.edit',
        subjectId: groupId,
        subjectName: name,
        groupId,
        version: before.version + 1,
      },
      before: { ...before, ...(members && { removed: members.removed }) },
      after: { ...before, ...fields, ...(members && { added: members.added }) },
    });
    return savedGroup(tx, groupId);
  });
}

/** Colour and rules that the caller chose; of the others the table knows the usual ones. */
function definedOnly({ color, ratingFormula, ratesSilent }: SaveGroup) {
  return {
    ...(color !== undefined && { color }),
    ...(ratingFormula !== undefined && { ratingFormula }),
    ...(ratesSilent !== undefined && { ratesSilent }),
  };
}

async function replaceMembers(tx: Tx, editor: User, groupId: number, userIds: readonly number[]) {
  const wanted = new Set(withModerator(editor, await knownIds(tx, editor, userIds)));
  const present = new Set((await listMembers(tx, editor, groupId)).map(({ id }) => id));
  const added = [...wanted].filter((id) => !present.has(id));
  const removed = [...present].filter((id) => !wanted.has(id));
  await addMembers(tx, editor, groupId, added);
  await removeMembers(tx, groupId, removed);
  return { added, removed };
}

/** @throws {InvalidInputError} USER_NOT_FOUND */
async function knownIds(tx: Tx, supervisor: User, userIds: readonly number[]): Promise<number[]> {
  const known = await findKnownIds(tx, supervisor, userIds);
  const found = new Set(known);
  const unknown = userIds.find((id) => !found.has(id));
  if (unknown === undefined) return known;
  throw new InvalidInputError('USER_NOT_FOUND', `There is no user ${unknown}`);
}

/** Adds a moderator to the members of a group, so that they supervise its contests; admins need not be members. */
function withModerator({ id, accessMask }: User, ids: readonly number[]): number[] {
  return isAdmin(accessMask) ? [...ids] : [...new Set([...ids, id])];
}

async function savedGroup(tx: Tx, groupId: number): Promise<SavedGroup> {
  const group = await findGroup(tx, groupId);
  if (!group) throw new Error(`Group ${groupId} was deleted meanwhile`);
  return group;
}
