import type { ChangedMembers, ChangeMembers } from '@balloon/contracts/people/groups.ts';
import { isAdmin } from '@balloon/domain/contests/contest-access.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { announcePeople } from '#features/directory/announce-people.ts';
import {
  addMembers,
  findGroup,
  findIdsByName,
  findKnownIds,
  lockGroup,
  removeMembers,
} from '#features/groups/groups.queries.ts';
import { groupNotFound, keepsGroup } from '#features/users/own-group.ts';
import type { Services, User } from '#services.ts';

/**
 * Adds people to a group and removes others, by id or by username; adding a member or removing a non-member is no
 * error. Needs no version, because nothing else of the group changes.
 *
 * @throws {NotFoundError} GROUP_NOT_FOUND, also for a group that a moderator has nothing to do with
 */
export function changeMembers(
  { db }: Services,
  editor: User,
  { groupId, add, addUsernames, remove }: ChangeMembers & { groupId: number },
): Promise<ChangedMembers> {
  return db.transaction().execute(async (tx) => {
    const group = await lockGroup(tx, groupId);
    if (!group || !keepsGroup(editor, group)) throw groupNotFound(groupId);
    const named = await findIdsByName(tx, addUsernames);
    const known = await findKnownIds(tx, editor, [...add, ...named.values()]);
    const removable = (await findKnownIds(tx, editor, remove)).filter((id) => id !== keptId(editor));
    const removed = await removeMembers(tx, groupId, removable);
    const added = await addMembers(tx, editor, groupId, known);
    await tx
      .updateTable('userGroup')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', groupId)
      .execute();
    await recordChange(tx, editor, {
      ...{
        action: 'group.members',
        subjectId: groupId,
        subjectName: group.name,
        groupId,
        version: group.version + 1,
      },
      before: { removed: removable },
      after: { added: known },
    });
    await announcePeople(tx, [...removable, ...known]);
    const { population = 0, version = 0 } = (await findGroup(tx, groupId)) ?? {};
    const found = new Set(known);
    const unknownUsernames = addUsernames.filter((name) => !found.has(named.get(name) ?? 0));
    return { added, removed, unknownUsernames, population, version };
  });
}

/** Returns the id of a moderator, who must stay in the group; null for admins. */
const keptId = ({ id, accessMask }: User) => (isAdmin(accessMask) ? null : id);
