import { setTimeout as pause } from 'node:timers/promises';
import PQueue from 'p-queue';

/** Longest wait for a turn; proxies and browsers give up soon after. */
const WAIT_WITHIN_MS = 30_000;

/** A narrow place: one piece of work at a time, with a pause after each. */
export interface Lane {
  key: string;
  /** May follow from how long the piece took. */
  pauseMs: number | ((tookMs: number) => number);
  /** Number of pieces that may wait. */
  waiting: number;
}

interface LaneState {
  queue: PQueue;
  waiting: AbortController[];
}

/** The work got no turn: too much of it waited, or for too long. */
export class NoTurnError extends Error {}

/**
 * Lanes of this process by key. The newest goes first and the oldest leaves when too many wait: after a burst
 * a new caller has the next turn, where a queue in order of arrival would be full of the burst.
 */
export class Lanes {
  readonly #lanes = new Map<string, LaneState>();
  #arrivals = 0;

  /** Number of lanes that are open now. */
  get size(): number {
    return this.#lanes.size;
  }

  /** @throws {NoTurnError} */
  take<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    const state = this.#open(lane.key);
    const turn = startWaiting(state, lane.waiting);
    this.#arrivals += 1;
    return new Promise<T>((resolve, reject) => {
      const run = async () => {
        turn.stopWaiting();
        const startedMs = performance.now();
        await work().then(resolve, reject);
        const { pauseMs } = lane;
        const restMs = typeof pauseMs === 'number' ? pauseMs : pauseMs(performance.now() - startedMs);
        await pause(restMs, undefined, { ref: false });
      };
      state.queue
        .add(run, { priority: this.#arrivals, signal: turn.signal })
        .catch(reject)
        .finally(() => setImmediate(() => this.#close(lane.key, state)));
    });
  }

  #open(key: string): LaneState {
    const found = this.#lanes.get(key);
    if (found) return found;
    const made = { queue: new PQueue({ concurrency: 1 }), waiting: [] };
    this.#lanes.set(key, made);
    return made;
  }

  #close(key: string, { queue }: LaneState) {
    if (queue.size === 0 && queue.pending === 0) this.#lanes.delete(key);
  }
}

/** Notes a piece of work that waits. Too many of them make the oldest leave, and so does time. */
function startWaiting({ waiting }: LaneState, most: number) {
  const turn = new AbortController();
  const timer = setTimeout(() => turn.abort(new NoTurnError('Waited too long')), WAIT_WITHIN_MS);
  const stopWaiting = () => {
    clearTimeout(timer);
    const at = waiting.indexOf(turn);
    if (at >= 0) waiting.splice(at, 1);
  };
  turn.signal.addEventListener('abort', stopWaiting, { once: true });
  waiting.push(turn);
  if (waiting.length > most) waiting[0]?.abort(new NoTurnError('Too many wait'));
  return { signal: turn.signal, stopWaiting };
}
