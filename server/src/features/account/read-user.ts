import type { PublicUser } from '@balloon/contracts/users.ts';
import { isAdmin, isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import { PUBLIC_USER_COLUMNS, publicUser } from '#features/users/public-user.ts';
import type { Services, User } from '#services.ts';

/**
 * A person by id, or null where there is none that the reader may look up. The audience is that of the directory:
 * supervisors read everybody but admins, admins everybody, others only themselves.
 */
export async function readUser({ db }: Services, reader: User, userId: number): Promise<PublicUser | null> {
  if (reader.id !== userId && !isSupervisor(reader.accessMask)) return null;
  const account = await db
    .selectFrom('account')
    .select(PUBLIC_USER_COLUMNS)
    .where('id', '=', userId)
    .where('deletedAtMs', 'is', null)
    .executeTakeFirst();
  if (!account) return null;
  const isHidden = isAdmin(account.accessMask) && !isAdmin(reader.accessMask) && account.id !== reader.id;
  return isHidden ? null : publicUser(account);
}
