import type { StartTyping } from '@balloon/contracts/chat.ts';
import { ForbiddenError } from '#errors.ts';
import { getOwnSide } from '#features/chat/chat-side.ts';
import { isTypingTokenOf } from '#features/chat/typing-token.ts';
import { RateLimit } from '#features/judging/rate-limit.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

/** The other side shows it for four seconds, so nothing is lost when older clients tell of every key. */
const TOLD_EVERY_MS = 1_000;
const told = new RateLimit(TOLD_EVERY_MS);

/**
 * Tells the other side of a dialog that somebody types.
 *
 * @throws {ForbiddenError} TYPING_TOKEN_WRONG when it expired or is another's: ask for a new one
 * @throws as `getOwnSide`
 */
export async function startTyping(
  services: Services,
  user: User,
  { peerUserId, token }: StartTyping,
): Promise<void> {
  if (!told.allows(user.id)) return;
  if (!(await isTypingTokenOf(services, user, token))) {
    throw new ForbiddenError('TYPING_TOKEN_WRONG', 'The token expired or is not yours: get a new one');
  }
  const { accountId, isSupport } = await getOwnSide(services.db, user, peerUserId);
  await announce(services.db, 'chat.typing', { accountId, isSupport });
}
