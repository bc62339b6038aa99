import type { ChatEnvelope, SendChatMessage } from '@balloon/contracts/talk/chat.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import { databaseAway, isDatabaseAway } from '#database-away.ts';
import { ConflictError, ThrottledError } from '#errors.ts';
import {
  findByIdempotencyKey,
  findRecentPosts,
  insertMessage,
  type StoredMessage,
} from '#features/chat/chat.queries.ts';
import { type ChatSide, getOwnSide } from '#features/chat/chat-side.ts';
import { viewMessages } from '#features/chat/chat-view.ts';
import { lockDialog } from '#features/chat/lock-dialog.ts';
import { tellByTelegram } from '#features/chat/tell-by-telegram.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

const WINDOW_MS = 60_000;
/** Messages per minute, more than a person types. */
const MAX_PER_WINDOW = { user: 30, supervisor: 120 };

/**
 * Sends a message to the other side of a dialog. It is committed on return; the same idempotency key sent
 * again returns the same message.
 *
 * @throws as `getOwnSide`
 * @throws {ConflictError} IDEMPOTENCY_KEY_REUSED for another message
 * @throws {ThrottledError} TOO_MANY_CHAT_MESSAGES
 * @throws {ServiceUnavailableError} DATABASE_AWAY
 */
export async function sendMessage(
  services: Services,
  author: User,
  input: SendChatMessage,
): Promise<ChatEnvelope> {
  try {
    const { envelope, isNew } = await services.db.transaction().execute((tx) => accept(tx, author, input));
    if (isNew) void tellByTelegram(services, author, envelope);
    return envelope;
  } catch (error) {
    // A commit whose answer was lost may have happened; the key makes sending again safe.
    throw isDatabaseAway(error) ? databaseAway(NOT_SENT) : error;
  }
}

const NOT_SENT =
  'The database is away: your message was not sent yet. Send it again in a moment; ' +
  'with the same idempotencyKey it arrives once';

async function accept(tx: Tx, author: User, input: SendChatMessage) {
  const side = await getOwnSide(tx, author, input.recipientUserId);
  const { stored, isNew } = await storeOnce(tx, author, side, input);
  const [envelope] = await viewMessages(tx, [stored], { forSupport: side.isSupport });
  if (!envelope) throw new Error(`Message ${stored.id} has no sender or no recipient`);
  return { envelope, isNew };
}

async function storeOnce(
  tx: Tx,
  author: User,
  { accountId, isSupport }: ChatSide,
  { message: text, idempotencyKey }: SendChatMessage,
): Promise<{ stored: StoredMessage; isNew: boolean }> {
  // Locked, so that ids follow the order of messages and the bound holds for simultaneous ones.
  await lockDialog(tx, accountId);
  const earlier = idempotencyKey && (await findByIdempotencyKey(tx, author.id, idempotencyKey));
  if (earlier) {
    if (earlier.accountId !== accountId || earlier.text !== text) throw keyReused();
    return { stored: earlier, isNew: false };
  }
  const nowMs = await databaseNowMs(tx);
  await refuseFlood(tx, author, nowMs);
  const stored = await insertMessage(tx, {
    accountId,
    isFromSupport: isSupport,
    authorId: author.id,
    text,
    postedAtMs: nowMs,
    idempotencyKey: idempotencyKey ?? null,
  });
  if (!stored) throw keyReused(); // at the same moment, in another dialog
  await announce(tx, 'chat.message', { accountId, messageId: stored.id });
  return { stored, isNew: true };
}

const keyReused = () =>
  new ConflictError('IDEMPOTENCY_KEY_REUSED', 'Another message was sent under this idempotencyKey');

async function refuseFlood(tx: Tx, author: User, nowMs: number) {
  const bound = isSupervisor(author.accessMask) ? MAX_PER_WINDOW.supervisor : MAX_PER_WINDOW.user;
  const posts = await findRecentPosts(tx, author.id, nowMs - WINDOW_MS, bound);
  const oldestMs = posts[bound - 1];
  if (oldestMs === undefined) return;
  const retryAfterSec = Math.max(1, Math.ceil((oldestMs + WINDOW_MS - nowMs) / 1000));
  throw new ThrottledError(
    'TOO_MANY_CHAT_MESSAGES',
    `You sent ${bound} messages within a minute: go on in ${retryAfterSec} s`,
    { retryAfterSec },
  );
}
