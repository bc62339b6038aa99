import type { Db } from '@balloon/database/connect.ts';
import {
  CLUSTER_QUERY,
  isDatabaseError,
  type LogPosition,
  NoReplicaError,
  Replica,
  type ReplicaAnswer,
  ReplicaBehindError,
  ReplicaSilentError,
  within,
} from '@balloon/database/replica.ts';
import { OverloadedError } from '@balloon/database/waiting-line.ts';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { isDatabaseAway } from '#database-away.ts';
import type { Announcements } from '#realtime/announcements.ts';
import type { ServerOptions } from '#services.ts';

/** How far a replica may be behind to be read, and how long a read waits for it to have what it must see. */
const MAX_LAG_MS = 1_000;
const WATCH_EVERY_MS = 1_000;
const ANSWER_WITHIN_MS = 2_000;
/** Longest read; the same read begins again on the primary afterwards, whose own limit is longer. */
const READ_WITHIN_MS = 20_000;
/** Marks of the primary's log that are remembered to tell how old a position is. */
const MAX_MARKS = 120;

/** `away`: does not answer. `behind`: more than a second late. `stranger`: a primary, or another database. */
export type ReplicaState = 'ready' | 'behind' | 'away' | 'stranger';

/** What became of the reads that a replica was to do; those that it did not do were done by the primary. */
export interface ReplicaFacts {
  /** Host and port, without the password. */
  name: string;
  state: ReplicaState;
  lagMs: number;
  reads: number;
  failedReads: number;
}

interface Watched extends ReplicaFacts {
  replica: Replica;
}

type Options = Pick<ServerOptions, 'databaseReplicaUrls' | 'databaseReplicaReaders' | 'databasePoolerUrl'>;

/**
 * Streaming replicas of the database, for reads that are heavy and change nothing.
 *
 * Theory of operation. A read asks where the primary's log stands, over the connection that listens, once for all reads of the
 * same moment, and then waits until a replica has replayed up to there. So a read is never older than its request, whoever
 * wrote what it shows and over which web process, and a page that reads again after an announcement sees what was
 * announced. A replica that is behind, away or no replica any longer is left out until it is well again, and whatever goes wrong
 * on it happens again on the primary, as if there were no replica.
 */
export class Replicas {
  readonly #primary: Db;
  readonly #announcements: Announcements;
  readonly #log: FastifyBaseLogger;
  readonly #all: readonly Watched[];
  /** Where the primary's log stood at which time, oldest first. */
  #marks: { atMs: number; position: LogPosition }[] = [];
  #clusterId: string | null = null;
  #next = 0;
  #watch: NodeJS.Timeout | undefined;
  #watching: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: Options, primary: Db, announcements: Announcements, log: FastifyBaseLogger) {
    this.#primary = primary;
    this.#announcements = announcements;
    this.#log = log;
    this.#all = options.databaseReplicaUrls.map((url) => ({
      ...{ name: nameOf(url), state: 'away', lagMs: 0, reads: 0, failedReads: 0 },
      replica: new Replica(url, {
        maxConnections: options.databaseReplicaReaders,
        isPooled: options.databasePoolerUrl !== null,
        timeLimits: {
          statementMs: READ_WITHIN_MS,
          lockMs: READ_WITHIN_MS,
          idleInTransactionMs: READ_WITHIN_MS,
        },
        onError: (error) => log.debug({ err: error }, 'an idle connection to a replica died'),
      }),
    }));
  }

  /** Looks at all of them, and again each second. */
  async start(): Promise<void> {
    if (this.#all.length === 0) return;
    await this.#look();
    this.#watch = setInterval(() => {
      this.#watching = this.#watching.then(() => this.#look());
    }, WATCH_EVERY_MS);
  }

  /**
   * Does a read on a replica that has everything that was committed before the call, or else on the primary.
   *
   * @param primary the connections that the caller would have used without replicas
   * @param work only reads, and keeps nothing in memory; may run a second time on the primary
   */
  async read<Result>(primary: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
    const chosen = this.#choose();
    if (!chosen) return work(primary);
    try {
      const position = await this.#announcements.position();
      if (position === null) return await work(primary);
      await chosen.replica.waitFor(position, MAX_LAG_MS);
      const result = await within(READ_WITHIN_MS, work(chosen.replica.db));
      chosen.reads += 1;
      return result;
    } catch (error) {
      if (!isOfReplica(error)) throw error;
      this.#failed(chosen, error);
      return work(primary);
    }
  }

  facts(): readonly ReplicaFacts[] {
    return this.#all.map(({ replica: _, ...facts }) => facts);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#watch);
    await this.#watching;
    await Promise.all(this.#all.map(({ replica }) => replica.close()));
  }

  /** The replicas take turns. */
  #choose(): Watched | undefined {
    const ready = this.#all.filter(({ state }) => state === 'ready');
    this.#next = (this.#next + 1) % Math.max(1, ready.length);
    return ready[this.#next];
  }

  async #look(): Promise<void> {
    if (this.#isClosed) return;
    try {
      this.#clusterId ??=
        (await sql<{ clusterId: string }>`${sql.raw(CLUSTER_QUERY)}`.execute(this.#primary)).rows[0]
          ?.clusterId ?? null;
      await this.#markPrimary();
    } catch (error) {
      this.#log.debug({ err: error }, 'the primary does not say where its log stands');
    }
    await Promise.all(this.#all.map((one) => this.#lookAt(one)));
  }

  async #markPrimary(): Promise<void> {
    const atMs = performance.now();
    const position = await this.#announcements.position();
    if (position === null) return;
    // A log that goes back is that of another server: older marks say nothing.
    if (position < (this.#marks.at(-1)?.position ?? 0n)) this.#marks = [];
    this.#marks = [...this.#marks, { atMs, position }].slice(-MAX_MARKS);
  }

  async #lookAt(one: Watched): Promise<void> {
    try {
      const { clusterId, position } = await one.replica.ask(ANSWER_WITHIN_MS);
      this.#judge(one, { clusterId, position });
    } catch (error) {
      this.#become(one, 'away', error);
    }
  }

  #judge(one: Watched, { clusterId, position }: ReplicaAnswer): void {
    if (this.#clusterId === null) return; // the primary has yet to say who it is
    const isReplica = position !== null && clusterId === this.#clusterId;
    if (!isReplica) {
      this.#become(one, 'stranger');
      return;
    }
    one.lagMs = this.#lagAt(position);
    // A replica that was behind has to be well again, and not just at the bound.
    const boundMs = one.state === 'behind' ? MAX_LAG_MS / 2 : MAX_LAG_MS;
    this.#become(one, one.lagMs > boundMs ? 'behind' : 'ready');
  }

  /** How long ago the primary's log stood where a replica is now. */
  #lagAt(position: LogPosition): number {
    const firstMissing = this.#marks.find((mark) => mark.position > position);
    return firstMissing ? performance.now() - firstMissing.atMs : 0;
  }

  #failed(one: Watched, error: unknown): void {
    one.failedReads += 1;
    if (error instanceof NoReplicaError) this.#become(one, 'stranger', error);
    else if (error instanceof ReplicaBehindError) this.#become(one, 'behind', error);
    else if (error instanceof ReplicaSilentError || isDatabaseAway(error)) this.#become(one, 'away', error);
    else this.#log.info({ err: error, replica: one.name }, 'a read failed on a replica; the primary did it');
  }

  #become(one: Watched, state: ReplicaState, error?: unknown): void {
    if (state !== 'ready') one.replica.forget();
    if (one.state === state || this.#isClosed) return;
    one.state = state;
    const about = {
      replica: one.name,
      lagMs: Math.round(one.lagMs),
      ...(error !== undefined && { err: error }),
    };
    if (state === 'ready') this.#log.info(about, TOLD.ready);
    else this.#log.warn(about, TOLD[state]);
  }
}

const TOLD: Readonly<Record<ReplicaState, string>> = {
  ready: 'the replica of the database is read',
  behind: 'the replica of the database is more than a second behind; the primary is read',
  away: 'the replica of the database is away; the primary is read',
  stranger: 'the server at DATABASE_REPLICA_URL is no replica of the database; the primary is read',
};

/** Whether the replica is to blame, so that the primary may do better. */
function isOfReplica(error: unknown): boolean {
  const isTold = [ReplicaBehindError, NoReplicaError, ReplicaSilentError, OverloadedError].some(
    (kind) => error instanceof kind,
  );
  return isTold || isDatabaseError(error) || isDatabaseAway(error);
}

function nameOf(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? hostname;
  return port === '' ? host : `${host}:${port}`;
}
