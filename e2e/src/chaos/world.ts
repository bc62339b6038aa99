import { type Connection, connect } from '@balloon/database/connect.ts';
import type { Victim } from '#chaos/kept.ts';
import type { SampleCrew } from '#sample-site.ts';

/** A site that loses its processes and gets them back. */
export interface World extends AsyncDisposable {
  /** Everything of it lies beneath. */
  readonly directory: string;
  /** Of all web processes, the same after each restart. */
  readonly urls: readonly string[];
  readonly databaseUrl: string;
  readonly crew: SampleCrew;
  readonly victims: readonly Victim[];
  /** Every sandbox helper that was seen, dead or alive. */
  readonly helperPids: ReadonlySet<number>;
  /** Sandbox helpers that run now. */
  helpersNow(): number[];
  /** Resolves when everything works again. */
  settle(): Promise<void>;
  /** Stops every process, as an operator does. */
  stop(): Promise<void>;
}

/** Work gets three leases in all; a monkey that breaks all three would show nothing but the quarantine. */
const SPARED_FROM_ATTEMPT = 2;

/**
 * Whether killing is fair now: the database answers, and no solution has lost so many judges that the next loss
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

/** A look into the database from outside, which outlives its restarts. */
export const observe = (url: string): Connection => connect(url, { maxConnections: 2 });
