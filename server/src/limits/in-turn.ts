import { isSupervisor } from '@balloon/domain/contest-access.ts';
import { ThrottledError } from '#errors.ts';
import { type Lanes, NoTurnError } from '#limits/lanes.ts';
import type { User } from '#services.ts';

/** Rest after a look, as a multiple of its time, so that one person takes a quarter of a process at most. */
const REST = 3;
const MAX_REST_MS = 1_000;
/** Looks of a person that may wait; a page asks for a few at once. */
const MAX_WAITING = 10;

/**
 * Lets a participant have one look at a time that is made for them alone, with rests between: tables of thousands of rows,
 * or of instants that nobody else asks for, take a tenth of a second each and more.
 *
 * @throws {ThrottledError} THROTTLED when newer ones took all places
 */
export async function inTurn<Seen>(lanes: Lanes, viewer: User, look: () => Promise<Seen>): Promise<Seen> {
  if (isSupervisor(viewer.accessMask)) return look();
  const pauseMs = (tookMs: number) => Math.min(MAX_REST_MS, REST * tookMs);
  try {
    return await lanes.take({ key: `${viewer.id}`, pauseMs, waiting: MAX_WAITING }, look);
  } catch (error) {
    if (!(error instanceof NoTurnError)) throw error;
    throw new ThrottledError('THROTTLED', 'You look at too many tables at once', { retryAfterSec: 1 });
  }
}
