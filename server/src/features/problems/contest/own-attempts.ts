import type { Db } from '@balloon/database/connect.ts';
import { participationKey } from '#features/contests/contests.queries.ts';
import {
  findAttempts,
  type findOwnAttempts,
  findSenders,
} from '#features/problems/contest/contest-problems.queries.ts';
import { AnnouncedCache } from '#realtime/announced-cache.ts';
import type { Announcements } from '#realtime/announcements.ts';
import { type LoadTogether, loadingOver } from '#realtime/load-together.ts';

const BOUNDS = { maxEntries: 300, maxAgeMs: 60_000 };

type Attempts = Awaited<ReturnType<typeof findOwnAttempts>>;

/**
 * Attempts of people in contests. They are read at each question, but not of those who have sent nothing: that is
 * everybody when a contest starts. Who has sent something stays known, so that the announcement of the first solution,
 * long before its verdict, is all that must be heard.
 */
export class OwnAttempts {
  readonly #db: Db;
  readonly #senders: AnnouncedCache<Set<number>>;
  readonly #together: LoadTogether<string, Attempts>;
  readonly #stop: () => void;

  constructor(db: Db, announcements: Announcements) {
    this.#db = db;
    this.#together = loadingOver(findAttempts)(db);
    this.#senders = new AnnouncedCache(announcements, BOUNDS);
    this.#stop = announcements.on('solution.changed', ({ contestId, userId }) => {
      const senders = this.#senders.peek(`${contestId}`);
      if (senders) senders.add(userId);
      else this.#senders.drop(contestId); // they may be under way
    });
  }

  /** In the order that `scoreCell` requires within a problem. */
  async of(contestId: number, accountId: number): Promise<Attempts> {
    const senders = await this.#senders.read(`${contestId}`, () => findSenders(this.#db, contestId));
    if (!senders.has(accountId)) return [];
    return (await this.#together.get(participationKey(contestId, accountId))) ?? [];
  }

  close(): void {
    this.#stop();
    this.#senders.close();
  }
}
