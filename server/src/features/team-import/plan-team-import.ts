import { USERNAME_PATTERN } from '@balloon/contracts/people/account-rules.ts';
import type { ImportFate, TeamFileFault } from '@balloon/contracts/people/team-import.ts';
import type { Db } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import type {
  AccountRecord,
  GroupRecord,
  OrganizationRecord,
  TeamRecord,
  TeamRecords,
} from '#features/team-import/team-records.ts';
import { isTooSimple } from '#features/user-admin/new-account.ts';

/** An entry with the row that has its id already. */
type Planned<One> = One & { fate: ImportFate; rowId: number | null };

export interface PlannedTeam extends Planned<TeamRecord> {
  username: string;
  /** Password of the files; empty: none. */
  password: string;
}
export interface PlannedStaff extends AccountRecord {
  role: 'moderator' | 'admin';
  fate: ImportFate;
  rowId: number | null;
}

export interface TeamPlan {
  organizations: Planned<OrganizationRecord>[];
  groups: Planned<GroupRecord>[];
  teams: PlannedTeam[];
  staff: PlannedStaff[];
  faults: TeamFileFault[];
}

const STAFF_ROLES: Readonly<Record<string, PlannedStaff['role']>> = {
  judge: 'moderator',
  moderator: 'moderator',
  admin: 'admin',
};

/** Decides what becomes of each entry beside what the site has. Reads the database and writes nothing. */
export async function planTeamImport(db: Db, records: TeamRecords): Promise<TeamPlan> {
  const faults: TeamFileFault[] = [];
  const tell = (file: string, entry: string, code: TeamFileFault['code'], isError = true, detail = '') =>
    faults.push({ file, entry, code, detail, isError });
  const organizations = await planOrganizations(db, records.organizations);
  const groups = await planGroups(db, records.groups);
  const logins = new Map<string, AccountRecord>();
  for (const account of records.accounts) {
    if (account.teamId === null) continue;
    const other = logins.get(account.teamId);
    if (other) tell('accounts', other.username, 'ACCOUNT_OF_TEAM_TWICE', false);
    logins.set(account.teamId, account);
  }
  const known = await findAccounts(db, records);
  const storedOrganizations = await findIds(db, 'organization');
  const storedGroups = await findIds(db, 'user_group');
  const organizationIds = new Set([...storedOrganizations, ...records.organizations.map(({ id }) => id)]);
  const groupIds = new Set([...storedGroups, ...records.groups.map(({ id }) => id)]);
  const taken = new Set<string>();
  const takeName = (username: string, password: string, mask: number) => {
    const name = username.toLowerCase();
    if (taken.has(name)) tell('accounts', username, 'USERNAME_TWICE');
    if (!USERNAME_PATTERN.test(username)) tell('accounts', username, 'USERNAME_INVALID');
    if (password !== '' && isTooSimple(password, username, mask))
      tell('accounts', username, 'PASSWORD_TOO_SIMPLE');
    taken.add(name);
  };
  const teams = records.teams.map((team): PlannedTeam => {
    const stored = known.byTeamId.get(team.id);
    const login = logins.get(team.id);
    const username = login?.username ?? stored?.username ?? `team-${team.id}`.toLowerCase();
    const owner = known.byName.get(username.toLowerCase());
    const isOfOther = owner !== undefined && owner.id !== stored?.id;
    const isOfStaff = stored !== undefined && stored.accessMask !== ACCESS_GROUPS.user.mask;
    if (isOfOther || isOfStaff) tell('accounts', username, 'USERNAME_TAKEN');
    takeName(username, login?.password ?? '', ACCESS_GROUPS.user.mask);
    if (team.organizationId !== null && !organizationIds.has(team.organizationId))
      tell('teams', team.id, 'ORGANIZATION_UNKNOWN', true, team.organizationId);
    const unknownGroups = team.groupIds.filter((id) => !groupIds.has(id));
    if (unknownGroups.length > 0) tell('teams', team.id, 'GROUP_UNKNOWN', true, unknownGroups.join(', '));
    const fate = stored ? (isSameTeam(stored, team, username) ? 'same' : 'update') : 'create';
    return { ...team, username, password: login?.password ?? '', fate, rowId: stored?.id ?? null };
  });
  const teamIds = new Set([...known.byTeamId.keys(), ...records.teams.map(({ id }) => id)]);
  const staff = records.accounts.flatMap((account): PlannedStaff[] => {
    if (account.teamId !== null) {
      if (!teamIds.has(account.teamId)) tell('accounts', account.username, 'TEAM_UNKNOWN');
      return [];
    }
    const role = STAFF_ROLES[account.type];
    if (!role) {
      tell('accounts', account.username, 'ACCOUNT_SKIPPED', false);
      return [];
    }
    const stored = known.byName.get(account.username.toLowerCase());
    if (stored && stored.accessMask !== MASKS[role]) tell('accounts', account.username, 'USERNAME_TAKEN');
    takeName(account.username, stored ? '' : account.password, MASKS[role]);
    return [{ ...account, role, fate: stored ? 'same' : 'create', rowId: stored?.id ?? null }];
  });
  return { organizations, groups, teams, staff, faults };
}

/** Roles of staff as masks. */
export const MASKS = { moderator: ACCESS_GROUPS.moderator.mask, admin: ACCESS_GROUPS.admin.mask } as const;

async function planOrganizations(db: Db, records: readonly OrganizationRecord[]) {
  const rows = await db
    .selectFrom('organization')
    .select(['id', 'name', 'formalName', 'country', 'foreignId'])
    .where('foreignId', 'is not', null)
    .execute();
  const stored = new Map(rows.map((row) => [row.foreignId, row]));
  return records.map((record): Planned<OrganizationRecord> => {
    const row = stored.get(record.id);
    const isSame =
      row?.name === record.name && row.formalName === record.formalName && row.country === record.country;
    return { ...record, fate: row ? (isSame ? 'same' : 'update') : 'create', rowId: row?.id ?? null };
  });
}

async function planGroups(db: Db, records: readonly GroupRecord[]) {
  const rows = await db
    .selectFrom('userGroup')
    .select(['id', 'name', 'foreignId'])
    .where('foreignId', 'is not', null)
    .execute();
  const stored = new Map(rows.map((row) => [row.foreignId, row]));
  return records.map((record): Planned<GroupRecord> => {
    const row = stored.get(record.id);
    const fate = row ? (row.name === record.name ? 'same' : 'update') : 'create';
    return { ...record, fate, rowId: row?.id ?? null };
  });
}

async function findIds(db: Db, table: 'organization' | 'user_group'): Promise<string[]> {
  const { rows } = await sql<{ foreignId: string }>`
    select foreign_id from ${sql.table(table)} where foreign_id is not null
  `.execute(db);
  return rows.map(({ foreignId }) => foreignId);
}

interface StoredTeam {
  id: number;
  username: string;
  accessMask: number;
  teamId: string | null;
  name: string | null;
  seat: string | null;
  organizationId: string | null;
  groupIds: string[];
}

const isSameTeam = (stored: StoredTeam, team: TeamRecord, username: string) =>
  stored.username === username &&
  stored.name === team.name &&
  stored.seat === team.seat &&
  stored.organizationId === team.organizationId &&
  team.groupIds.every((id) => stored.groupIds.includes(id));

/** Accounts that are teams with an id of another system, or that have a username of the files. */
async function findAccounts(db: Db, { accounts, teams }: TeamRecords) {
  const names = [
    ...accounts.map(({ username }) => username.toLowerCase()),
    ...teams.map(({ id }) => `team-${id}`.toLowerCase()),
  ];
  const ids = [...teams.map(({ id }) => id), ...accounts.flatMap(({ teamId }) => teamId ?? [])];
  const { rows } = await sql<StoredTeam>`
    select account.id, username, access_mask, team.foreign_id as team_id, team.name, team.seat,
      organization.foreign_id as organization_id,
      array(
        select user_group.foreign_id from user_group_member join user_group on user_group.id = group_id
        where account_id = account.id and user_group.foreign_id is not null
      ) as group_ids
    from account
    left join team on team.account_id = account.id
    left join organization on organization.id = team.organization_id
    where deleted_at_ms is null
      and (lower(username) = any (${names}::text[]) or team.foreign_id = any (${ids}::text[]))
  `.execute(db);
  return {
    byName: new Map(rows.map((row) => [row.username.toLowerCase(), row])),
    byTeamId: new Map(rows.flatMap((row) => (row.teamId === null ? [] : [[row.teamId, row] as const]))),
  };
}
