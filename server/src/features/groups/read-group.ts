import type { GroupPage } from '@balloon/contracts/people/groups.ts';
import { isAdmin } from '@balloon/domain/contests/contest-access.ts';
import {
  findContestsOfGroup,
  findGroup,
  listMembers,
  type StoredGroup,
} from '#features/groups/groups.queries.ts';
import { groupNotFound, keepsGroup } from '#features/users/own-group.ts';
import { publicUser } from '#features/users/public-user.ts';
import type { Services, User } from '#services.ts';

const CONTESTS = 100;

/**
 * Reads a group with its members and its newest contests.
 *
 * @throws {NotFoundError} GROUP_NOT_FOUND, also for a group that a moderator has nothing to do with
 */
export async function readGroup({ db }: Services, reader: User, groupId: number): Promise<GroupPage> {
  const group = await findGroup(db, groupId);
  if (!group || !keepsGroup(reader, group)) throw groupNotFound(groupId);
  const [members, contests] = await Promise.all([
    listMembers(db, reader, groupId),
    findContestsOfGroup(db, groupId, CONTESTS),
  ]);
  return { group, users: members.map(publicUser), ...contests, canDelete: mayDeleteGroup(reader, group) };
}

/** Whether a person may delete a group: admins and the group's creator may. */
export function mayDeleteGroup(reader: User, group: Pick<StoredGroup, 'authorId'>): boolean {
  return isAdmin(reader.accessMask) || group.authorId === reader.id;
}
