import type { Db } from '@balloon/database/connect.ts';
import { isSupervisor } from '@balloon/domain/contest-access.ts';
import { sql } from 'kysely';
import { PUBLIC_USER_COLUMNS } from '#features/users/public-user.ts';

/** Names and roles of people as they are now, deleted ones included: their results stay. */
export function findUsers(db: Db, userIds: readonly number[]) {
  return db
    .selectFrom('account')
    .where('account.id', '=', sql<number>`any(${[...userIds]}::integer[])`)
    .select(PUBLIC_USER_COLUMNS)
    .execute();
}

export interface Role {
  userId: number;
  isSupervisor: boolean;
}

/** Roles of people as they are now. */
export async function findRoles(db: Db, userIds: readonly number[]): Promise<Role[]> {
  const rows = await db
    .selectFrom('account')
    .where('id', '=', sql<number>`any(${[...userIds]}::integer[])`)
    .select(['id', 'accessMask'])
    .execute();
  return rows.map(({ id, accessMask }) => ({ userId: id, isSupervisor: isSupervisor(accessMask) }));
}
