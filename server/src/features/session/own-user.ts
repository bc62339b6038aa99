import type { OwnUser } from '@balloon/contracts/users.ts';
import { PUBLIC_USER_COLUMNS, publicUser } from '#features/users/public-user.ts';
import type { Services, User } from '#services.ts';

/** What the signed-in person may know about themselves. */
export async function ownUser({ db }: Services, user: User): Promise<OwnUser> {
  const account = await db
    .selectFrom('account')
    .select([...PUBLIC_USER_COLUMNS, 'email', 'registeredAtMs', 'signedInAtMs', 'activeAtMs'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  return {
    ...publicUser(account),
    email: account.email,
    password: '********',
    registerTimeMs: account.registeredAtMs,
    lastLoggedTimeMs: account.signedInAtMs,
    recentActivityTimeMs: account.activeAtMs,
  };
}

/** Only the fields of a comma list; all of them without one. */
export function pickFields(user: OwnUser, list: string | undefined): Partial<OwnUser> {
  const wanted = new Set((list ?? '').split(',').map((field) => field.trim()));
  wanted.delete('');
  if (wanted.size === 0) return user;
  return Object.fromEntries(Object.entries(user).filter(([field]) => wanted.has(field)));
}
