import type { ChatEnvelope, ChatMessage } from '@balloon/contracts/talk/chat.ts';
import type { PublicUser } from '@balloon/contracts/users.ts';
import type { Db } from '@balloon/database/connect.ts';
import type { StoredMessage } from '#features/chat/chat.queries.ts';
import { findAccounts } from '#features/chat/people.queries.ts';
import { publicUser } from '#features/users/public-user.ts';
import { SUPPORT_ID } from '#features/users/reserved-ids.ts';

/** Sender and recipient of a message, as both sides may know them. */
export function endsOf({ accountId, isFromSupport }: Pick<StoredMessage, 'accountId' | 'isFromSupport'>) {
  return isFromSupport
    ? { userId: SUPPORT_ID, recipientUserId: accountId }
    : { userId: accountId, recipientUserId: SUPPORT_ID };
}

function messageView(stored: StoredMessage): ChatMessage {
  const postedAt = new Date(stored.postedAtMs).toISOString();
  return {
    id: stored.id,
    ...endsOf(stored),
    message: stored.text,
    attachments: {},
    isRead: stored.readAtMs !== null,
    postAtMs: stored.postedAtMs,
    createdAt: postedAt,
    updatedAt: stored.readAtMs === null ? postedAt : new Date(stored.readAtMs).toISOString(),
  };
}

/**
 * Messages with their people.
 *
 * @param forSupport adds which supervisor wrote; the other side must never receive it
 */
export async function viewMessages(
  db: Db,
  messages: readonly StoredMessage[],
  { forSupport }: { forSupport: boolean },
): Promise<ChatEnvelope[]> {
  const people = await loadPeople(db, messages);
  return messages.flatMap((stored) => {
    const message = messageView(stored);
    const author = people.get(message.userId);
    const recipient = people.get(message.recipientUserId);
    if (!author || !recipient) return [];
    const writtenBy = forSupport && stored.isFromSupport ? people.get(stored.authorId ?? 0) : undefined;
    return [{ author, recipient, message, ...(writtenBy && { writtenBy }) }];
  });
}

async function loadPeople(db: Db, messages: readonly StoredMessage[]): Promise<Map<number, PublicUser>> {
  const ids = new Set([
    SUPPORT_ID,
    ...messages.flatMap(({ accountId, authorId }) => [accountId, authorId ?? 0]),
  ]);
  const accounts = await findAccounts(db, [...ids]);
  return new Map(accounts.map((account) => [account.id, publicUser(account)]));
}
