import { createReadStream } from 'node:fs';
import type { ImportState } from '@balloon/contracts/judging/package-import.ts';
import { missingBlobs, storeBlobStream } from '@balloon/database/blobs.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { type Db, takeTime } from '@balloon/database/connect.ts';
import { storeImportEnd } from '#features/packages/imports.queries.ts';
import { type BuiltReport, settleImport } from '#features/packages/settle-import.ts';
import type { ImportTarget } from '#features/packages/store-imported-problem.ts';

export interface BuiltHere extends BuiltReport {
  fileName: string;
  /** hash → absolute path */
  contents: ReadonlyMap<string, string>;
}

export interface ImportOutcome {
  state: ImportState;
  /** Reason of a refusal or failure. */
  message: string | null;
  problemId: number | null;
}

/** Stores a package that was built on this machine, by command, as if it had been uploaded. */
export async function importBuiltPackage(
  db: Db,
  { fileName, contents, ...built }: BuiltHere,
  target: ImportTarget,
): Promise<ImportOutcome> {
  if (built.problem) await storeContents(db, contents);
  return db.transaction().execute(async (tx) => {
    await takeTime(tx);
    const { id: importId } = await tx
      .insertInto('packageImport')
      .values({
        fileName,
        sizeBytes: 0,
        authorId: null,
        problemId: target.problemId,
        isNewProblem: target.isNewProblem,
        isForced: target.isForced,
        createdAtMs: await databaseNowMs(tx),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const end = await settleImport(tx, built, { ...target, fileName, authorId: null });
    await storeImportEnd(tx, importId, end);
    const { state, message, problemId = null } = end;
    return { state, message, problemId };
  });
}

async function storeContents(db: Db, contents: ReadonlyMap<string, string>): Promise<void> {
  for (const sha256 of await missingBlobs(db, [...contents.keys()])) {
    await storeBlobStream(db, createReadStream(contents.get(sha256) ?? ''), sha256);
  }
}
