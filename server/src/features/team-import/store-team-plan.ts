import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import { storePassword } from '#features/account/choose-password.ts';
import { addParticipant } from '#features/contests/join-contest.ts';
import { generatedPassword } from '#features/session/generated-password.ts';
import { hashPassword } from '#features/session/password.ts';
import { MASKS, type TeamPlan } from '#features/team-import/plan-team-import.ts';

interface Password {
  text: string;
  hash: string;
}
export type Passwords = ReadonlyMap<string, Password>;

/**
 * Passwords by username: of new accounts, and of teams to which the files give one, where that is wanted. Accounts of the
 * jury that exist keep theirs: a file must not open them.
 */
export async function makePasswords(
  { teams, staff }: Pick<TeamPlan, 'teams' | 'staff'>,
  setsPasswords: boolean,
): Promise<Passwords> {
  const needing = [
    ...teams.filter(({ fate, password }) => fate === 'create' || (setsPasswords && password !== '')),
    ...staff.filter(({ fate }) => fate === 'create'),
  ];
  const made = needing.map(async ({ username, password }): Promise<[string, Password]> => {
    const text = password || generatedPassword();
    return [username, { text, hash: await hashPassword(text) }];
  });
  return new Map(await Promise.all(made));
}

/** Writes a plan; returns the ids of the accounts. */
export async function storeTeamPlan(tx: Tx, plan: TeamPlan, passwords: Passwords) {
  await forgetDeletedTeams(tx, plan);
  await storeOrganizations(tx, plan);
  await storeGroups(tx, plan);
  const staff: number[] = [];
  for (const { username, name, role, rowId } of plan.staff) {
    if (rowId !== null) continue;
    const id = await storeAccount(tx, { username, rowId, name, mask: MASKS[role] }, passwords.get(username));
    staff.push(id);
    // Moderators know contests of their groups only: without them, judges would not find the contest that they judge.
    if (role === 'moderator') await joinGroups(tx, id, groupIdsOf(plan));
  }
  const teams: number[] = [];
  for (const team of plan.teams) {
    const { username, rowId, name, id: foreignId, seat } = team;
    const mask = ACCESS_GROUPS.user.mask;
    const accountId = await storeAccount(tx, { username, rowId, name, mask }, passwords.get(username));
    const values = { name, seat, foreignId, organizationId: await organizationOf(tx, team.organizationId) };
    await tx
      .insertInto('team')
      .values({ accountId, ...values })
      .onConflict((conflict) => conflict.column('accountId').doUpdateSet(values))
      .execute();
    await joinGroups(tx, accountId, team.groupIds);
    teams.push(accountId);
  }
  return { staff, teams };
}

/** Profiles of deleted accounts give their ids free. */
async function forgetDeletedTeams(tx: Tx, { teams }: TeamPlan): Promise<void> {
  await sql`
    delete from team using account
    where account.id = account_id and deleted_at_ms is not null
      and team.foreign_id = any (${teams.map(({ id }) => id)}::text[])
  `.execute(tx);
}

async function storeOrganizations(tx: Tx, { organizations }: TeamPlan): Promise<void> {
  for (const { id: foreignId, name, formalName, country, fate } of organizations) {
    if (fate === 'same') continue;
    const values = { name, formalName, country };
    await tx
      .insertInto('organization')
      .values({ ...values, foreignId })
      .onConflict((conflict) =>
        conflict
          .column('foreignId')
          .doUpdateSet((eb) => ({ ...values, version: eb('organization.version', '+', 1) })),
      )
      .execute();
  }
}

async function storeGroups(tx: Tx, { groups }: TeamPlan): Promise<void> {
  for (const { id: foreignId, name, fate } of groups) {
    if (fate === 'same') continue;
    await tx
      .insertInto('userGroup')
      .values({ name, foreignId, authorId: null })
      .onConflict((conflict) => conflict.column('foreignId').doUpdateSet({ name }))
      .execute();
  }
}

async function organizationOf(tx: Tx, foreignId: string | null): Promise<number | null> {
  if (foreignId === null) return null;
  const row = await tx
    .selectFrom('organization')
    .select('id')
    .where('foreignId', '=', foreignId)
    .executeTakeFirst();
  return row?.id ?? null;
}

const groupIdsOf = ({ groups }: TeamPlan) => groups.map(({ id }) => id);

async function joinGroups(tx: Tx, accountId: number, groupIds: readonly string[]): Promise<void> {
  await sql`
    insert into user_group_member (group_id, account_id, is_entrusted)
    select id, ${accountId}, true from user_group where foreign_id = any (${[...groupIds]}::text[])
    on conflict (group_id, account_id) do update set is_entrusted = true
  `.execute(tx);
}

interface StoredAccount {
  username: string;
  rowId: number | null;
  name: string;
  mask: number;
}

/** Creates an account, or gives one a username and a password; returns its id. */
async function storeAccount(
  tx: Tx,
  { username, rowId, name, mask }: StoredAccount,
  password: Password | undefined,
): Promise<number> {
  if (rowId !== null) {
    await tx.updateTable('account').set({ username }).where('id', '=', rowId).execute();
    if (password) await storePassword(tx, rowId, password.hash);
    return rowId;
  }
  const { id } = await tx
    .insertInto('account')
    .values({
      ...{ username, firstName: name, lastName: '', accessMask: mask },
      ...{ passwordHash: password?.hash ?? null, registeredAtMs: await databaseNowMs(tx) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Lets the teams into a contest, whatever its groups. */
export async function admitTeams(tx: Tx, contestId: number, userIds: readonly number[]): Promise<void> {
  for (const userId of userIds) await addParticipant(tx, contestId, userId);
  await tx
    .updateTable('contestParticipant')
    .set({ isAdmitted: true })
    .where('contestId', '=', contestId)
    .where('accountId', '=', sql<number>`any(${[...userIds]}::integer[])`)
    .execute();
}
