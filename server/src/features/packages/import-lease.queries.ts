import type { ImportProgress, ImportTask } from '@balloon/contracts/package-import.ts';
import type { PackageReport } from '@balloon/contracts/package-report.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { NOW_MS } from '#features/judging/claim.queries.ts';
import { storableJson, storableText } from '#features/packages/storable.ts';

/*
 * Leases of imports follow the rules of leases of solutions (features/judging/lease.queries.ts): fences of the same
 * sequence, a lease that ran out goes back to the queue with its fence, a late report counts until the next claim.
 */

/** What a judge shows to act on an import. */
export interface HeldImport {
  importId: number;
  fence: number;
}

/**
 * Leases the next import to a judge, or gives `undefined`: none waits, or a solution that was just sent does, which
 * this judge could take. Contests come first.
 */
export async function claimNextImport(
  db: Db,
  { judgeId, languageKeys, leaseMs }: { judgeId: number; languageKeys: readonly string[]; leaseMs: number },
): Promise<ImportTask | undefined> {
  const { rows } = await sql<ImportTask>`
    update package_import set
      state = 'running',
      judge_id = ${judgeId},
      leased_until_ms = ${NOW_MS} + ${leaseMs},
      fence = nextval('judging_fence'),
      attempt = attempt + 1,
      progress = null
    where id = (
      select id from package_import
      where state = 'queued' and blob_sha256 is not null
        and not exists (
          select from judging
          where priority = 0 and leased_until_ms is null and available_at_ms <= ${NOW_MS}
            and system_type = 'balloon' and language_key = any(${languageKeys}::text[])
        )
      order by id
      limit 1
      for update skip locked
    )
    returning id as import_id, fence, attempt, file_name, blob_sha256 as sha256, size_bytes
  `.execute(db);
  return rows[0];
}

/**
 * Keeps the lease, and notes how far the import is. One that ran out is taken up again.
 *
 * @returns false when the lease is lost, or the import was called off
 */
export async function extendImportLease(
  db: Db,
  { importId, fence, judgeId }: HeldImport & { judgeId: number },
  { progress, leaseMs }: { progress: ImportProgress | null; leaseMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('packageImport')
    .set({
      state: 'running',
      judgeId,
      leasedUntilMs: sql`${NOW_MS} + ${leaseMs}`,
      ...(progress ? { progress: storableJson(progress) } : {}),
    })
    .where('id', '=', importId)
    .where('fence', '=', fence)
    .where('state', 'in', UNFINISHED)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const UNFINISHED = ['queued', 'running'] as const;

/** Whether a judge still works on an import; holds the row until the end of the transaction. */
export async function lockHeldImport(db: Db, { importId, fence }: HeldImport) {
  return db
    .selectFrom('packageImport')
    .select(['problemId', 'isNewProblem', 'isForced'])
    .where('id', '=', importId)
    .where('fence', '=', fence)
    .where('state', 'in', UNFINISHED)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function holdsImport(db: Db, { importId, fence }: HeldImport): Promise<boolean> {
  const row = await db
    .selectFrom('packageImport')
    .select('id')
    .where('id', '=', importId)
    .where('fence', '=', fence)
    .where('state', 'in', UNFINISHED)
    .executeTakeFirst();
  return row !== undefined;
}

/** The state in which this very lease left the import: its judge did not get our answer. */
export async function endedStateOf(db: Db, { importId, fence }: HeldImport) {
  const row = await db
    .selectFrom('packageImport')
    .select('state')
    .where('id', '=', importId)
    .where('fence', '=', fence)
    .where('state', 'in', ['done', 'refused', 'failed'])
    .executeTakeFirst();
  return row?.state;
}

export interface ImportEnd {
  state: 'done' | 'refused' | 'failed' | 'cancelled';
  message: string | null;
  report?: PackageReport;
  problemId?: number;
}

/**
 * Ends an import that has not ended; the archive is not needed any more.
 *
 * @returns false when it has, or the fence is not its newest
 */
export async function endImport(
  db: Db,
  { importId, fence }: { importId: number; fence?: number },
  { state, message, report, problemId }: ImportEnd,
): Promise<boolean> {
  let update = db
    .updateTable('packageImport')
    .set({
      state,
      message: message && storableText(message),
      blobSha256: null,
      leasedUntilMs: null,
      finishedAtMs: NOW_MS,
      ...(report ? { report: storableJson(report) } : {}),
      ...(problemId === undefined ? {} : { problemId }),
    })
    .where('id', '=', importId)
    .where('state', 'in', UNFINISHED);
  if (fence !== undefined) update = update.where('fence', '=', fence);
  const { numUpdatedRows } = await update.executeTakeFirst();
  return numUpdatedRows > 0n;
}

const BACK_IN_QUEUE = { state: 'queued', leasedUntilMs: null, progress: null } as const;

/** Gives a lease back as if it had never been; false when it is lost. */
export async function releaseImport(db: Db, { importId, fence }: HeldImport): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('packageImport')
    .set((eb) => ({
      ...BACK_IN_QUEUE,
      judgeId: null,
      fence: null,
      attempt: eb.fn<number>('greatest', [eb('attempt', '-', 1), sql`0`]),
    }))
    .where('id', '=', importId)
    .where('fence', '=', fence)
    .where('state', 'in', UNFINISHED)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Puts an import whose judge had trouble in the queue again; false when the lease is lost, or it was the last try. */
export async function retryImport(
  db: Db,
  { importId, fence }: HeldImport,
  maxAttempts: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('packageImport')
    .set({ ...BACK_IN_QUEUE, judgeId: null, fence: null })
    .where('id', '=', importId)
    .where('fence', '=', fence)
    .where('state', 'in', UNFINISHED)
    .where('attempt', '<', maxAttempts)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Puts imports of silent judges back in the queue; their fences stay, as those of solutions do. */
export function returnExpiredImports(db: Db, maxAttempts: number) {
  return db
    .updateTable('packageImport')
    .set(BACK_IN_QUEUE)
    .where('state', '=', 'running')
    .where('leasedUntilMs', '<', NOW_MS)
    .where('attempt', '<', maxAttempts)
    .returning(['id as importId', 'fileName', 'attempt'])
    .execute();
}

/** Ends imports whose last judge fell silent. */
export function quarantineExpiredImports(db: Db, maxAttempts: number, message: string) {
  return db
    .updateTable('packageImport')
    .set({ state: 'failed', message, blobSha256: null, leasedUntilMs: null, finishedAtMs: NOW_MS })
    .where('state', '=', 'running')
    .where('leasedUntilMs', '<', NOW_MS)
    .where('attempt', '>=', maxAttempts)
    .returning(['id as importId', 'fileName', 'attempt'])
    .execute();
}

/** A judge of this name starts: the one that worked under it before is probably dead. */
export async function shortenImportLeases(db: Db, judgeId: number, leftMs: number): Promise<void> {
  await db
    .updateTable('packageImport')
    .set({ leasedUntilMs: sql<number>`least(leased_until_ms, ${NOW_MS} + ${leftMs}::bigint)` })
    .where('judgeId', '=', judgeId)
    .where('state', '=', 'running')
    .execute();
}
