import type { RelaySession } from '@balloon/contracts/outside/relay.ts';
import { sealSession } from '#features/outside-systems/accounts.ts';
import type { Services } from '#services.ts';

/** Keeps the session of an account, encrypted, for later processes. Accounts that are disabled or gone are left alone. */
export async function saveSession(
  { db, options }: Services,
  { accountId, session, authorId }: RelaySession,
): Promise<void> {
  await db
    .updateTable('outsideAccount')
    .set({
      session: session === null ? null : sealSession(options.settingsKey, session),
      ...(authorId === null ? {} : { authorId }),
    })
    .where('id', '=', accountId)
    .where('disabledAtMs', 'is', null)
    .execute();
}
