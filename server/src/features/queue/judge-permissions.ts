import { type Caller, findPermission, type Permission } from '#features/queue/judges.queries.ts';
import { AnnouncedCache } from '#realtime/announced-cache.ts';
import type { Services } from '#services.ts';

/** More judges than a site has, and the age in ms at which they are asked for again. */
const BOUNDS = { maxEntries: 1_000, maxAgeMs: 10_000 };

/** What judges may be given, in memory until the database announces that it changed: each claim and each wake-up asks. */
export class JudgePermissions {
  readonly #db: Services['db'];
  readonly #known: AnnouncedCache<Permission | undefined>;
  readonly #stops: readonly (() => void)[];

  constructor({ db, announcements }: Pick<Services, 'db' | 'announcements'>) {
    this.#db = db;
    this.#known = new AnnouncedCache(announcements, BOUNDS);
    this.#stops = [
      announcements.on('judge.changed', ({ judgeId }) => this.drop(judgeId)),
      announcements.on('languages.stored', () => this.#known.clear()), // options of compilers are among them
    ];
  }

  /** Returns `undefined` for a judge that has to register first. */
  find(caller: Caller): Promise<Permission | undefined> {
    const { judgeId, tokenHash } = caller;
    const key = `${judgeId} ${tokenHash.toString('hex')}`;
    return this.#known.read(key, () => findPermission(this.#db, caller), judgeId);
  }

  drop(judgeId: number): void {
    this.#known.drop(judgeId);
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#known.close();
  }
}
