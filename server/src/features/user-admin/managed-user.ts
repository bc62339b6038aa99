import { ADVISORY_LOCKS } from '@balloon/database/advisory-locks.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS, isAdmin, isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import { ConflictError, ForbiddenError, NotFoundError } from '#errors.ts';
import { OWNER_ID, SUPPORT_ID } from '#features/users/reserved-ids.ts';
import type { User } from '#services.ts';

/** Fields of a person that the rules of this feature need. */
export interface ManagedPerson {
  id: number;
  accessMask: number;
  groupIds: readonly number[];
}

/** Person whose account itself is to be changed: its username, e-mail, password, ban or sessions. */
export interface ControlledPerson extends ManagedPerson {
  /** Whether the account was made for one of its groups, or put there by an admin. */
  isEntrusted: boolean;
}

/** Value of `isEntrusted` in a query on `account`. */
export const IS_ENTRUSTED = sql<boolean>`exists (
  select from user_group_member where account_id = account.id and is_entrusted
)`;

const GROUP_IDS = sql<number[]>`array(select group_id from user_group_member where account_id = account.id)`;

/** Whether a supervisor may see a person: admins are hidden from moderators. */
export function knowsOf(manager: User, person: Pick<ManagedPerson, 'id' | 'accessMask'>): boolean {
  return isAdmin(manager.accessMask) || person.id === manager.id || !isAdmin(person.accessMask);
}

/**
 * Whether a supervisor may edit a person: admins everybody but the owner of the site, moderators the participants of
 * their own groups. The support identity cannot be changed.
 */
export function mayManage(manager: User, person: ManagedPerson): boolean {
  if (person.id === SUPPORT_ID) return false;
  if (person.id === manager.id) return true;
  if (person.id === OWNER_ID) return false;
  if (isAdmin(manager.accessMask)) return true;
  return !isSupervisor(person.accessMask) && person.groupIds.some((id) => manager.groupIds.includes(id));
}

/**
 * Whether a supervisor may change the username, e-mail or password of a person, ban them or end their sessions, each of
 * which could take the account over or lock its owner out. A moderator may when all groups of the person are their own
 * and one of them was entrusted with the account; to add somebody to a group is not enough.
 */
export function mayControl(manager: User, person: ControlledPerson): boolean {
  if (!mayManage(manager, person)) return false;
  if (isAdmin(manager.accessMask) || person.id === manager.id) return true;
  return person.isEntrusted && person.groupIds.every((id) => manager.groupIds.includes(id));
}

/** @throws {ForbiddenError} USER_PROTECTED, USER_NOT_YOURS, ACCOUNT_NOT_YOURS */
export function expectMayControl(manager: User, person: ControlledPerson): void {
  expectMayManage(manager, person);
  if (mayControl(manager, person)) return;
  throw accountNotYours();
}

export const accountNotYours = () =>
  new ForbiddenError(
    'ACCOUNT_NOT_YOURS',
    'This account was not created for your groups or belongs to others as well: ask an admin',
  );

/** @throws {ForbiddenError} USER_PROTECTED, USER_NOT_YOURS */
export function expectMayManage(manager: User, person: ManagedPerson): void {
  if (mayManage(manager, person)) return;
  if (isAdmin(manager.accessMask)) {
    throw new ForbiddenError(
      'USER_PROTECTED',
      'This account is part of the site and cannot be changed by you',
    );
  }
  throw new ForbiddenError('USER_NOT_YOURS', 'Moderators manage the participants of their own groups only');
}

/**
 * Locks a person whom the supervisor may manage. Who only refers to the person, as a sent solution does, waits for nothing.
 *
 * @throws {NotFoundError} USER_NOT_FOUND, also for an admin whom a moderator asks for
 * @throws {ForbiddenError} USER_PROTECTED, USER_NOT_YOURS
 */
export async function lockManaged(tx: Tx, manager: User, userId: number) {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.lastAdmin})`.execute(tx);
  const person = await tx
    .selectFrom('account')
    .select([
      'id',
      'username',
      'firstName',
      'lastName',
      'email',
      'accessMask',
      'isBanned',
      'banReason',
      'version',
    ])
    .select(GROUP_IDS.as('groupIds'))
    .select(IS_ENTRUSTED.as('isEntrusted'))
    .where('id', '=', userId)
    .where('deletedAtMs', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!person || !knowsOf(manager, person)) throw userNotFound(userId);
  expectMayManage(manager, person);
  return person;
}

/** Locks people as `lockManaged` does, in the order in which others lock several, so that nobody waits in a circle. */
export async function lockPeople(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.lastAdmin})`.execute(tx);
  await sql`
    select from account where id = any(${[...ids]}::integer[]) order by id for no key update
  `.execute(tx);
}

/** People with what decides who controls them. */
export function findControlled(db: Db, ids: readonly number[]): Promise<ControlledPerson[]> {
  return db
    .selectFrom('account')
    .select(['id', 'accessMask', GROUP_IDS.as('groupIds'), IS_ENTRUSTED.as('isEntrusted')])
    .where('id', '=', sql<number>`any(${[...ids]}::integer[])`)
    .execute();
}

export type LockedPerson = Awaited<ReturnType<typeof lockManaged>>;

export const userNotFound = (userId: number) =>
  new NotFoundError('USER_NOT_FOUND', `There is no user ${userId}`);

/**
 * Makes sure that somebody else can administer the site. Requires `lockManaged`.
 *
 * @throws {ConflictError} LAST_ADMIN
 */
export async function expectAnotherAdmin(tx: Tx, userId: number): Promise<void> {
  const other = await tx
    .selectFrom('account')
    .select('id')
    .where('accessMask', '=', ACCESS_GROUPS.admin.mask)
    .where('deletedAtMs', 'is', null)
    .where('isBanned', '=', false)
    .where('passwordHash', 'is not', null)
    .where('id', 'not in', [userId, SUPPORT_ID])
    .limit(1)
    .executeTakeFirst();
  if (!other)
    throw new ConflictError('LAST_ADMIN', 'This is the last admin: make somebody else an admin first');
}
