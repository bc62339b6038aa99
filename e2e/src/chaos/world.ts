import { type Connection, connect } from '@balloon/database/connect.ts';
import type { Victim } from '#chaos/kept.ts';
import type { SampleCrew } from '#sites/sample-site.ts';

/** Site whose processes are killed and started again. */
export interface World extends AsyncDisposable {
  /** Directory that contains all files of the site. */
  readonly directory: string;
  /** URLs of all web processes, the same after each restart. */
  readonly urls: readonly string[];
  readonly databaseUrl: string;
  readonly crew: SampleCrew;
  readonly victims: readonly Victim[];
  /** Pid of every sandbox helper that was seen, dead or alive. */
  readonly helperPids: ReadonlySet<number>;
  /** Lists sandbox helpers that run now. */
  helpersNow(): number[];
  /** Resolves when everything works again. */
  settle(): Promise<void>;
  /** Stops every process, as an operator does. */
  stop(): Promise<void>;
}

/**
 * Attempts from which on judges are spared. A task gets three leases; breaking all would only show the quarantine.
 */
const SPARED_FROM_ATTEMPT = 2;

/**
 * Whether a kill is acceptable now: the database responds, and no solution has lost so many judges that the next loss
 * may be its last. The quarantine has its own tests.
 */
export async function isFair({ pool }: Connection): Promise<boolean> {
  try {
    const { rowCount } = await pool.query('select from judging where attempt >= $1 limit 1', [
      SPARED_FROM_ATTEMPT,
    ]);
    return rowCount === 0;
  } catch {
    return false; // killed just now
  }
}

/** Connects to the database from outside; outlives its restarts. */
export const observe = (url: string): Connection => connect(url, { maxConnections: 2 });
