import type { StartTyping } from '@balloon/contracts/talk/chat.ts';
import { ForbiddenError } from '#errors.ts';
import { getOwnSide } from '#features/chat/chat-side.ts';
import { isTypingTokenOf } from '#features/chat/typing-token.ts';
import { RateLimit } from '#http/callers/rate-limit.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

/** Pause between notices; pages show one for four seconds, so older clients may report every key. */
const TOLD_EVERY_MS = 1_000;
const told = new RateLimit(TOLD_EVERY_MS);

/**
 * Notifies the other side of a dialog that the caller types.
 *
 * @throws {ForbiddenError} TYPING_TOKEN_WRONG when it expired or belongs to another person: request a new one
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
