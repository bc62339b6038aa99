import { isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import { ThrottledError } from '#errors.ts';
import { type Lanes, NoTurnError } from '#limits/lanes.ts';
import type { User } from '#services.ts';

/** Rest after a piece of work, as a multiple of its time, so that one person takes a quarter of a process at most. */
const REST = 3;
const MAX_REST_MS = 1_000;
/** Pieces that may wait for a person; a page asks for a few at once. */
const MAX_WAITING = 10;

/**
 * Does for a participant one piece of large work at a time, with rests between: what is made for them alone and takes a tenth
 * of a second or more would keep everybody else waiting, however often one person asks for it. Lanes are those of one web
 * process, since it is the time of a process that is shared out: each keeps three quarters of its own for the others.
 *
 * @throws {ThrottledError} THROTTLED when newer pieces took all places
 */
export async function inTurn<Made>(lanes: Lanes, person: User, make: () => Promise<Made>): Promise<Made> {
  if (isSupervisor(person.accessMask)) return make();
  const pauseMs = (tookMs: number) => Math.min(MAX_REST_MS, REST * tookMs);
  try {
    return await lanes.take({ key: `${person.id}`, pauseMs, waiting: MAX_WAITING }, make);
  } catch (error) {
    if (!(error instanceof NoTurnError)) throw error;
    throw new ThrottledError('THROTTLED', 'You ask for too much at once', { retryAfterSec: 1 });
  }
}
