import type { RelayClaim } from '@balloon/contracts/outside/relay.ts';
import { NotFoundError } from '#errors.ts';
import { seeRelay } from '#features/outside-systems/relay.queries.ts';
import type { WaitingJudges } from '#features/queue/waiting-judges.ts';
import type { Services } from '#services.ts';

/** Longest wait of a claim in ms; each also shows that the relay is alive. */
const MAX_WAIT_MS = 30_000;
/** Interval of looks in ms: accounts and servers become free, pauses and leases end by time alone. */
const LOOK_AGAIN_MS = 1_000;

/** Work of relays of one kind. */
export interface RelayWork<Work> {
  /** Key under which relays wait for it, in place of a language. */
  key: string;
  waiting: WaitingJudges;
  /** Leases the next piece; null when there is none now. */
  take(): Promise<Work | null>;
  /** Takes a piece back from a relay that has disconnected. */
  giveBack(work: Work): Promise<unknown>;
}

/**
 * Leases the next piece of work to a relay. Waits when there is none, without holding a database connection.
 *
 * @param signal aborts when the relay has disconnected
 * @returns null when the time is over
 * @throws {NotFoundError} RELAY_UNKNOWN when the relay has not registered
 */
export async function waitForWork<Work>(
  { db }: Services,
  { relayId, waitMs }: RelayClaim,
  { key, waiting, take, giveBack }: RelayWork<Work>,
  signal: AbortSignal,
): Promise<Work | null> {
  if (!(await seeRelay(db, relayId)))
    throw new NotFoundError('RELAY_UNKNOWN', 'This relay is not registered: it must call hello first');
  const untilMs = performance.now() + Math.min(waitMs, MAX_WAIT_MS);
  const ticket = waiting.enter([key]);
  signal.addEventListener('abort', () => ticket.giveUp(), { once: true });
  try {
    while (!signal.aborted && !ticket.isGivenUp) {
      ticket.asks();
      const work = await take();
      if (work && signal.aborted) await giveBack(work);
      else if (work) {
        // An announcement may stand for several pieces.
        waiting.wake(key);
        return work;
      }
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0) break;
      await ticket.woken(Math.min(leftMs, LOOK_AGAIN_MS));
    }
    return null;
  } finally {
    ticket.leave();
  }
}
