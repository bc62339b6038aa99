import { ROOMS } from '#realtime/rooms.ts';
import type { Services } from '#services.ts';

/** At most one `table update` per contest in this time: each of them makes every open table reload. */
const PAUSE_MS = 1000;

/**
 * Tells everybody in a contest when its table may look different: the first change at once, further ones
 * together after a pause. The event says nothing of what changed; what one may see of it, the table decides.
 *
 * @returns the function that stops it
 */
export function startTableUpdates({ announcements, sockets }: Services): () => void {
  /** Contests told within the last pause, and whether something changed since. */
  const paused = new Map<number, { timer: NodeJS.Timeout; hasChanged: boolean }>();

  function tell(contestId: number): void {
    sockets.emit(ROOMS.contest(contestId), 'table update', { contestId });
    const timer = setTimeout(() => {
      const { hasChanged } = paused.get(contestId) ?? {};
      paused.delete(contestId);
      if (hasChanged) tell(contestId);
    }, PAUSE_MS);
    paused.set(contestId, { timer, hasChanged: false });
  }

  function changed({ contestId }: { contestId: number }): void {
    const pause = paused.get(contestId);
    if (pause) pause.hasChanged = true;
    else tell(contestId);
  }

  const stop = [announcements.on('contest.event', changed), announcements.on('contest.changed', changed)];
  return () => {
    for (const unsubscribe of stop) unsubscribe();
    for (const { timer } of paused.values()) clearTimeout(timer);
  };
}
