import type { PublicUser } from '@balloon/contracts/users.ts';
import { NotFoundError } from '#errors.ts';
import { findAccount } from '#features/chat/people.queries.ts';
import { publicUser } from '#features/users/public-user.ts';
import type { Services } from '#services.ts';

/** @throws {NotFoundError} USER_NOT_FOUND */
export async function readPerson({ db }: Pick<Services, 'db'>, id: number): Promise<PublicUser> {
  const account = await findAccount(db, id);
  if (!account) throw new NotFoundError('USER_NOT_FOUND', `There is no user ${id}`);
  return publicUser(account);
}
