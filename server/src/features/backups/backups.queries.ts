import { NOW_MS } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import type { BackupKind } from '#features/backups/backup-folder.ts';

export interface NewRun {
  kind: BackupKind;
  fileName: string;
  startedBy: number | null;
}

/** Runs that are remembered; older rows go with the next one. */
const REMEMBERED = 50;

/** Records the beginning of a backup; the size of the database is the first estimate of the work. */
export async function startRun(db: Db, run: NewRun): Promise<number> {
  await db
    .deleteFrom('backupRun')
    .where('id', 'not in', (eb) =>
      eb.selectFrom('backupRun').select('id').orderBy('id', 'desc').limit(REMEMBERED),
    )
    .execute();
  const { id } = await db
    .insertInto('backupRun')
    .values({
      ...run,
      startedAtMs: NOW_MS,
      seenAtMs: NOW_MS,
      totalBytes: sql<number>`pg_database_size(current_database())`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function noteProgress(db: Db, id: number, doneBytes: number, totalBytes: number): Promise<void> {
  await db
    .updateTable('backupRun')
    .set({ doneBytes, totalBytes, seenAtMs: NOW_MS })
    .where('id', '=', id)
    .execute();
}

/** @param failure reason, or null after a success */
export async function endRun(db: Db, id: number, failure: string | null): Promise<void> {
  await db
    .updateTable('backupRun')
    .set({ finishedAtMs: NOW_MS, seenAtMs: NOW_MS, failure })
    .where('id', '=', id)
    .execute();
}

/** Newest run; `undefined` before the first one. */
export function findNewestRun(db: Db) {
  return db
    .selectFrom('backupRun')
    .select([
      'kind',
      'fileName',
      'startedAtMs',
      'seenAtMs',
      // Without its sign, since the clock may have stood in the future.
      sql<number>`abs(${NOW_MS} - seen_at_ms)`.as('silentMs'),
      'finishedAtMs',
      'doneBytes',
      'totalBytes',
      'failure',
    ])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Beginning of this installation, by its first migration. */
export async function findInstalledAtMs(db: Db): Promise<number> {
  const { rows } = await sql<{ atMs: number }>`
    select (extract(epoch from min(ran_at)) * 1000)::bigint as at_ms from migration
  `.execute(db);
  return rows[0]?.atMs ?? 0;
}
