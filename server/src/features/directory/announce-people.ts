import type { Tx } from '@balloon/database/connect.ts';
import { announce } from '#realtime/announcements.ts';

/** Ids in one announcement, which may have 8000 bytes. */
const MAX_IDS = 500;

/** Announces at commit that accounts or their groups have changed, for supervisors who look at people. */
export async function announcePeople(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await announce(tx, 'people.changed', { ids: ids.length > MAX_IDS ? null : ids });
}
