import type { ImportListQuery, ImportProgress, ListedImport } from '@balloon/contracts/package-import.ts';
import type { PackageReport } from '@balloon/contracts/package-report.ts';
import { NOW_MS } from '@balloon/database/clock.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { storableJson, storableText } from '#content/storable.ts';
import type { ImportTarget } from '#features/packages/store-imported-problem.ts';
import type { HeldImport } from '#features/queue/lease.queries.ts';

const LISTED_COLUMNS = [
  'packageImport.id',
  'packageImport.fileName',
  'packageImport.sizeBytes',
  'packageImport.authorId',
  'account.username',
  'packageImport.state',
  'packageImport.isForced',
  'packageImport.problemId',
  'judging.state as step',
  'judging.progress',
  'packageImport.message',
  'packageImport.createdAtMs',
  'packageImport.finishedAtMs',
] as const;

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

type Row = Omit<ListedImport, 'author' | 'progress' | 'state'> & {
  authorId: number | null;
  username: string | null;
  progress: object | null;
  state: 'waiting' | ImportEnd['state'];
  /** State of its row in the queue; null when it has ended. */
  step: 'queued' | 'compiling' | 'testing' | null;
};

function listed({ authorId, username, progress, state, step, ...row }: Row): ListedImport {
  const waiting = step === null || step === 'queued' ? 'queued' : 'running';
  return {
    ...row,
    state: state === 'waiting' ? waiting : state,
    author: authorId === null || username === null ? null : { id: authorId, username },
    progress: progress as ImportProgress | null, // stored by its contract
  };
}

/** Finds the request for an import. @throws {Error} when there is no such import */
export function findTarget(db: Db, importId: number): Promise<ImportTarget> {
  return db
    .selectFrom('packageImport')
    .where('id', '=', importId)
    .select(['problemId', 'isNewProblem', 'isForced'])
    .executeTakeFirstOrThrow();
}

export interface ImportEnd {
  state: 'done' | 'refused' | 'failed' | 'cancelled';
  message: string | null;
  report?: PackageReport;
  problemId?: number;
}

/**
 * Stores how an import ended, and under which lease, and drops its archive. That of a problem is kept until a newer
 * one comes, so that the problem can be imported anew, unless it is very large.
 */
export async function storeImportEnd(
  tx: Tx,
  importId: number,
  { state, message, report, problemId }: ImportEnd,
  fence: number | null = null,
): Promise<void> {
  await tx
    .updateTable('packageImport')
    .set({
      ...{ state, fence, message: message && storableText(message), finishedAtMs: NOW_MS },
      blobSha256: state === 'done' ? keptArchive : null,
      ...(report ? { report: storableJson(report) } : {}),
      ...(problemId === undefined ? {} : { problemId }),
    })
    .where('id', '=', importId)
    .execute();
  if (problemId !== undefined) await dropOlderArchives(tx, problemId, importId);
}

/** Largest archive that is kept after its import. */
const KEPT_ARCHIVE_BYTES = 256 * 1024 * 1024;
const keptArchive = sql<string | null>`case when size_bytes <= ${KEPT_ARCHIVE_BYTES} then blob_sha256 end`;

async function dropOlderArchives(tx: Tx, problemId: number, importId: number): Promise<void> {
  await tx
    .updateTable('packageImport')
    .set({ blobSha256: null })
    .where('problemId', '=', problemId)
    .where('id', '<', importId)
    .where('state', '<>', 'waiting')
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
