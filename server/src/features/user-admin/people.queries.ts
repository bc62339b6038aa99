import type { Group } from '@balloon/contracts/contests.ts';
import type { AdminUser, PeopleQuery } from '@balloon/contracts/people/user-admin.ts';
import type { Db } from '@balloon/database/connect.ts';
import type { Database } from '@balloon/database/tables.ts';
import { ACCESS_GROUPS, isAdmin } from '@balloon/domain/contests/contest-access.ts';
import { type SelectQueryBuilder, sql } from 'kysely';
import { IS_ENTRUSTED, mayControl, mayManage } from '#features/user-admin/managed-user.ts';
import { PUBLIC_USER_COLUMNS, publicUser } from '#features/users/public-user.ts';
import { hasWords } from '#features/users/search-people.ts';
import type { User } from '#services.ts';

/** Selects matching people whom a supervisor may see; the caller chooses columns and order. */
export function matchingPeople(db: Db, reader: User, query: Omit<PeopleQuery, 'sort'>) {
  let found = db.selectFrom('account').where('account.deletedAtMs', 'is', null);
  if (!isAdmin(reader.accessMask)) {
    const { mask } = ACCESS_GROUPS.admin;
    found = found.where((eb) =>
      eb.or([eb('account.accessMask', '<>', mask), eb('account.id', '=', reader.id)]),
    );
  }
  const { accessGroup, isBanned, activeFromMs, activeToMs, neverSignedIn } = query;
  if (query.q.trim() !== '') found = found.where(hasWords(query.q));
  if (query.groupId !== undefined) found = found.where(isInGroup(reader, query.groupId));
  if (accessGroup !== undefined) found = found.where('account.accessMask', '=', accessGroup);
  if (isBanned !== undefined) found = found.where('account.isBanned', '=', isBanned);
  if (activeFromMs !== undefined) found = found.where('account.activeAtMs', '>=', activeFromMs);
  if (activeToMs !== undefined) {
    found = found.where((eb) =>
      eb.or([eb('account.activeAtMs', '<', activeToMs), eb('account.activeAtMs', 'is', null)]),
    );
  }
  if (neverSignedIn !== undefined) {
    found = found.where('account.signedInAtMs', neverSignedIn ? 'is' : 'is not', null);
  }
  return found;
}

/** Condition on an account: is in a group that the supervisor keeps. Who is in others is not for them; 0: in none. */
function isInGroup({ id, accessMask, groupIds }: User, groupId: number) {
  if (groupId === 0) {
    return sql<boolean>`not exists (select from user_group_member where account_id = account.id)`;
  }
  const isMember = sql<boolean>`exists (
    select from user_group_member where account_id = account.id and group_id = ${groupId}
  )`;
  if (isAdmin(accessMask) || groupIds.includes(groupId)) return isMember;
  return sql<boolean>`(
    ${isMember} and exists (select from user_group where id = ${groupId} and author_id = ${id})
  )`;
}

type People = SelectQueryBuilder<Database, 'account', Record<never, never>>;

const ADMIN_USER_COLUMNS = [
  'account.email',
  'account.isBanned',
  'account.banReason',
  'account.bannedAtMs',
  'account.registeredAtMs',
  'account.signedInAtMs',
  'account.activeAtMs',
  'account.version',
] as const;

/** Selects people with everything that supervisors see of them. */
export function selectAdminUsers(people: People) {
  return people
    .select([...PUBLIC_USER_COLUMNS, ...ADMIN_USER_COLUMNS])
    .select(sql<boolean>`account.password_hash is not null`.as('hasPassword'))
    .select(IS_ENTRUSTED.as('isEntrusted'))
    .select(
      sql<Group[]>`(
        select coalesce(json_agg(json_build_object(
          'id', user_group.id, 'name', user_group.name, 'color', user_group.color, 'authorId', user_group.author_id
        ) order by user_group.name, user_group.id), '[]')
        from user_group join user_group_member on group_id = user_group.id
        where account_id = account.id
      )`.as('groups'),
    );
}
type AdminUserRow = Awaited<ReturnType<ReturnType<typeof selectAdminUsers>['execute']>>[number];

/** Converts a person for a supervisor, without groups that are hidden from the supervisor. */
export function adminUser(reader: User, row: AdminUserRow): AdminUser {
  const { registeredAtMs, signedInAtMs, activeAtMs, isBanned } = row;
  const isKnown = ({ id }: { id: number }) => isAdmin(reader.accessMask) || reader.groupIds.includes(id);
  const person = { ...row, groupIds: row.groups.map(({ id }) => id) };
  return {
    ...publicUser(row),
    email: row.email,
    groups: row.groups.filter(isKnown),
    isBan: isBanned,
    banReason: row.banReason,
    bannedAtMs: row.bannedAtMs,
    registerTimeMs: registeredAtMs,
    lastLoggedTimeMs: signedInAtMs,
    recentActivityTimeMs: activeAtMs,
    hasPassword: row.hasPassword,
    version: row.version,
    canEdit: mayManage(reader, person),
    canControl: mayControl(reader, person),
  };
}
