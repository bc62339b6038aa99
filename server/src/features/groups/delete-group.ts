import type { GroupDeletion } from '@balloon/contracts/people/groups.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { ConflictError, ForbiddenError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { findGroup, lockGroupToDelete, type StoredGroup } from '#features/groups/groups.queries.ts';
import { mayDeleteGroup } from '#features/groups/read-group.ts';
import { groupNotFound, keepsGroup } from '#features/users/own-group.ts';
import type { Services, User } from '#services.ts';

/** Largest number of contests that an error names. */
const NAMED = 20;

/**
 * Returns what would be deleted with a group.
 *
 * @throws {NotFoundError} GROUP_NOT_FOUND, also for a group that a moderator has nothing to do with
 */
export async function previewGroupDeletion(
  { db }: Services,
  reader: User,
  groupId: number,
): Promise<GroupDeletion> {
  const group = await findGroup(db, groupId);
  if (!group || !keepsGroup(reader, group)) throw groupNotFound(groupId);
  return consequences(db, reader, group);
}

/**
 * Deletes a group with its links and ratings. Refuses while the group is the only one of a contest, which would be open
 * to everybody without it; a removed contest is disabled instead, so that it is not open when it is restored.
 *
 * @throws {NotFoundError} GROUP_NOT_FOUND, also for a group that a moderator has nothing to do with
 * @throws {ForbiddenError} GROUP_OF_OTHERS for a moderator who did not create the group
 * @throws {ConflictError} GROUP_OF_CONTESTS
 */
export function deleteGroup({ db }: Services, supervisor: User, groupId: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const group = await lockGroupToDelete(tx, groupId);
    if (!group || !keepsGroup(supervisor, group)) throw groupNotFound(groupId);
    if (!mayDeleteGroup(supervisor, group)) {
      throw new ForbiddenError('GROUP_OF_OTHERS', 'Only admins and the creator of a group may delete it');
    }
    const { onlyGroupOf, canDelete: _, ...counts } = await consequences(tx, supervisor, group);
    if (onlyGroupOf.length > 0) throw groupOfContests(onlyGroupOf);
    await disableRemovedContests(tx, groupId);
    const { id, name, color } = group;
    const before = { name, color, ...counts, memberIds: await memberIds(tx, groupId) };
    await recordChange(tx, supervisor, { action: 'group.delete', subjectId: id, subjectName: name, before });
    await tx.deleteFrom('userGroup').where('id', '=', groupId).execute();
  });
}

function groupOfContests(contests: readonly { name: string }[]) {
  const names = contests.slice(0, 3).map(({ name }) => `“${name}”`);
  const more = contests.length > names.length ? ' and others' : '';
  return new ConflictError(
    'GROUP_OF_CONTESTS',
    `It is the only group of ${names.join(', ')}${more}: give these another group or remove them first`,
    { restParams: { contests } },
  );
}

async function consequences(db: Db, reader: User, group: StoredGroup): Promise<GroupDeletion> {
  const { id } = group;
  const { rows } = await sql<Pick<GroupDeletion, 'contests' | 'ratings' | 'news' | 'links'>>`
    select
      (
        select count(*) from contest_group join contest on contest.id = contest_id
        where group_id = ${id} and virtual_of_id is null
      ) as contests,
      (select count(*) from rating_change where group_id = ${id}) as ratings,
      (select count(*) from register_link where group_id = ${id} and is_active) as links,
      (
        select count(*) from news_group join news on news.id = news_id
        where group_id = ${id} and deleted_at_ms is null and not is_for_everybody
          and not exists (select from news_group as other where other.news_id = news.id and other.group_id <> ${id})
      ) as news
  `.execute(db);
  const { contests = 0, ratings = 0, news = 0, links = 0 } = rows[0] ?? {};
  const onlyGroupOf = await contestsOfOnly(db, id, false).limit(NAMED).execute();
  const canDelete = mayDeleteGroup(reader, group) && onlyGroupOf.length === 0;
  return { members: group.population, contests, onlyGroupOf, ratings, news, links, canDelete };
}

/**
 * Finds the contests, removed or not, whose only group this is. Virtual participations, which have the groups of the past
 * contest and are for their owners alone, are left out: they are open to nobody else without a group, too.
 */
function contestsOfOnly(db: Db, groupId: number, isSuspended: boolean) {
  return db
    .selectFrom('contest')
    .innerJoin('contestGroup', 'contestGroup.contestId', 'contest.id')
    .select(['contest.id', 'contest.name'])
    .where('groupId', '=', groupId)
    .where('isSuspended', '=', isSuspended)
    .where('virtualOfId', 'is', null)
    .where(
      sql<boolean>`not exists (
        select from contest_group as other where other.contest_id = contest.id and other.group_id <> ${groupId}
      )`,
    )
    .orderBy('contest.startTimeMs', 'desc');
}

async function disableRemovedContests(tx: Tx, groupId: number): Promise<void> {
  const removed = await contestsOfOnly(tx, groupId, true).execute();
  if (removed.length === 0) return;
  const ids = removed.map(({ id }) => id);
  await tx.updateTable('contest').set({ isEnabled: false }).where('id', 'in', ids).execute();
}

async function memberIds(tx: Tx, groupId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('userGroupMember')
    .select('accountId')
    .where('groupId', '=', groupId)
    .orderBy('accountId')
    .execute();
  return rows.map(({ accountId }) => accountId);
}
