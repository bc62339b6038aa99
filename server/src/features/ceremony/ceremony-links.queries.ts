import type { CeremonyFrame } from '@balloon/contracts/scoreboard/ceremony-link.ts';
import { NOW_MS } from '@balloon/database/clock.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';

/** The instant at which the link of a contest expires, and the version of what it shows; undefined without a link. */
export function findLiveLink(db: Db, contestId: number) {
  return db
    .selectFrom('ceremonyLink')
    .select(['expiresAtMs', 'version'])
    .where('contestId', '=', contestId)
    .where('expiresAtMs', '>', NOW_MS)
    .executeTakeFirst();
}

/** What the link with this hash shows; undefined for one that has expired, or never was. */
export function findShown(db: Db, codeHash: string) {
  return db
    .selectFrom('ceremonyLink')
    .select(['version', 'frame', 'expiresAtMs'])
    .where('codeHash', '=', codeHash)
    .where('expiresAtMs', '>', NOW_MS)
    .executeTakeFirst();
}

export async function insertLink(
  tx: Tx,
  link: { contestId: number; codeHash: string; expiresAtMs: number },
): Promise<void> {
  await tx.insertInto('ceremonyLink').values(link).execute();
}

/** Deletes the link of a contest; returns its hash and end, or undefined when there was none. */
export function deleteLink(tx: Tx, contestId: number) {
  return tx
    .deleteFrom('ceremonyLink')
    .where('contestId', '=', contestId)
    .returning(['codeHash', 'expiresAtMs'])
    .executeTakeFirst();
}

/**
 * Makes a frame the one that a link shows.
 *
 * @param after version that must be shown until now; null: any
 * @returns the hash of the link and its version, or undefined when there is no link, or another version is shown
 */
export function updateFrame(tx: Tx, contestId: number, frame: CeremonyFrame, after: number | null) {
  let query = tx
    .updateTable('ceremonyLink')
    .set((eb) => ({ frame: JSON.stringify(frame), version: eb('version', '+', 1) }))
    .where('contestId', '=', contestId)
    .where('expiresAtMs', '>', NOW_MS);
  if (after !== null) query = query.where('version', '=', after);
  return query.returning(['codeHash', 'version']).executeTakeFirst();
}

/** Deletes links that have expired, with the frames that they showed. */
export async function deleteExpiredLinks(db: Db): Promise<void> {
  await db.deleteFrom('ceremonyLink').where('expiresAtMs', '<=', NOW_MS).execute();
}
