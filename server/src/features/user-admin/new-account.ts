import { MIN_PASSWORD_LENGTH } from '@balloon/contracts/people/account-rules.ts';
import type { Db } from '@balloon/database/connect.ts';
import { violatedKey } from '@balloon/database/unique-violation.ts';
import { ACCESS_GROUPS, isAdmin } from '@balloon/domain/contests/contest-access.ts';
import { suggestedUsername } from '@balloon/domain/text/transliterate.ts';
import { sql } from 'kysely';
import { ConflictError, ForbiddenError, InvalidInputError } from '#errors.ts';
import { keepsGroup } from '#features/users/own-group.ts';
import type { User } from '#services.ts';

/**
 * Makes a free username from a person's names, with a number at the end if others have the same names. Empty when the
 * names have no letters.
 *
 * @param taken further names in lower case that are not free, besides the stored ones
 */
export async function freeUsername(
  db: Db,
  person: { firstName: string; lastName: string },
  taken: ReadonlySet<string> = new Set(),
): Promise<string> {
  const name = suggestedUsername(person.firstName, person.lastName).slice(0, 190);
  return name === '' ? '' : freeVariant(db, name, taken);
}

/** Number of names that one query looks up. */
const VARIANTS = 100;

/** Returns the name, or the first of name2, name3, … that is free. */
export async function freeVariant(db: Db, name: string, taken: ReadonlySet<string>): Promise<string> {
  for (let first = 1; ; first += VARIANTS) {
    const variants = Array.from({ length: VARIANTS }, (_, index) =>
      first + index === 1 ? name : `${name}${first + index}`,
    );
    const lower = variants.map((variant) => variant.toLowerCase());
    const { rows } = await sql<{ username: string }>`
      select lower(username) as username from account
      where deleted_at_ms is null and lower(username) = any (${lower}::text[])
    `.execute(db);
    const stored = new Set(rows.map(({ username }) => username));
    const free = variants.find((_, index) => {
      const variant = lower[index] ?? '';
      return !stored.has(variant) && !taken.has(variant);
    });
    if (free !== undefined) return free;
  }
}

/** Only admins give other roles than that of a participant. @throws {ForbiddenError} ROLE_ADMINS_ONLY */
export function expectMayGiveRole(manager: User, mask: number): void {
  if (mask === ACCESS_GROUPS.user.mask || isAdmin(manager.accessMask)) return;
  throw new ForbiddenError('ROLE_ADMINS_ONLY', 'Only admins make somebody a moderator or an admin');
}

/**
 * Makes sure that a supervisor may put people into these groups.
 *
 * @throws {InvalidInputError} GROUP_NOT_FOUND, also for a moderator's foreign one; GROUPS_REQUIRED for a moderator,
 *   who could not manage the person otherwise
 */
export async function expectOwnGroups(db: Db, manager: User, groupIds: readonly number[]): Promise<void> {
  if (groupIds.length === 0) {
    if (isAdmin(manager.accessMask)) return;
    throw new InvalidInputError('GROUPS_REQUIRED', 'Choose at least one group for the person');
  }
  const groups = await db
    .selectFrom('userGroup')
    .select(['id', 'authorId'])
    .where('id', '=', sql<number>`any(${[...groupIds]}::integer[])`)
    .execute();
  const own = new Set(groups.filter((group) => keepsGroup(manager, group)).map(({ id }) => id));
  const unknown = groupIds.find((id) => !own.has(id));
  if (unknown !== undefined) throw new InvalidInputError('GROUP_NOT_FOUND', `There is no group ${unknown}`);
}

/**
 * Refuses a short password and the username as the password of a supervisor. Participants may begin with such
 * passwords, which are printed for contests on site.
 *
 * @throws {InvalidInputError} PASSWORD_TOO_SIMPLE
 */
export function expectFitPassword(password: string, username: string, mask: number): void {
  if (!isTooSimple(password, username, mask)) return;
  throw new InvalidInputError(
    'PASSWORD_TOO_SIMPLE',
    `A moderator or an admin needs a password of ${MIN_PASSWORD_LENGTH} characters that is not the username`,
  );
}

/** Whether a password is too short, or the username, for the role. */
export function isTooSimple(password: string, username: string, mask: number): boolean {
  if (mask === ACCESS_GROUPS.user.mask) return false;
  return password.length < MIN_PASSWORD_LENGTH || password.toLowerCase() === username.toLowerCase();
}

/** Runs a change of accounts; of two simultaneous ones with one name the unique index accepts one. */
export async function withFreeNames<Result>(change: () => Promise<Result>): Promise<Result> {
  try {
    return await change();
  } catch (error) {
    const key = violatedKey(error);
    if (key === undefined) throw error;
    throw key === 'account_by_email'
      ? new ConflictError('EMAIL_TAKEN', 'This address belongs to another account')
      : new ConflictError('USERNAME_TAKEN', 'This username is taken. Choose another');
  }
}
