import type { Db } from '@balloon/database/connect.ts';
import { SUPERVISOR_MASKS } from '@balloon/domain/contests/contest-access.ts';
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

/**
 * Roles by which the rows of people count in a contest: those of now, or where its results are final, those of who took part
 * by then as they were at that moment.
 */
export function findRolesIn(db: Db, contestId: number, userIds: readonly number[]): Promise<Role[]> {
  return db
    .selectFrom('account')
    .leftJoin('contestParticipant as part', (join) =>
      join.onRef('part.accountId', '=', 'account.id').on('part.contestId', '=', contestId),
    )
    .leftJoin('contest', 'contest.id', 'part.contestId')
    .where('account.id', '=', sql<number>`any(${[...userIds]}::integer[])`)
    .select([
      'account.id as userId',
      sql<boolean>`case
        when final_supervisor_ids is not null and part.joined_at_ms <= finalized_at_ms
          then account.id = any(final_supervisor_ids)
        else account.access_mask = any(${SUPERVISOR_MASKS}::integer[])
      end`.as('isSupervisor'),
    ])
    .execute();
}
