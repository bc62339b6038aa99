import type { Db } from '@balloon/database/connect.ts';
import { findServerStates } from '#features/solutions/outside-wait.queries.ts';
import { announce } from '#realtime/announcements.ts';

/** Announces how a server, and those that share its accounts, take solutions, in the transaction that may have changed it. */
export async function announceServer(db: Db, serverId: number): Promise<void> {
  for (const change of await findServerStates(db, serverId)) await announce(db, 'outside.server', change);
}
