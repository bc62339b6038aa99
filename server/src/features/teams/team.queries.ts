import type { Db, Tx } from '@balloon/database/connect.ts';

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

/** Stores the profile of a team in place of the former one, as its next version. */
export async function storeTeam(tx: Tx, accountId: number, team: Omit<StoredTeam, 'version'>): Promise<void> {
  await tx
    .insertInto('team')
    .values({ accountId, ...team })
    .onConflict((conflict) =>
      conflict.column('accountId').doUpdateSet((eb) => ({ ...team, version: eb('team.version', '+', 1) })),
    )
    .execute();
}

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
