import type { ImportState } from '@balloon/contracts/judging/package-import.ts';
import type { Db } from '@balloon/database/connect.ts';
import { askUntil } from '#ask-until.ts';
import { findImport } from '#features/packages/imports.queries.ts';

/** How long a request waits for the judge; a large package takes longer and goes on without it. */
const WAIT_MS = 20_000;

/** Waits a while for the end of an import; a removed one counts as cancelled. */
export async function waitForImport(
  db: Db,
  importId: number,
): Promise<{ state: ImportState; message: string | null }> {
  const isOver = (found: Awaited<ReturnType<typeof findImport>>) =>
    found?.state !== 'queued' && found?.state !== 'running';
  const { state = 'cancelled', message = null } =
    (await askUntil(() => findImport(db, importId), isOver, WAIT_MS)) ?? {};
  return { state, message };
}
