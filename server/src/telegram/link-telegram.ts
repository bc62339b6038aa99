import { createHash, randomBytes } from 'node:crypto';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import {
  findLinkedPerson,
  findPersonByLinkKey,
  storeLinkKey,
  storeTelegramLink,
} from '#telegram/telegram.queries.ts';

const KEY_VALID_MS = 15 * 60_000;
/** Telegram carries 64 characters at most. */
const KEY_BYTES = 16;

/** Creates a key that links the first Telegram account that sends it to the bot in time. */
export async function createLinkKey(db: Db, accountId: number): Promise<string> {
  const key = randomBytes(KEY_BYTES).toString('hex');
  const linkKeyExpiresAtMs = (await databaseNowMs(db)) + KEY_VALID_MS;
  await storeLinkKey(db, accountId, { linkKeyHash: hashOf(key), linkKeyExpiresAtMs });
  return key;
}

export type LinkResult =
  | { outcome: 'linked' | 'linkedToOther'; person: { username: string; firstName: string; lastName: string } }
  | { outcome: 'unknownKey' };

/**
 * Links the Telegram account that sent a key. It serves one person: another person's link must not draw its
 * notices away, so it is unlinked first.
 */
export function linkByKey(
  db: Db,
  key: string,
  from: { telegramId: number; username: string | null },
): Promise<LinkResult> {
  return db.transaction().execute(async (tx) => {
    const person = await findPersonByLinkKey(tx, hashOf(key));
    if (!person) return { outcome: 'unknownKey' };
    const linked = await findLinkedPerson(tx, from.telegramId);
    if (linked && linked.id !== person.id) return { outcome: 'linkedToOther', person: linked };
    await storeTelegramLink(tx, { accountId: person.id, ...from });
    return { outcome: 'linked', person };
  });
}

const hashOf = (key: string) => createHash('sha256').update(key).digest();
