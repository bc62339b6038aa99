import type { ConsoleLine } from '@balloon/contracts/site/console.ts';
import type {
  JudgingFault,
  LanguagesChanged,
  OutsideServerChanged,
} from '@balloon/contracts/socket/events.ts';
import type { OutsideProgress } from '@balloon/contracts/solutions/solutions.ts';
import type { TrialRunChanged } from '@balloon/contracts/solutions/trial-runs.ts';
import { AwakeClock } from '@balloon/database/awake-clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { type LogPosition, POSITION_QUERY, parsePosition } from '@balloon/database/replica.ts';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import type { z } from 'zod';

/** Kinds of events in a contest's log. */
export type ContestEventType =
  | 'joined'
  | 'extraTime'
  | 'started'
  | 'adjusted'
  | 'left'
  | 'solution'
  | 'deleted'
  | 'changed';

/**
 * Theory of operation. A change is announced (`announce`) inside the transaction that makes it, through
 * PostgreSQL's NOTIFY, which delivers at commit to every web process, the announcing one included. Each
 * process then notifies its own sockets and folds its own scoreboards, so no second channel between web
 * processes is needed. A process that lost its listening connection receives `resync` when it is back and
 * catches up from the tables; announcements are never the only copy of anything.
 */
export interface AnnouncementTypes {
  /** A contest's event log grew; `seq` is its new head. */
  'contest.event': {
    contestId: number;
    seq: number;
    type: ContestEventType;
    /** Owner of a verdict that the freeze hides from other participants; null when it is public. */
    hiddenOf: number | null;
  };
  /** A solution was sent, judged or deleted. */
  'solution.changed': {
    contestId: number;
    solutionId: number;
    userId: number;
    what: 'created' | 'judged' | 'deleted';
  };
  /** Solutions lost their verdicts and are judged again; as many as fit into one announcement (8000 bytes). */
  'solutions.reset': { contestId: number; solutions: readonly { id: number; userId: number }[] };
  /** A step of judging. Carries all that the page shows, so that nothing needs to be read again. */
  'solution.progress': {
    contestId: number;
    solutionId: number;
    userId: number;
    state: 'queued' | 'compiling' | 'testing';
    testNumber: number;
    testsNumber: number | null;
    attempt: number;
    /** Present for problems that outside systems judge. */
    outside?: OutsideProgress;
  };
  /** A server of an outside system may take solutions in another way than before. */
  'outside.server': z.infer<typeof OutsideServerChanged>;
  /** A solution left the queue of an outside server, or is in it again. */
  'outside.queue': Record<string, never>;
  /** A trial run made a step, or ended. Carries what its author receives; the result is read. */
  'trial-run.changed': TrialRunChanged & { userId: number };
  /** Work waits for a judge that has this language, or takes what stands in its place. */
  'judging.waiting': { languageKey: string };
  /** Judging fails on a problem, for a cause that supervisors have not been told of lately. */
  'judging.fault': JudgingFault;
  /** Name, start, freeze, problems… changed: caches of the contest are invalid. */
  'contest.changed': { contestId: number };
  /** The row of a contest, its groups or the number of its problems changed; the tables announce it themselves. */
  'contest.head': { contestId: number };
  /** A participant was changed or removed; the table announces it itself. */
  'contest.participant': { contestId: number; accountId: number };
  /** People may take part in a contest as somebody else now; the tables announce it themselves. */
  'contest.part': { contestId: number; accountIds: readonly number[] };
  /** The device from which somebody takes part was noted, moved or released; the table announces it itself. */
  'contest.device': { contestId: number; accountId: number; device: string | null; isMoved: boolean };
  /** Somebody joined or opened a contest that confines its participants; the table announces it itself. */
  'contest.confined': { contestId: number; accountId: number };
  /** People joined a contest, or are counted otherwise since their roles changed; the tables announce it themselves. */
  'contest.participants': { contestId: number };
  /** The link with this hash shows another frame of a ceremony, or nothing any more. */
  'ceremony.shown': { codeHash: string };
  /** Languages were opened or closed, or their judges came or went. Carries all that the page shows. */
  'languages.changed': z.infer<typeof LanguagesChanged>;
  /** A judge registered, perhaps under a name that another token held. */
  'judge.registered': { judgeId: number };
  /** What a judge may be given changed, or the judge was removed; the table announces it itself. */
  'judge.changed': { judgeId: number };
  /** Languages, or what contests and problems take of them, changed; the tables announce it themselves. */
  'languages.stored': Record<string, never>;
  /** Somebody wrote in the dialog of this person with the supervisors. */
  'chat.message': { accountId: number; messageId: number };
  /** Messages of one side of a dialog were read by the other, or taken back by their author. */
  'chat.changed': {
    accountId: number;
    isFromSupport: boolean;
    what: 'read' | 'deleted';
    ids: readonly number[];
  };
  /** The person or a supervisor types in a dialog. */
  'chat.typing': { accountId: number; isSupport: boolean };
  /** A message of a contest was sent, changed or withdrawn; `recipientId` as in the table. */
  'message.changed': {
    contestId: number;
    messageId: number;
    recipientId: number | null;
    what: 'sent' | 'changed' | 'removed';
  };
  /** Somebody has read messages; whether supervisors follow one of them. */
  'messages.read': { contestId: number; userId: number; isFollowed: boolean };
  /** Admins listen to the log in the process `from`: the others send theirs for a while. */
  'console.wanted': { from: string };
  /** Log lines of the process `from`, without secrets. */
  'console.lines': { from: string; lines: readonly ConsoleLine[] };
  /** An admin changed settings of the site; each process reads them again. */
  'settings.changed': Record<string, never>;
  /** Sessions, roles, groups or names of these people changed; triggers of the database announce that. */
  'rights.changed': { accountIds: readonly number[] };
  /** Supervisors changed accounts or memberships; null for more than an announcement holds. */
  'people.changed': { ids: readonly number[] | null };
  /** Other ratings count than before. */
  'ratings.changed': Record<string, never>;
  /** An admin restarts the web processes. */
  'server.restart': Record<string, never>;
  /** Made locally: this process may have missed announcements and must catch up. */
  resync: Record<string, never>;
}
export type AnnouncementType = keyof AnnouncementTypes;

type Handler<Type extends AnnouncementType> = (payload: AnnouncementTypes[Type]) => void;

/** Channel of PostgreSQL on which announcements travel; functions of the database name it, too. */
export const CHANNEL = 'balloon';
const RECONNECT_AFTER_MS = 500;
/** Interval of checks in ms that notice a peer which disconnected silently. */
const ASK_EVERY_MS = 300;
/** Age in ms of the last answered question after which what is kept in memory is not trusted: a peer may be gone. */
const HEARD_WITHIN_MS = 1_000;
const ANSWER_WITHIN_MS = 5_000;
/** Longest wait in ms for the first connection: a process that starts ends without it, on however busy a machine. */
const START_WITHIN_MS = 30_000;

/** Announces at commit of the transaction `db`, or at once outside of one. */
export async function announce<Type extends Exclude<AnnouncementType, 'resync'>>(
  db: Db,
  type: Type,
  payload: AnnouncementTypes[Type],
): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ type, payload })})`.execute(db);
}

/** The listening end, one per web process. */
export class Announcements {
  readonly #databaseUrl: string;
  readonly #log: FastifyBaseLogger;
  readonly #handlers = new Map<AnnouncementType, Set<Handler<never>>>();
  #client: pg.Client | null = null;
  #reconnecting: NodeJS.Timeout | undefined;
  #asking: NodeJS.Timeout | undefined;
  /** When the last question was put that was answered, in ms of `performance.now`. */
  #heardAtMs = 0;
  /** What this process stands still itself is no silence of the database: the answer waits to be read. */
  readonly #clock = new AwakeClock();
  #isClosed = false;
  #turn: Promise<void> = Promise.resolve();
  #nextTurn: Promise<void> | null = null;
  #positionTurn: Promise<LogPosition | null> = Promise.resolve(null);
  #nextPosition: Promise<LogPosition | null> | null = null;

  constructor(databaseUrl: string, log: FastifyBaseLogger) {
    this.#databaseUrl = databaseUrl;
    this.#log = log;
  }

  /** Calls `handler` for each announcement of the type; returns the function that stops it. */
  on<Type extends AnnouncementType>(type: Type, handler: Handler<Type>): () => void {
    const handlers = this.#handlers.get(type) ?? new Set();
    this.#handlers.set(type, handlers);
    handlers.add(handler as Handler<never>);
    return () => handlers.delete(handler as Handler<never>);
  }

  /** Whether announcements arrive; while they do not, nothing that they keep current may be trusted. */
  get isListening(): boolean {
    return this.#client !== null && performance.now() - this.#heardAtMs < HEARD_WITHIN_MS;
  }

  /**
   * Resolves when this process has received all that was announced by transactions that were committed before the call.
   * PostgreSQL hands announcements over before it answers the next query on the listening connection. Callers at the
   * same moment share one question. Resolves at once while nothing listens.
   */
  caughtUp(): Promise<void> {
    this.#nextTurn ??= this.#turn.then(() => {
      this.#nextTurn = null;
      this.#turn = this.#answerOfDatabase();
      return this.#turn;
    });
    return this.#nextTurn;
  }

  /**
   * Where the log of the database stands at an instant after the call, or null while nothing listens. Callers at the same
   * moment share one question.
   */
  position(): Promise<LogPosition | null> {
    this.#nextPosition ??= this.#positionTurn.then(() => {
      this.#nextPosition = null;
      this.#positionTurn = this.#readPosition();
      return this.#positionTurn;
    });
    return this.#nextPosition;
  }

  async #readPosition(): Promise<LogPosition | null> {
    const client = this.#client;
    if (client === null) return null;
    try {
      const { rows } = await this.#answerTo<{ position: string | null }>(client, POSITION_QUERY);
      const text = rows[0]?.position ?? null;
      return text === null ? null : parsePosition(text);
    } catch (error) {
      this.#lost(client, error instanceof Error ? error : new Error(String(error)));
      return null;
    }
  }

  async #answerOfDatabase(): Promise<void> {
    const client = this.#client;
    if (client === null) return;
    await this.#ask(client);
  }

  /** Connects and listens; reconnects by itself when the connection is lost. */
  start(): Promise<void> {
    return this.#listen(START_WITHIN_MS);
  }

  async #listen(connectWithinMs: number): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#databaseUrl,
      application_name: 'balloon-listen',
      keepAlive: true,
      connectionTimeoutMillis: connectWithinMs,
    });
    client.on('notification', ({ payload }) => this.#receive(payload));
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, new Error('connection ended')));
    try {
      await client.connect();
      await this.#answerTo(client, `listen ${CHANNEL}`);
    } catch (error) {
      this.#hangUp(client);
      throw error;
    }
    this.#heardAtMs = performance.now();
    this.#client = client;
    this.#asking = setInterval(() => void this.caughtUp(), ASK_EVERY_MS);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#clock.close();
    clearInterval(this.#asking);
    clearTimeout(this.#reconnecting);
    const client = this.#client;
    this.#client = null;
    await client?.end();
  }

  async #ask(client: pg.Client): Promise<void> {
    const askedAtMs = performance.now();
    try {
      await this.#answerTo(client, 'select 1');
      this.#heardAtMs = Math.max(this.#heardAtMs, askedAtMs);
    } catch (error) {
      this.#lost(client, error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Asks on the listening connection. @throws also when the database is silent for too long, as one whose machine is gone */
  async #answerTo<Row extends pg.QueryResultRow>(
    client: pg.Client,
    question: string,
  ): Promise<pg.QueryResult<Row>> {
    const askedAtMs = this.#clock.nowMs();
    const silence = Promise.withResolvers<never>();
    const looking = setInterval(() => {
      if (this.#clock.nowMs() - askedAtMs > ANSWER_WITHIN_MS)
        silence.reject(new Error(`the database has not answered for ${ANSWER_WITHIN_MS} ms`));
    }, ASK_EVERY_MS);
    try {
      return await Promise.race([client.query<Row>(question), silence.promise]);
    } finally {
      clearInterval(looking);
    }
  }

  #hangUp(client: pg.Client) {
    client.end().catch((error) => this.#log.debug({ err: error }, 'the lost connection did not close'));
  }

  #receive(text: string | undefined) {
    if (!text) return;
    const { type, payload } = JSON.parse(text) as { type: AnnouncementType; payload: never };
    this.#tell(type, payload);
  }

  #tell(type: AnnouncementType, payload: never) {
    for (const handler of this.#handlers.get(type) ?? []) {
      try {
        handler(payload);
      } catch (error) {
        this.#log.error({ err: error, type }, 'an announcement was not handled');
      }
    }
  }

  #lost(client: pg.Client, error: Error) {
    if (this.#isClosed || this.#client !== client) return;
    this.#client = null;
    clearInterval(this.#asking);
    this.#hangUp(client);
    this.#log.warn({ err: error }, 'no longer listening to the database; reconnecting');
    this.#reconnect();
  }

  #reconnect() {
    this.#reconnecting = setTimeout(async () => {
      try {
        await this.#listen(ANSWER_WITHIN_MS);
        if (this.#isClosed) return void (await this.close());
        this.#log.info('listening to the database again');
        this.#tell('resync', {} as never);
      } catch (error) {
        this.#log.debug({ err: error }, 'the database is still away');
        this.#reconnect();
      }
    }, RECONNECT_AFTER_MS);
  }
}
