import type { Db } from '@balloon/database/connect.ts';
import { isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import { PUBLIC_USER_COLUMNS } from '#features/users/public-user.ts';
import { imagePath } from '#http/pages/image-path.ts';

/** Names and roles of people as they are now, deleted ones included: their results stay. */
export function findUsers(db: Db, userIds: readonly number[]) {
  return db
    .selectFrom('account')
    .where('account.id', '=', sql<number>`any(${[...userIds]}::integer[])`)
    .select(PUBLIC_USER_COLUMNS)
    .execute();
}

/** People as tables show them: teams with their organisation. */
export async function findShownUsers(db: Db, userIds: readonly number[]) {
  const rows = await db
    .selectFrom('account')
    .leftJoin('team', 'team.accountId', 'account.id')
    .leftJoin('organization', 'organization.id', 'team.organizationId')
    .where('account.id', '=', sql<number>`any(${[...userIds]}::integer[])`)
    .select(PUBLIC_USER_COLUMNS)
    .select(['organization.name as organizationName', 'formalName', 'country', 'logo'])
    .execute();
  return rows.map(({ organizationName, formalName, country, logo, ...person }) => ({
    ...person,
    organization:
      organizationName === null
        ? null
        : {
            name: organizationName,
            formalName: formalName ?? '',
            country,
            logo: logo === null ? null : imagePath(logo),
          },
  }));
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
