import type { ImportTeams, ImportTeamsReport } from '@balloon/contracts/team-import.ts';
import { MAX_TEAM_FILES_LENGTH } from '@balloon/contracts/team-import.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { type Tx, takeTime } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contest-access.ts';
import { sql } from 'kysely';
import { ConflictError, InvalidInputError, TooLargeError } from '#errors.ts';
import { storePassword } from '#features/account/choose-password.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { lockContestLog } from '#features/contests/contest-log.ts';
import { addParticipant } from '#features/contests/join-contest.ts';
import { announcePeople } from '#features/directory/announce-people.ts';
import { generatedPassword } from '#features/session/generated-password.ts';
import { hashPassword } from '#features/session/password.ts';
import { MASKS, planTeamImport, type TeamPlan } from '#features/team-import/plan-team-import.ts';
import { readTeamFiles } from '#features/team-import/read-team-files.ts';
import { withFreeNames } from '#features/user-admin/new-account.ts';
import type { Services, User } from '#services.ts';

interface Password {
  text: string;
  hash: string;
}
type Passwords = ReadonlyMap<string, Password>;

/**
 * Imports organisations, groups, teams and accounts, all of them or nothing; a dry run says what would happen. What has the
 * id of an entry already is changed, so that a second import doubles nothing.
 *
 * @throws {TooLargeError} FILES_TOO_LARGE
 * @throws {InvalidInputError} TEAM_FILES_WRONG when the files have errors
 * @throws {ConflictError} CHANGED_MEANWHILE, USERNAME_TAKEN when others change the site at this very moment
 */
export async function importTeams(
  { db, log }: Services,
  admin: User,
  { files, dryRun, contestId = null, setsPasswords }: ImportTeams,
): Promise<ImportTeamsReport> {
  if (files.reduce((sum, { text }) => sum + text.length, 0) > MAX_TEAM_FILES_LENGTH)
    throw new TooLargeError('FILES_TOO_LARGE', 'The files are too large together: import them in parts');
  const { records, faults } = readTeamFiles(files);
  const plan = await planTeamImport(db, records);
  const contestFaults = contestId !== null && !(await hasContest(db, contestId));
  const all = [...faults, ...plan.faults];
  if (contestFaults)
    all.push({ file: '', entry: String(contestId), code: 'CONTEST_UNKNOWN', detail: '', isError: true });
  if (dryRun) return reportOf(true, plan, all, new Map());
  if (all.some(({ isError }) => isError))
    throw new InvalidInputError('TEAM_FILES_WRONG', 'The files have errors, so nothing was imported');
  const passwords = await makePasswords(plan, setsPasswords);
  await withFreeNames(() =>
    db.transaction().execute(async (tx) => {
      await takeTime(tx);
      if (JSON.stringify(await planTeamImport(tx, records)) !== JSON.stringify(plan))
        throw new ConflictError('CHANGED_MEANWHILE', 'Somebody else changed people meanwhile: try again');
      if (contestId !== null) await lockContestLog(tx, contestId);
      const userIds = await store(tx, plan, passwords);
      if (contestId !== null) await admit(tx, contestId, userIds.teams);
      await recordChange(tx, admin, {
        ...{ action: 'team.import', subjectId: null, ...(contestId !== null && { contestId }) },
        after: { counts: countsOf(plan), usernames: [...passwords.keys()] },
      });
      await announcePeople(tx, [...userIds.teams, ...userIds.staff]);
    }),
  );
  log.info({ adminId: admin.id, ...countsOf(plan) }, 'teams were imported');
  return reportOf(false, plan, all, passwords);
}

async function hasContest(db: Services['db'], contestId: number): Promise<boolean> {
  const row = await db
    .selectFrom('contest')
    .select('id')
    .where('id', '=', contestId)
    .where('isSuspended', '=', false)
    .executeTakeFirst();
  return row !== undefined;
}

const countsOf = ({ organizations, groups, teams, staff }: TeamPlan) => ({
  organizations: organizations.length,
  groups: groups.length,
  teams: teams.length,
  staff: staff.length,
});

function reportOf(
  dryRun: boolean,
  { organizations, groups, teams, staff }: TeamPlan,
  faults: ImportTeamsReport['faults'],
  passwords: Passwords,
): ImportTeamsReport {
  const named = ({
    id,
    name,
    fate,
  }: {
    id: string;
    name: string;
    fate: TeamPlan['teams'][number]['fate'];
  }) => ({
    ...{ foreignId: id, name, fate },
  });
  const organizationNames = new Map(organizations.map(({ id, name }) => [id, name]));
  const groupNames = new Map(groups.map(({ id, name }) => [id, name]));
  return {
    ...{ dryRun, faults },
    organizations: organizations.map(named),
    groups: groups.map(named),
    teams: teams.map((team) => ({
      ...named(team),
      ...{ username: team.username, seat: team.seat },
      organization: organizationNames.get(team.organizationId ?? '') ?? team.organizationId ?? '',
      groups: team.groupIds.map((id) => groupNames.get(id) ?? id),
      password: passwords.get(team.username)?.text ?? null,
    })),
    staff: staff.map(({ username, role, fate }) => ({
      ...{ username, role, fate },
      password: passwords.get(username)?.text ?? null,
    })),
  };
}

/**
 * Passwords by username: of new accounts, and of teams to which the files give one, where that is wanted. Accounts of the
 * jury that exist keep theirs: a file must not open them.
 */
async function makePasswords({ teams, staff }: TeamPlan, setsPasswords: boolean): Promise<Passwords> {
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
async function store(tx: Tx, plan: TeamPlan, passwords: Passwords) {
  await forgetDeletedTeams(tx, plan);
  await storeOrganizations(tx, plan);
  await storeGroups(tx, plan);
  const staff: number[] = [];
  for (const { username, name, role, rowId } of plan.staff) {
    if (rowId !== null) continue;
    staff.push(await storeAccount(tx, { username, rowId, name, mask: MASKS[role] }, passwords.get(username)));
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

async function joinGroups(tx: Tx, accountId: number, groupIds: readonly string[]): Promise<void> {
  await sql`
    insert into user_group_member (group_id, account_id, is_entrusted)
    select id, ${accountId}, true from user_group where foreign_id = any (${[...groupIds]}::text[])
    on conflict do nothing
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
async function admit(tx: Tx, contestId: number, userIds: readonly number[]): Promise<void> {
  for (const userId of userIds) await addParticipant(tx, contestId, userId);
  await tx
    .updateTable('contestParticipant')
    .set({ isAdmitted: true })
    .where('contestId', '=', contestId)
    .where('accountId', '=', sql<number>`any(${[...userIds]}::integer[])`)
    .execute();
}
