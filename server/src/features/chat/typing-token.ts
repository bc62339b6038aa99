import type { TypingToken } from '@balloon/contracts/talk/chat.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { newToken, tokenHash } from '#features/session/session-token.ts';
import type { Services, User } from '#services.ts';

const LIFETIME_MS = 60 * 60_000;
/** Tokens per person, one for each open window; a new one beyond that replaces the oldest. */
const MAX_PER_PERSON = 10;

/**
 * Issues a token with which a page may report for an hour that this person types. It is random, stored as a
 * hash only, and permits nothing else.
 */
export async function issueTypingToken({ db }: Services, user: User): Promise<TypingToken> {
  const token = newToken();
  const nowMs = await databaseNowMs(db);
  const expiresAtMs = nowMs + LIFETIME_MS;
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('typingToken').where('expiresAtMs', '<=', nowMs).execute();
    await tx
      .insertInto('typingToken')
      .values({ tokenHash: tokenHash(token), accountId: user.id, expiresAtMs })
      .execute();
    await deleteOldest(tx, user.id);
  });
  return { token, expiresAtMs };
}

/** Whether a token is valid and belongs to this person. */
export async function isTypingTokenOf({ db }: Services, user: User, token: string): Promise<boolean> {
  const nowMs = await databaseNowMs(db);
  const found = await db
    .selectFrom('typingToken')
    .select('accountId')
    .where('tokenHash', '=', tokenHash(token))
    .where('accountId', '=', user.id)
    .where('expiresAtMs', '>', nowMs)
    .executeTakeFirst();
  return found !== undefined;
}

async function deleteOldest(db: Db, accountId: number): Promise<void> {
  const kept = db
    .selectFrom('typingToken')
    .select('tokenHash')
    .where('accountId', '=', accountId)
    .orderBy('expiresAtMs', 'desc')
    .limit(MAX_PER_PERSON);
  await db
    .deleteFrom('typingToken')
    .where('accountId', '=', accountId)
    .where('tokenHash', 'not in', kept)
    .execute();
}
