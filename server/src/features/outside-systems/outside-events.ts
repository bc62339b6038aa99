import { OUTSIDE } from '#features/queue/enqueue-judging.ts';
import { findOutsideQueue, type QueuedOutside } from '#features/solutions/outside-wait.queries.ts';
import { ROOMS } from '#realtime/rooms.ts';
import type { Services } from '#services.ts';

/** Shortest time between two looks at the queues in ms: each is one query, whoever waits. */
const LOOK_EVERY_MS = 1_000;

/**
 * Notifies sockets of what happens to solutions that wait for outside systems: once of a server that is paused, away or
 * back, whoever has solutions there; and authors and supervisors of places in the queues.
 */
export function tellOutsideEvents(services: Services): () => void {
  const { announcements, sockets } = services;
  const servers = new Map<number, string>();
  const places = new PlaceTeller(services);
  const stops = [
    announcements.on('outside.server', (change) => {
      // A server that is away fails again and again; its pages need to know once.
      if (servers.get(change.serverId) === change.server) return;
      servers.set(change.serverId, change.server);
      sockets.emitToAll('outside server changed', change);
    }),
    announcements.on('outside.queue', () => places.look()),
    announcements.on('judging.waiting', ({ languageKey }) => {
      if (languageKey === OUTSIDE) places.look();
    }),
    // What was missed is unknown, and pages read everything again.
    announcements.on('resync', () => servers.clear()),
    () => places.stop(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

class PlaceTeller {
  readonly #services: Services;
  #told = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Looks at the queues soon; calls until then are one look. */
  look() {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#tell().catch((error) => this.#services.log.error({ err: error }, 'places were not told'));
    }, LOOK_EVERY_MS);
  }

  stop() {
    clearTimeout(this.#timer);
  }

  async #tell() {
    const { db, sockets } = this.#services;
    if (sockets.all().length === 0) return this.#told.clear();
    const queued = await findOutsideQueue(db);
    const moved = queued.filter(({ solutionId, place }) => this.#told.get(solutionId) !== place);
    this.#told = new Map(queued.map(({ solutionId, place }) => [solutionId, place]));
    for (const [rooms, ones] of this.#audiences(moved)) {
      const places = ones.map(({ solutionId, place }) => ({ solutionId, place }));
      if (sockets.hasMembers(rooms)) sockets.emit(rooms, 'outside places', { places });
    }
  }

  /** Rooms with the solutions that they hear of: authors of their own, supervisors of those of their contests. */
  #audiences(moved: readonly QueuedOutside[]): [string[], QueuedOutside[]][] {
    if (moved.length === 0) return [];
    const byContest = Map.groupBy(moved, ({ contestId }) => contestId);
    return [
      [[ROOMS.solutionsAdmins], [...moved]],
      ...[...byContest].flatMap(([contestId, ones]): [string[], QueuedOutside[]][] => [
        [[ROOMS.contestSupervisors(contestId)], ones],
        ...[...Map.groupBy(ones, ({ accountId }) => accountId)].map(
          ([userId, own]): [string[], QueuedOutside[]] => [
            [ROOMS.contestUser(contestId, userId), ROOMS.solutionsOf(userId)],
            own,
          ],
        ),
      ]),
    ];
  }
}
