import type { ImportRelease } from '@balloon/contracts/package-import.ts';
import { MAX_IMPORT_ATTEMPTS } from '#features/packages/import-chores.ts';
import { endImport, releaseImport, retryImport } from '#features/packages/import-lease.queries.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services } from '#services.ts';

/** Takes an import back from a judge that closes, or that had trouble with it: then the attempt counts. */
export async function takeBackImport({ db, log }: Services, release: ImportRelease): Promise<void> {
  const { trouble, importId } = release;
  if (trouble !== null) log.error({ importId, trouble }, 'a judge failed at an import');
  await db.transaction().execute(async (tx) => {
    const isBack =
      trouble === null
        ? await releaseImport(tx, release)
        : await retryImport(tx, release, MAX_IMPORT_ATTEMPTS);
    if (isBack) await announce(tx, 'import.waiting', {});
    else if (trouble !== null) await endImport(tx, release, { state: 'failed', message: trouble });
  });
}
