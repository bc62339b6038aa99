import { databaseNowMs } from '@balloon/database/clock.ts';
import { ForbiddenError } from '#errors.ts';
import { findOwnMessages, markDeleted } from '#features/chat/chat.queries.ts';
import { lockDialog } from '#features/chat/lock-dialog.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

/**
 * Deletes messages of the caller; a supervisor's own ones, not those of other supervisors. Deleting twice is
 * no error.
 *
 * @returns the ids
 * @throws {ForbiddenError} NOT_YOUR_MESSAGE when one is another person's or does not exist; then all of them
 *   stay
 */
export async function deleteMessages(
  { db }: Services,
  user: User,
  ids: readonly number[],
): Promise<number[]> {
  const wanted = [...new Set(ids)];
  await db.transaction().execute(async (tx) => {
    const own = await findOwnMessages(tx, user.id, wanted);
    if (own.length < wanted.length) {
      throw new ForbiddenError('NOT_YOUR_MESSAGE', 'You can delete messages that you wrote yourself only');
    }
    const present = own.filter(({ deletedAtMs }) => deletedAtMs === null);
    // In the order of ids, so that two deletions cannot deadlock.
    const dialogs = [...new Set(present.map(({ accountId }) => accountId))].sort((a, b) => a - b);
    for (const accountId of dialogs) await lockDialog(tx, accountId);
    await markDeleted(
      tx,
      present.map(({ id }) => id),
      await databaseNowMs(tx),
    );
    for (const { id, accountId, isFromSupport } of present) {
      await announce(tx, 'chat.changed', { accountId, isFromSupport, what: 'deleted', ids: [id] });
    }
  });
  return wanted;
}
