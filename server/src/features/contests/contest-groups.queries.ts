import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';

/** The groups that a contest is for, in its order, with their members. */
export function findGroupsOfContest(db: Db, contestId: number) {
  return db
    .selectFrom('contestGroup')
    .innerJoin('userGroup', 'userGroup.id', 'contestGroup.groupId')
    .select([
      'userGroup.id',
      'userGroup.name',
      'userGroup.foreignId',
      sql<number[]>`array(select account_id from user_group_member where group_id = user_group.id)`.as(
        'memberIds',
      ),
    ])
    .where('contestGroup.contestId', '=', contestId)
    .orderBy('contestGroup.position')
    .execute();
}
