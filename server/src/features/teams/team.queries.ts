import type { Db, Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';

export function findTeam(db: Db, accountId: number) {
  return db
    .selectFrom('team')
    .select(['name', 'organizationId', 'seat', 'coach', 'photo', 'foreignId', 'version'])
    .where('accountId', '=', accountId)
    .executeTakeFirst();
}
type StoredTeam = NonNullable<Awaited<ReturnType<typeof findTeam>>>;

/** People of a team in order, with their accounts where they have some. */
export function findMembers(db: Db, teamId: number) {
  return db
    .selectFrom('teamMember')
    .leftJoin('account', (join) =>
      join.onRef('account.id', '=', 'teamMember.accountId').on('account.deletedAtMs', 'is', null),
    )
    .select(['teamMember.name', 'account.id as accountId', 'account.username', 'account.accessMask'])
    .where('teamId', '=', teamId)
    .orderBy('position')
    .execute();
}

/** Stores the profile of a team in place of the former one, as its next version, also where that was removed meanwhile. */
export async function storeTeam(tx: Tx, accountId: number, team: Omit<StoredTeam, 'version'>): Promise<void> {
  await tx
    .insertInto('team')
    .values({ accountId, ...team, version: sql`1 + ${lastRemovedVersion(accountId)}` })
    .onConflict((conflict) =>
      conflict.column('accountId').doUpdateSet((eb) => ({ ...team, version: eb('team.version', '+', 1) })),
    )
    .execute();
}

/** Version that the removal of a team counted last; 0 without one. */
const lastRemovedVersion = (accountId: number) => sql<number>`coalesce((
  select max(subject_version) from audit_entry
  where subject_kind = 'user' and subject_id = ${accountId} and action = 'user.removeTeam'
), 0)`;

/** Stores the people of a team in place of the former ones. */
export async function storeMembers(
  tx: Tx,
  teamId: number,
  members: readonly { name: string; accountId: number | null }[],
): Promise<void> {
  await tx.deleteFrom('teamMember').where('teamId', '=', teamId).execute();
  if (members.length === 0) return;
  await tx
    .insertInto('teamMember')
    .values(members.map((member, position) => ({ ...member, teamId, position })))
    .execute();
}
