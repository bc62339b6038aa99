import type { Settings } from '@balloon/contracts/settings/settings.ts';
import { prepareDatabase, waitForDatabase } from '#database/database-ready.ts';
import { knownDatabase } from '#database/database-url.ts';
import { startPostgres } from '#database/postgres.ts';
import { lockDataDir, openDataDir } from '#files/data-dir.ts';
import { StartError } from '#start-error.ts';

/** Database of this machine's site, for a command; disposing ends what was started for it. */
export interface SiteDatabase extends AsyncDisposable {
  url: string;
}

export interface SiteDatabaseOptions {
  /** Whether the command needs the newest tables; one that only reads takes them as they are. */
  migrates: boolean;
}

/**
 * Opens the database of DATABASE_URL or of the site that runs on the data directory; where none runs, its database is
 * started for as long as the command needs it.
 *
 * @throws {StartError} among others when a site runs that was started before the newest migrations came: its processes
 *   know the tables of before
 */
export async function openSiteDatabase(
  settings: Settings,
  { migrates }: SiteDatabaseOptions,
): Promise<SiteDatabase> {
  const dataDir = openDataDir(settings.dataDir);
  const lock = settings.databaseUrl === null ? tryLock(dataDir) : null;
  if (lock === null) {
    const url = knownDatabase(settings, dataDir);
    await (migrates ? prepareDatabase(url, { whileInUse: false }) : waitForDatabase(url));
    return { url, async [Symbol.asyncDispose]() {} };
  }
  const server = await startPostgres({ dataDir, port: settings.databasePort });
  const stop = async () => {
    await server.stop();
    lock.release();
  };
  try {
    if (migrates) await prepareDatabase(server.url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: server.url, [Symbol.asyncDispose]: stop };
}

/** Tries to lock the data directory; null when a site runs there. */
function tryLock(dataDir: string) {
  try {
    return lockDataDir(dataDir);
  } catch (error) {
    if (error instanceof StartError) return null;
    throw error;
  }
}
