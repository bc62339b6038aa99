import type { Db } from '@balloon/database/connect.ts';
import { isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '#errors.ts';
import { findAccount } from '#features/chat/people.queries.ts';
import { SUPPORT_ID } from '#features/users/reserved-ids.ts';
import type { User } from '#services.ts';

/** Side of a dialog: a person's, or the one that all supervisors share. */
export interface ChatSide {
  /** Account whose dialog with the supervisors it is. */
  accountId: number;
  isSupport: boolean;
}

/** Identity as which a person chats: all supervisors share one. */
export const chatIdOf = (user: User) => (isSupervisor(user.accessMask) ? SUPPORT_ID : user.id);

/**
 * Resolves the other end of a wanted dialog: every supervisor stands for the support.
 *
 * @throws {NotFoundError} USER_NOT_FOUND, for supervisors
 * @throws {ForbiddenError} CHAT_ONLY_WITH_SUPPORT, whether the other person exists or not
 */
export async function resolvePeerId(db: Db, user: User, wantedId: number): Promise<number> {
  if (wantedId === SUPPORT_ID) return SUPPORT_ID;
  const account = await findAccount(db, wantedId);
  if (account && isSupervisor(account.accessMask)) return SUPPORT_ID;
  if (!isSupervisor(user.accessMask)) {
    throw new ForbiddenError('CHAT_ONLY_WITH_SUPPORT', 'You can write to the supervisors only: use `admin`');
  }
  if (!account) throw new NotFoundError('USER_NOT_FOUND', `There is no user ${wantedId}`);
  return account.id;
}

/**
 * The dialog with a peer as seen from one's own side, or null where the support would talk to itself.
 *
 * @throws as `resolvePeerId`
 */
export async function findOwnSide(db: Db, user: User, wantedId: number): Promise<ChatSide | null> {
  const peerId = await resolvePeerId(db, user, wantedId);
  if (!isSupervisor(user.accessMask)) return { accountId: user.id, isSupport: false };
  return peerId === SUPPORT_ID ? null : { accountId: peerId, isSupport: true };
}

/**
 * Like `findOwnSide`, for operations that need another person at the other end.
 *
 * @throws {InvalidInputError} CHAT_WITH_ONESELF for a supervisor who names the support
 */
export async function getOwnSide(db: Db, user: User, wantedId: number): Promise<ChatSide> {
  const side = await findOwnSide(db, user, wantedId);
  if (!side) {
    throw new InvalidInputError('CHAT_WITH_ONESELF', 'Supervisors are the support: choose somebody else');
  }
  return side;
}
