import { databaseNowMs } from '@balloon/database/clock.ts';
import { markRead } from '#features/chat/chat.queries.ts';
import { findOwnSide } from '#features/chat/chat-side.ts';
import { lockDialog } from '#features/chat/lock-dialog.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

/** Newest ids that fit into one announcement (8000 bytes); pages treat older messages as read with them. */
const MAX_ANNOUNCED = 50;

/**
 * Marks all messages of a peer as read; those to the support for every supervisor.
 *
 * @throws as `findOwnSide`
 */
export async function readMessages(
  services: Services,
  user: User,
  { peerUserId }: { peerUserId: number },
): Promise<{ success: true }> {
  await read(services, user, { peerUserId, telegramAccountId: null });
  return { success: true };
}

/**
 * Marks messages of a peer as read of which notices came to a Telegram account.
 *
 * @throws as `findOwnSide`
 */
export function readNoticed(
  services: Services,
  user: User,
  noticed: { peerUserId: number; telegramAccountId: number },
): Promise<void> {
  return read(services, user, noticed);
}

async function read(
  { db }: Services,
  user: User,
  { peerUserId, telegramAccountId }: { peerUserId: number; telegramAccountId: number | null },
): Promise<void> {
  const side = await findOwnSide(db, user, peerUserId);
  if (!side) return;
  await db.transaction().execute(async (tx) => {
    await lockDialog(tx, side.accountId);
    const ids = await markRead(tx, { ...side, telegramAccountId }, await databaseNowMs(tx));
    if (ids.length === 0) return;
    const messages = { accountId: side.accountId, isFromSupport: !side.isSupport };
    await announce(tx, 'chat.changed', { ...messages, what: 'read', ids: ids.slice(0, MAX_ANNOUNCED) });
  });
}
