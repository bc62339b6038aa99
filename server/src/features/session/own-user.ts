import type { OwnUser } from '@balloon/contracts/users.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { findGroupsWithRatings } from '#features/users/groups-of-user.queries.ts';
import { PUBLIC_USER_COLUMNS, publicUser } from '#features/users/public-user.ts';
import type { Services, User } from '#services.ts';

/** What the signed-in person may know about themselves. The rating is that of the first group that has one. */
export async function ownUser({ db }: Services, user: Pick<User, 'id'>): Promise<OwnUser> {
  const [account, rated] = await Promise.all([
    findOwnAccount(db, user.id),
    findGroupsWithRatings(db, user.id),
  ]);
  const rating = rated.find((group) => group.rating !== null)?.rating;
  return {
    ...publicUser({ ...account, rating }),
    groups: rated.map(({ rating: _, ...group }) => group),
    email: account.email,
    pendingEmail: account.pendingEmail,
    password: '********',
    registerTimeMs: account.registeredAtMs,
    lastLoggedTimeMs: account.signedInAtMs,
    recentActivityTimeMs: account.activeAtMs,
  };
}

function findOwnAccount(db: Db, id: number) {
  return db
    .selectFrom('account')
    .select([...PUBLIC_USER_COLUMNS, 'email', 'registeredAtMs', 'signedInAtMs', 'activeAtMs'])
    .select(PENDING_EMAIL.as('pendingEmail'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

const PENDING_EMAIL = sql<string | null>`(
  select email from mailed_key
  where mailed_key.account_id = account.id and purpose = 'email'
    and expires_at_ms > extract(epoch from clock_timestamp()) * 1000
  order by created_at_ms desc limit 1
)`;

/** Picks the fields of a comma list; all of them without one. */
export function pickFields(user: OwnUser, list: string | undefined): Partial<OwnUser> {
  const wanted = new Set((list ?? '').split(',').map((field) => field.trim()));
  wanted.delete('');
  if (wanted.size === 0) return user;
  return Object.fromEntries(Object.entries(user).filter(([field]) => wanted.has(field)));
}
