import type { ImportListQuery, ImportView } from '@balloon/contracts/judging/package-import.ts';
import type { z } from 'zod';
import { NotFoundError } from '#errors.ts';
import {
  countImports,
  findImport,
  findImports,
  isAnyJudgePresent,
} from '#features/packages/imports.queries.ts';
import type { Services } from '#services.ts';

/** Page of imports, newest first, and their number on all pages. */
export async function listImports({ db }: Services, query: z.infer<typeof ImportListQuery>) {
  const [imports, importsNumber, hasJudge] = await Promise.all([
    findImports(db, query),
    countImports(db),
    isAnyJudgePresent(db),
  ]);
  return { imports, importsNumber, hasJudge };
}

/**
 * Returns an import with its report.
 *
 * @throws {NotFoundError} IMPORT_NOT_FOUND
 */
export async function readImport({ db }: Services, importId: number): Promise<ImportView> {
  const found = await findImport(db, importId);
  if (!found) throw importNotFound(importId);
  return found;
}

export const importNotFound = (importId: number) =>
  new NotFoundError('IMPORT_NOT_FOUND', `There is no import ${importId}`);
