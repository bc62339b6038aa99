import { setTimeout as sleep } from 'node:timers/promises';
import type { MigrateOptions } from '@balloon/database/migrate.ts';
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
export async function prepareDatabase(url: string, options?: MigrateOptions): Promise<void> {
  // Imported here, so that commands without a database start without its libraries.
  const { migrate } = await import('@balloon/database/migrate.ts');
  await untilThere(url, () => migrate(url, options));
}

/** Waits until the database responds, and leaves its tables as they are. @throws {StartError} when it refuses us */
export async function waitForDatabase(url: string): Promise<void> {
  const { connect } = await import('@balloon/database/connect.ts');
  const { pool, close } = connect(url, { maxConnections: 1 });
  await untilThere(url, () => pool.query('select')).finally(close);
}

async function untilThere(url: string, work: () => Promise<unknown>): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isDatabaseAway(error)) throw await refusal(url, error);
      const seconds = pauseMs / 1000;
      warn(`database: ${nameOf(url)} is away (${reasonOf(error)}); trying again in ${seconds} s`);
      await sleep(pauseMs);
    }
  }
}

/** Returns the error for the operator: about versions, or about DATABASE_URL by class of SQLSTATE. */
async function refusal(url: string, error: unknown): Promise<unknown> {
  const { DatabaseInUseError, NewerDatabaseError } = await import('@balloon/database/migrate.ts');
  if (error instanceof NewerDatabaseError) return new StartError(error.message, { cause: error });
  if (error instanceof DatabaseInUseError) {
    return new StartError(
      'the site that runs on this database was started before an upgrade, which changes its tables: restart it first',
      { cause: error },
    );
  }
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
