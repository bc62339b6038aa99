import type {
  ImportListQuery,
  ImportProgress,
  ImportReason,
  ListedImport,
} from '@balloon/contracts/judging/package-import.ts';
import type { PackageReport } from '@balloon/contracts/judging/package-report.ts';
import { NOW_MS } from '@balloon/database/clock.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { storableJson, storableText } from '#content/storable.ts';
import { noteLineOfImport } from '#features/packages/note-line-of-import.ts';
import type { ImportTarget } from '#features/packages/store-imported-problem.ts';
import type { HeldImport } from '#features/queue/lease.queries.ts';

const LISTED_COLUMNS = [
  'packageImport.id',
  'packageImport.fileName',
  'packageImport.part',
  'packageImport.sizeBytes',
  'packageImport.authorId',
  'account.username',
  'packageImport.state',
  'packageImport.isForced',
  'packageImport.problemId',
  'judging.state as step',
  'judging.progress',
  'packageImport.message',
  'packageImport.reason',
  'packageImport.createdAtMs',
  'packageImport.finishedAtMs',
  sql<boolean>`package_import.blob_sha256 is not null`.as('isKept'),
  sql<boolean>`package_import.state = 'done' and coalesce(
    package_import.report->>'outcome' <> 'agrees' or package_import.report->'findings' @> '[{"level": "error"}]', false
  )`.as('hasFaults'),
  sql<number | null>`case when judging.leased_until_ms is null and judging.id is not null then (
    select count(*)::integer from judging as ahead
    where ahead.purpose = 'import' and ahead.leased_until_ms is null and ahead.id <= judging.id
  ) end`.as('queuePlace'),
] as const;

/** States in which an import ended without a problem and may be tried again. */
export const RETRYABLE_STATES = ['refused', 'failed', 'cancelled'] as const;

const withAuthors = (db: Db) =>
  db
    .selectFrom('packageImport')
    .leftJoin('account', 'account.id', 'packageImport.authorId')
    .leftJoin('judging', 'judging.importId', 'packageImport.id');

/** A page of imports, newest first. */
export async function findImports(db: Db, { count, offset }: z.infer<typeof ImportListQuery>) {
  const rows = await withAuthors(db)
    .select(LISTED_COLUMNS)
    .orderBy('packageImport.id', 'desc')
    .limit(count)
    .offset(offset)
    .execute();
  return rows.map(listed);
}

export async function countImports(db: Db): Promise<number> {
  const { number } = await db
    .selectFrom('packageImport')
    .select((eb) => eb.fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow();
  return number;
}

export async function findImport(db: Db, importId: number) {
  const row = await withAuthors(db)
    .select([...LISTED_COLUMNS, 'packageImport.report'])
    .where('packageImport.id', '=', importId)
    .executeTakeFirst();
  return row && { ...listed(row), report: row.report as PackageReport | null };
}

/** Longest silence in ms of a judge that counts as present. */
const PRESENT_MS = 60_000;

/** Whether any judge was seen lately. */
export async function isAnyJudgePresent(db: Db): Promise<boolean> {
  const { isPresent } = await db
    .selectNoFrom(
      sql<boolean>`exists (select from judge where seen_at_ms > ${NOW_MS} - ${PRESENT_MS}::bigint)`.as(
        'isPresent',
      ),
    )
    .executeTakeFirstOrThrow();
  return isPresent;
}

type Row = Omit<ListedImport, 'author' | 'progress' | 'state' | 'reason' | 'canRetry'> & {
  reason: object | null;
  isKept: boolean;
  authorId: number | null;
  username: string | null;
  progress: object | null;
  state: 'waiting' | ImportEnd['state'];
  /** State of its row in the queue; null when it has ended. */
  step: 'queued' | 'compiling' | 'testing' | null;
};

function listed({ authorId, username, progress, state, step, reason, isKept, ...row }: Row): ListedImport {
  const waiting = step === null || step === 'queued' ? 'queued' : 'running';
  return {
    ...row,
    state: state === 'waiting' ? waiting : state,
    author: authorId === null || username === null ? null : { id: authorId, username },
    progress: progress as ImportProgress | null, // stored by their contracts, as the next
    reason: reason as ImportReason | null,
    canRetry: isKept && RETRYABLE_STATES.some((retryable) => retryable === state),
  };
}

/** Request for an import, and the archive. */
export interface ImportRequest extends ImportTarget {
  fileName: string;
  part: string | null;
  blobSha256: string | null;
  sizeBytes: number;
  authorId: number | null;
}

/** Finds the request for an import. @throws {Error} when there is no such import */
export function findRequest(db: Db, importId: number): Promise<ImportRequest> {
  return db
    .selectFrom('packageImport')
    .where('id', '=', importId)
    .select(['problemId', 'isNewProblem', 'isForced', 'polygonServerId', 'polygonProblemId'])
    .select(['fileName', 'part', 'blobSha256', 'sizeBytes', 'authorId'])
    .executeTakeFirstOrThrow();
}

export interface ImportEnd {
  state: 'done' | 'refused' | 'failed' | 'cancelled' | 'split';
  message: string | null;
  reason?: ImportReason | null;
  report?: PackageReport;
  problemId?: number;
}

/**
 * Stores how an import ended, and under which lease. The archive of a problem is kept until a newer one comes, so that
 * the problem can be imported anew; that of any other import for a while, for another attempt. A very large one goes at
 * once when its import is done or cancelled.
 */
export async function storeImportEnd(
  tx: Tx,
  importId: number,
  { state, message, reason, report, problemId }: ImportEnd,
  fence: number | null = null,
): Promise<void> {
  const isOver = state === 'done' || state === 'cancelled';
  if (isOver) await letLargeArchiveGo(tx, importId);
  await tx
    .updateTable('packageImport')
    .set({
      ...{ state, fence, message: message && storableText(message), finishedAtMs: NOW_MS },
      reason: reason ? storableJson(reason) : null,
      ...(isOver ? { blobSha256: keptArchive } : {}),
      ...(state === 'split' ? { blobSha256: null } : {}),
      ...(report ? { report: storableJson(report) } : {}),
      ...(problemId === undefined ? {} : { problemId }),
    })
    .where('id', '=', importId)
    .execute();
  await noteLineOfImport(tx, importId, { state, message, reason: reason ?? null, problemId });
  if (problemId === undefined) return;
  await dropOtherArchives(tx, problemId, importId);
  if (state === 'done' && report) await storeIsFailing(tx, problemId, report);
}

/** Notes whether the newest check of a problem disagrees with its author, for the list of problems. */
async function storeIsFailing(tx: Tx, problemId: number, report: PackageReport): Promise<void> {
  const { outcome, findings } = report;
  const isFailing = outcome !== 'agrees' || findings.some(({ level }) => level === 'error');
  await tx.updateTable('problem').set({ isFailing }).where('id', '=', problemId).execute();
}

/** Largest archive that is kept after its import. */
const KEPT_ARCHIVE_BYTES = 256 * 1024 * 1024;
const keptArchive = sql<string | null>`case when size_bytes <= ${KEPT_ARCHIVE_BYTES} then blob_sha256 end`;

/** Makes a very large archive old, so that the next chores delete it unless something else uses it. */
async function letLargeArchiveGo(tx: Tx, importId: number): Promise<void> {
  const ofImport = tx
    .selectFrom('packageImport')
    .select('blobSha256')
    .where('id', '=', importId)
    .where('sizeBytes', '>', KEPT_ARCHIVE_BYTES);
  await tx.updateTable('blob').set({ storedAtMs: 0 }).where('sha256', 'in', ofImport).execute();
}

async function dropOtherArchives(tx: Tx, problemId: number, importId: number): Promise<void> {
  await tx
    .updateTable('packageImport')
    .set({ blobSha256: null })
    .where('problemId', '=', problemId)
    .where('id', '<>', importId) // an import that was tried again may be older than the others
    .where('state', '<>', 'waiting')
    .execute();
}

/** Time in ms for which the archive of an import without a problem is kept. */
const KEPT_FOR_MS = 3 * 24 * 3_600_000;

/** Drops the archives of imports that ended without a problem a while ago. */
export async function dropEndedArchives(db: Db): Promise<void> {
  await db
    .updateTable('packageImport')
    .set({ blobSha256: null })
    .where('state', 'in', RETRYABLE_STATES)
    .where('blobSha256', 'is not', null)
    .where('finishedAtMs', '<', sql<number>`${NOW_MS} - ${KEPT_FOR_MS}::bigint`)
    .execute();
}

/** Whether this very lease ended the import: the judge did not receive our answer. */
export async function isEndedBy(db: Db, { importId, fence }: HeldImport): Promise<boolean> {
  const row = await db
    .selectFrom('packageImport')
    .select('id')
    .where('id', '=', importId)
    .where('fence', '=', fence)
    .executeTakeFirst();
  return row !== undefined;
}
