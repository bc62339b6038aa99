import type { AnnouncementTypes } from '#realtime/announcements.ts';
import { ROOMS } from '#realtime/rooms.ts';
import type { Services } from '#services.ts';

/** At most one `table update` per room in this time: each of them makes every open table reload. */
const PAUSE_MS = 1000;

/**
 * Notifies everybody in a contest of changes of its table: at once of the first one, together after a pause
 * of further ones. The event carries no content; the table decides what each person may see. Of a verdict
 * that the freeze hides only its author and supervisors are notified.
 *
 * @returns the function that stops it
 */
export function startScoreboardUpdates({ announcements, sockets }: Services): () => void {
  /** Rooms notified within the last pause, and whether something changed since. */
  const paused = new Map<string, { timer: NodeJS.Timeout; hasChanged: boolean }>();

  function tell(room: string, contestId: number): void {
    sockets.emit(room, 'table update', { contestId });
    const timer = setTimeout(() => {
      const { hasChanged } = paused.get(room) ?? {};
      paused.delete(room);
      if (hasChanged) tell(room, contestId);
    }, PAUSE_MS);
    paused.set(room, { timer, hasChanged: false });
  }

  function changed(room: string, contestId: number): void {
    const pause = paused.get(room);
    if (pause) pause.hasChanged = true;
    else tell(room, contestId);
  }

  const stop = [
    announcements.on('contest.event', (event) => {
      for (const room of roomsOf(event)) changed(room, event.contestId);
    }),
    announcements.on('contest.changed', ({ contestId }) => changed(ROOMS.contest(contestId), contestId)),
  ];
  return () => {
    for (const unsubscribe of stop) unsubscribe();
    for (const { timer } of paused.values()) clearTimeout(timer);
  };
}

function roomsOf({ contestId, hiddenOf }: AnnouncementTypes['contest.event']): string[] {
  if (hiddenOf === null) return [ROOMS.contest(contestId)];
  return [ROOMS.contestUser(contestId, hiddenOf), ROOMS.contestSupervisors(contestId)];
}
