import { liveScoreboards } from '#features/scoreboard/board/live-scoreboards.ts';
import type { AnnouncementTypes } from '#realtime/announcements.ts';
import { ROOMS } from '#realtime/rooms.ts';
import type { Services } from '#services.ts';

/** At most one `table update` per room in this time: each of them makes every open table reload. */
const PAUSE_MS = 1000;
/** The pause is so many times as long as the sending took: ten thousand people take a fifth of a core, not half. */
const PAUSE_TIMES = 4;

interface Told {
  /** Ends the pause; absent while the event is being sent. */
  timer: NodeJS.Timeout | undefined;
  /** Whether something has changed since. */
  hasChanged: boolean;
}

/**
 * Notifies those in a contest who listen to its table of changes: at once of the first one, together after a pause of
 * further ones. Pages that show no table, or watch what they show of it, do not listen. The event carries no content;
 * the table decides what each person may see. Of a verdict that the freeze hides only its author and supervisors are
 * notified. Moments that change tables, such as the end of a freeze, are told like changes: searches and older pages
 * are not told what changes in them.
 *
 * @returns the function that stops it
 */
export function startScoreboardUpdates(services: Services): () => void {
  const { announcements, sockets, log } = services;
  /** Rooms that are being notified, or were within the last pause. */
  const told = new Map<string, Told>();

  async function tell(room: string, contestId: number): Promise<void> {
    const own: Told = { timer: undefined, hasChanged: false };
    told.set(room, own);
    const startedAtMs = performance.now();
    const among = ROOMS.contestTable(contestId);
    await sockets.emitGradually(room, 'table update', { contestId }, { among });
    if (told.get(room) !== own) return; // was stopped meanwhile
    const pauseMs = Math.max(PAUSE_MS, PAUSE_TIMES * (performance.now() - startedAtMs));
    own.timer = setTimeout(() => {
      told.delete(room);
      if (own.hasChanged) tellOrLog(room, contestId);
    }, pauseMs);
  }

  const tellOrLog = (room: string, contestId: number) =>
    void tell(room, contestId).catch((error) => log.error({ err: error }, 'a table update was not sent'));

  function changed(room: string, contestId: number): void {
    const before = told.get(room);
    if (before) before.hasChanged = true;
    else tellOrLog(room, contestId);
  }

  const stop = [
    announcements.on('contest.event', (event) => {
      for (const room of roomsOf(event)) changed(room, event.contestId);
    }),
    announcements.on('contest.changed', ({ contestId }) => changed(ROOMS.contest(contestId), contestId)),
    liveScoreboards(services).moments.on((contestId) => changed(ROOMS.contest(contestId), contestId)),
  ];
  return () => {
    for (const unsubscribe of stop) unsubscribe();
    for (const { timer } of told.values()) clearTimeout(timer);
    told.clear();
  };
}

function roomsOf({ contestId, hiddenOf }: AnnouncementTypes['contest.event']): string[] {
  if (hiddenOf === null) return [ROOMS.contest(contestId)];
  return [ROOMS.contestUser(contestId, hiddenOf), ROOMS.contestSupervisors(contestId)];
}
