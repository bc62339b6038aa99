import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway } from '@balloon/server/database-away.ts';
import { warn } from '#say.ts';
import { StartError } from '#start-error.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Waits until the database responds and brings its tables up to date.
 *
 * @throws {StartError} when it responds, but refuses us
 */
export async function prepareDatabase(url: string): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const reason = await tryMigrate(url);
    if (reason === null) return;
    warn(`database: ${nameOf(url)} is away (${reason}); trying again in ${pauseMs / 1000} s`);
    await sleep(pauseMs);
  }
}

/** Returns null when done, else why the database is unavailable. */
async function tryMigrate(url: string): Promise<string | null> {
  // Imported here, so that commands without a database start without its libraries.
  const { migrate, NewerDatabaseError } = await import('@balloon/database/migrate.ts');
  try {
    await migrate(url);
    return null;
  } catch (error) {
    if (isDatabaseAway(error)) return reasonOf(error);
    if (error instanceof NewerDatabaseError) throw new StartError(error.message, { cause: error });
    throw refusal(url, error);
  }
}

/** Returns the error for the author of DATABASE_URL, by class of SQLSTATE. */
function refusal(url: string, error: unknown): unknown {
  const { code = '', message } = error as { code?: string; message: string };
  if (/^(28|3D|42501)/.test(code)) {
    return new StartError(
      `DATABASE_URL: ${nameOf(url)} refuses us (${message}): check user, password and database`,
      {
        cause: error,
      },
    );
  }
  return error;
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return message || code || 'no answer';
}

/** Returns server and database without the password. */
function nameOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  return `${searchParams.get('host') ?? hostname}${port && `:${port}`}${pathname}`;
}
