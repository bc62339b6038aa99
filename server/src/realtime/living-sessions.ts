import type { Db } from '@balloon/database/connect.ts';
import { type FoundSession, findSessions, findSessionsById } from '#features/session/session.queries.ts';
import { AnnouncedCache } from '#realtime/announced-cache.ts';
import type { Announcements } from '#realtime/announcements.ts';
import { loadingOver } from '#realtime/load-together.ts';

/** Most sessions in memory, some 400 bytes each, and the age in ms at which they are read again. */
const BOUNDS = { maxEntries: 50_000, maxAgeMs: 10 * 60_000 };

/**
 * Sessions with the rights of their people, kept per process until triggers of the database announce a change of the
 * person. Every request asks for its session, so that this must cost no query. What ends by time ends here by the
 * database's clock as of the reading plus the time since.
 */
export class LivingSessions {
  readonly #db: Db;
  readonly #known: AnnouncedCache<KnownSession>;
  readonly #readOver = loadingOver(findSessions);
  readonly #stop: () => void;

  constructor(db: Db, announcements: Announcements) {
    this.#db = db;
    this.#known = new AnnouncedCache(announcements, BOUNDS);
    this.#stop = announcements.on('rights.changed', ({ accountIds }) => {
      for (const accountId of accountIds) this.#known.drop(accountId);
    });
  }

  /** The living session behind a token's hash, in Base64, if it is in memory. */
  peek(tokenKey: string): FoundSession | undefined {
    return this.#living(tokenKey);
  }

  /**
   * The living session behind a token's hash, or `undefined`.
   *
   * @param db reads a session that is not in memory: who sends a solution does not wait for the readers' connections
   */
  async find(tokenHash: Buffer, db: Db = this.#db): Promise<FoundSession | undefined> {
    const key = keyOfToken(tokenHash);
    return (
      this.#living(key) ??
      this.#known.reading(async (keep) => {
        const found = await this.#readOver(db).get(key);
        if (!found) return undefined;
        const { expiresAtMs, ...session } = found;
        keep(key, asKnown(session), session.userId);
        // A socket asks for it by its id right after the handshake.
        const byId = { ...session, isCurrentToken: false, validUntilMs: expiresAtMs };
        keep(keyOfId(session.id), asKnown(byId), session.userId);
        return session;
      })
    );
  }

  /** The living ones of these sessions; sockets outlast the token of their handshake. */
  async findById(ids: readonly number[]): Promise<FoundSession[]> {
    const known = ids.flatMap((id) => this.#living(keyOfId(id)) ?? []);
    if (known.length === ids.length) return known;
    const knownIds = new Set(known.map(({ id }) => id));
    const missing = ids.filter((id) => !knownIds.has(id));
    const read = await this.#known.reading(async (keep) => {
      const sessions = await findSessionsById(this.#db, missing);
      for (const session of sessions) keep(keyOfId(session.id), asKnown(session), session.userId);
      return sessions;
    });
    return [...known, ...read];
  }

  close(): void {
    this.#stop();
    this.#known.close();
  }

  #living(key: string): FoundSession | undefined {
    const known = this.#known.peek(key);
    if (!known) return undefined;
    const { session, readAtMs, atMs } = known;
    const nowMs = readAtMs + Math.round(performance.now() - atMs);
    if (nowMs >= session.validUntilMs) return undefined;
    // The same object each time: presence that is written is seen by all who hold it.
    session.nowMs = nowMs;
    return session;
  }
}

interface KnownSession {
  session: FoundSession;
  /** Clock of the database when it was read. */
  readAtMs: number;
  /** Own clock at that moment. */
  atMs: number;
}

const asKnown = (session: FoundSession): KnownSession => ({
  session,
  readAtMs: session.nowMs,
  atMs: performance.now(),
});

const keyOfToken = (tokenHash: Buffer) => tokenHash.toString('base64');
const keyOfId = (id: number) => `#${id}`;
