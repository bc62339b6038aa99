import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { AnnouncedCache } from '#realtime/announced-cache.ts';
import type { Announcements } from '#realtime/announcements.ts';
import type { User } from '#services.ts';

/** Most participants in memory, and the age in ms at which they are read again. */
const BOUNDS = { maxEntries: 50_000, maxAgeMs: 10 * 60_000 };

/** The device from which somebody takes part in a contest. */
export interface DeviceHolder {
  /** Hash in hex, as of `User.device`. */
  device: string;
  heldSinceMs: number;
  ip: string | null;
  /** Whether a supervisor moved the participation there. */
  isMoved: boolean;
}

/** Devices that take part, kept per process until the table announces a change: every request of a participant asks. */
export class DeviceHolders {
  readonly #known: AnnouncedCache<DeviceHolder | undefined>;
  readonly #stop: () => void;

  constructor(announcements: Announcements) {
    this.#known = new AnnouncedCache(announcements, BOUNDS);
    this.#stop = announcements.on('contest.device', ({ contestId, accountId }) =>
      this.#known.drop(keyOf(contestId, accountId)),
    );
  }

  /** The device that is known to take part as a person. */
  peek(contestId: number, { id }: Pick<User, 'id'>): DeviceHolder | undefined {
    return this.#known.peek(keyOf(contestId, id));
  }

  /** The device that takes part as the person; the caller's one where none did. */
  hold(db: Db, contestId: number, user: User): Promise<DeviceHolder | undefined> {
    return this.#known.read(keyOf(contestId, user.id), () => holdDevice(db, contestId, user));
  }

  close(): void {
    this.#stop();
    this.#known.close();
  }
}

const keyOf = (contestId: number, accountId: number) => `${contestId} ${accountId}`;

/** The device that takes part, by the database. Of two that come first at the same moment one holds. */
export async function holdDevice(db: Db, contestId: number, user: User): Promise<DeviceHolder | undefined> {
  const held = await findHolder(db, contestId, user.id);
  if (held || user.device === undefined) return held;
  const deviceHash = Buffer.from(user.device, 'hex');
  await db
    .insertInto('contestDevice')
    .values({
      ...{ contestId, accountId: user.id, deviceHash, ip: user.ip ?? null, movedById: null },
      heldSinceMs: await databaseNowMs(db),
      userAgent: sql<string | null>`(
        select user_agent from session where account_id = ${user.person?.id ?? user.id} and device_hash = ${deviceHash}
        order by seen_at_ms desc limit 1
      )`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return findHolder(db, contestId, user.id);
}

/** The device that takes part as a person, if one does. */
function findHolder(db: Db, contestId: number, accountId: number): Promise<DeviceHolder | undefined> {
  return db
    .selectFrom('contestDevice')
    .select(['heldSinceMs', sql<string>`encode(device_hash, 'hex')`.as('device')])
    .select([sql<string | null>`host(ip)`.as('ip'), sql<boolean>`moved_by_id is not null`.as('isMoved')])
    .where('contestId', '=', contestId)
    .where('accountId', '=', accountId)
    .executeTakeFirst();
}
