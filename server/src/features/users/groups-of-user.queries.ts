import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';

/** The groups that somebody is in, by name, in the shape that goes out; the caller adds conditions. */
export function selectGroupsOfUser(db: Db, userId: number) {
  return db
    .selectFrom('userGroup')
    .innerJoin('userGroupMember', 'userGroupMember.groupId', 'userGroup.id')
    .select(['userGroup.id', 'userGroup.name', 'userGroup.color', 'userGroup.authorId'])
    .where('userGroupMember.accountId', '=', userId)
    .orderBy('userGroup.name')
    .orderBy('userGroup.id');
}

/** Finds the groups of a person with the present rating in each, null where there is none. */
export function findGroupsWithRatings(db: Db, userId: number) {
  return selectGroupsOfUser(db, userId)
    .select(
      sql<number | null>`(
        select rating_after from rating_change
        where group_id = user_group.id and account_id = ${userId} and is_current
      )`.as('rating'),
    )
    .execute();
}
