import type { ImportListQuery, ImportProgress, ListedImport } from '@balloon/contracts/package-import.ts';
import type { PackageReport } from '@balloon/contracts/package-report.ts';
import type { Db } from '@balloon/database/connect.ts';
import type { z } from 'zod';

const LISTED_COLUMNS = [
  'packageImport.id',
  'packageImport.fileName',
  'packageImport.sizeBytes',
  'packageImport.authorId',
  'account.username',
  'packageImport.state',
  'packageImport.isForced',
  'packageImport.problemId',
  'packageImport.progress',
  'packageImport.message',
  'packageImport.createdAtMs',
  'packageImport.finishedAtMs',
] as const;

const withAuthors = (db: Db) =>
  db.selectFrom('packageImport').leftJoin('account', 'account.id', 'packageImport.authorId');

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

type Row = Omit<ListedImport, 'author' | 'progress'> & {
  authorId: number | null;
  username: string | null;
  progress: object | null;
};

function listed({ authorId, username, progress, ...row }: Row): ListedImport {
  return {
    ...row,
    author: authorId === null || username === null ? null : { id: authorId, username },
    progress: progress as ImportProgress | null, // stored by its contract
  };
}
