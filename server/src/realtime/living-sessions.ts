import type { Db } from '@balloon/database/connect.ts';
import { LRUCache } from 'lru-cache';
import { type FoundSession, findSession, findSessionsById } from '#features/session/session.queries.ts';
import type { Announcements } from '#realtime/announcements.ts';

/** Most sessions in memory, some 400 bytes each. */
const MAX_SESSIONS = 50_000;
/** Age in ms at which a session is read again although nothing was announced. */
const MAX_AGE_MS = 60_000;

/**
 * Sessions with the rights of their people, kept per process until triggers of the database announce a change.
 *
 * Theory of operation. Every request asks for its session, so that this must cost no query. What ends by time ends here
 * by the database's clock as of the reading plus the time since. A change that is announced while a session is read
 * prevents that it is kept. While no connection listens, sessions are read anew.
 */
export class LivingSessions {
  readonly #db: Db;
  readonly #announcements: Announcements;
  readonly #kept = new LRUCache<string, KeptSession>({
    max: MAX_SESSIONS,
    dispose: (kept, key) => this.#forget(kept, key),
  });
  readonly #keysOf = new Map<number, Set<string>>();
  readonly #changes = new Changes();
  readonly #stops: (() => void)[];

  constructor(db: Db, announcements: Announcements) {
    this.#db = db;
    this.#announcements = announcements;
    this.#stops = [
      announcements.on('rights.changed', ({ accountIds }) => {
        for (const accountId of accountIds) this.#drop(accountId);
      }),
      announcements.on('resync', () => {
        this.#changes.noteAll();
        this.#kept.clear();
      }),
    ];
  }

  /**
   * The living session behind a token's hash, or `undefined`.
   *
   * @param db reads a session that is not in memory: who sends a solution does not wait for the readers' connections
   */
  async find(tokenHash: Buffer, db: Db = this.#db): Promise<FoundSession | undefined> {
    const key = tokenHash.toString('base64');
    const known = this.#known(key);
    if (known) return known;
    const reading = this.#changes.begin();
    try {
      const session = await findSession(db, tokenHash);
      if (session && reading.isStill(session.userId)) this.#keep(key, session);
      return session;
    } finally {
      reading.end();
    }
  }

  /** The living ones of these sessions; sockets outlast the token of their handshake. */
  async findById(ids: readonly number[]): Promise<FoundSession[]> {
    const known = ids.flatMap((id) => this.#known(keyOfId(id)) ?? []);
    if (known.length === ids.length) return known;
    const missing = ids.filter((id) => !known.some((session) => session.id === id));
    const reading = this.#changes.begin();
    try {
      const read = await findSessionsById(this.#db, missing);
      for (const session of read) {
        if (reading.isStill(session.userId)) this.#keep(keyOfId(session.id), session);
      }
      return [...known, ...read];
    } finally {
      reading.end();
    }
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#kept.clear();
  }

  #known(key: string): FoundSession | undefined {
    if (!this.#announcements.isListening) return undefined;
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    const ageMs = performance.now() - kept.atMs;
    const nowMs = kept.readAtMs + Math.round(ageMs);
    if (ageMs > MAX_AGE_MS || nowMs >= kept.session.validUntilMs) {
      this.#kept.delete(key);
      return undefined;
    }
    // The same object each time: presence that is written is seen by all who hold it.
    kept.session.nowMs = nowMs;
    return kept.session;
  }

  #keep(key: string, session: FoundSession): void {
    if (!this.#announcements.isListening) return;
    this.#kept.set(key, { session, readAtMs: session.nowMs, atMs: performance.now() });
    const keys = this.#keysOf.get(session.userId) ?? new Set();
    this.#keysOf.set(session.userId, keys.add(key));
  }

  #drop(accountId: number): void {
    this.#changes.note(accountId);
    for (const key of [...(this.#keysOf.get(accountId) ?? [])]) this.#kept.delete(key);
  }

  #forget({ session }: KeptSession, key: string): void {
    const keys = this.#keysOf.get(session.userId);
    keys?.delete(key);
    if (keys?.size === 0) this.#keysOf.delete(session.userId);
  }
}

interface KeptSession {
  session: FoundSession;
  /** Clock of the database when it was read. */
  readAtMs: number;
  /** Own clock at that moment. */
  atMs: number;
}

const keyOfId = (id: number) => `#${id}`;

/** Changes that are announced while something is read. */
class Changes {
  #readings = 0;
  #count = 0;
  #ofAll = 0;
  readonly #ofAccount = new Map<number, number>();

  /** Begins a reading, which must be ended. */
  begin() {
    this.#readings += 1;
    const atCount = this.#count;
    return {
      /** Whether nothing of the account has changed since. */
      isStill: (accountId: number) => Math.max(this.#ofAll, this.#ofAccount.get(accountId) ?? 0) <= atCount,
      end: () => {
        this.#readings -= 1;
        if (this.#readings === 0) this.#ofAccount.clear();
      },
    };
  }

  note(accountId: number): void {
    this.#count += 1;
    if (this.#readings > 0) this.#ofAccount.set(accountId, this.#count);
  }

  noteAll(): void {
    this.#count += 1;
    this.#ofAll = this.#count;
  }
}
