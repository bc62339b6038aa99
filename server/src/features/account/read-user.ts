import type { PublicUser } from '@balloon/contracts/users.ts';
import { PUBLIC_USER_COLUMNS, publicUser } from '#features/users/public-user.ts';
import type { Services } from '#services.ts';

/** What anybody signed in may learn about a person; null when there is none. */
export async function readUser({ db }: Services, userId: number): Promise<PublicUser | null> {
  const account = await db
    .selectFrom('account')
    .select(PUBLIC_USER_COLUMNS)
    .where('id', '=', userId)
    .where('deletedAtMs', 'is', null)
    .executeTakeFirst();
  return account ? publicUser(account) : null;
}
