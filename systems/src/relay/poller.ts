import { RelayResult } from '@balloon/contracts/outside/relay.ts';
import { orAbort, pause } from '@balloon/worker/waiting.ts';
import type { PolledRun, RunState } from '#outside-system.ts';
import { AccountShutError } from '#relay/account-troubles.ts';
import type { Desk } from '#relay/desk.ts';
import type { Lease } from '#relay/held-lease.ts';
import { recognise } from '#relay/tell-failure.ts';

/** State of a run whose verdict stands. */
export type FinalState = RunState & { state: 'final'; verdict: RelayResult['verdict'] };

export interface WatchedRun {
  run: PolledRun;
  lease: Lease;
  /** Called after every poll that brought no verdict; null: the system does not list the run now. */
  see(state: RunState | null): void;
}

/** Asks for all running runs of an account with one call. */
export interface Poller {
  /**
   * Waits for the verdict of a run.
   *
   * @throws {AccountShutError} when the account does not get in; {Error} the reason of the signal when aborted
   */
  watch(watched: WatchedRun, signal: AbortSignal): Promise<FinalState>;
}

const GROWTH = 1.3;
const GROWTH_AFTER_FAILURE = 2;
/** Longest interval, in first intervals. */
const LONGEST = 10;
/** Longest time in ms for which a system may ask not to be asked. */
const LONGEST_RETRY_MS = 600_000;

type Entry = WatchedRun & { found: PromiseWithResolvers<FinalState>; isToBeRenewed(): boolean };

/** Time as a poller takes it. */
export interface PollerClock {
  /** Monotonic time in ms. */
  nowMs(): number;
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

const REAL_CLOCK: PollerClock = { nowMs: () => performance.now(), pause };

export function createPoller(desk: Desk, clock: PollerClock = REAL_CLOCK): Poller {
  const firstMs = desk.system.pace.pollEveryMs;
  const entries = new Set<Entry>();
  let intervalMs = firstMs;
  let polledAtMs = 0;
  let isPolling = false;
  let waiting = new AbortController();

  async function watch(watched: WatchedRun, signal: AbortSignal): Promise<FinalState> {
    const entry = {
      ...watched,
      ...{ found: Promise.withResolvers<FinalState>(), isToBeRenewed: desk.troubles.patience() },
    };
    entries.add(entry);
    if (!desk.troubles.areTold()) intervalMs = firstMs;
    if (isPolling) waiting.abort();
    else void pollWhileWatched();
    try {
      return await orAbort(entry.found.promise, signal);
    } finally {
      entries.delete(entry);
      if (entries.size === 0) waiting.abort();
    }
  }

  async function pollWhileWatched(): Promise<void> {
    isPolling = true;
    polledAtMs = clock.nowMs();
    while (entries.size > 0) {
      if (await isDue()) await pollOnce([...entries]);
    }
    isPolling = false;
  }

  /** Waits for the next poll. @returns false when a run came or went meanwhile */
  async function isDue(): Promise<boolean> {
    const leftMs = polledAtMs + intervalMs - clock.nowMs();
    if (leftMs <= 0) return true;
    waiting = new AbortController();
    return clock.pause(leftMs, waiting.signal).then(
      () => true,
      () => false,
    );
  }

  async function pollOnce(watched: readonly Entry[]): Promise<void> {
    try {
      const states = await desk.read((session) => desk.system.poll(session, differentRuns(watched)));
      intervalMs = Math.min(LONGEST * firstMs, intervalMs * GROWTH);
      desk.troubles.over();
      handOut(watched, new Map(states.map((state) => [state.runId, state])));
      await desk.saveSession();
    } catch (error) {
      fail(watched, error);
    } finally {
      polledAtMs = clock.nowMs();
    }
  }

  function handOut(watched: readonly Entry[], states: ReadonlyMap<string, RunState>): void {
    for (const { run, found, see } of watched) {
      const state = states.get(run.runId) ?? null;
      if (state && isFinal(state)) found.resolve(state);
      else see(state?.state === 'final' ? { ...state, state: 'unknown' } : state);
    }
  }

  function fail(watched: readonly Entry[], error: unknown): void {
    const failure = recognise(error);
    const askedMs = Math.min(failure.retryAfterMs ?? 0, LONGEST_RETRY_MS);
    intervalMs = Math.max(Math.min(LONGEST * firstMs, intervalMs * GROWTH_AFTER_FAILURE), askedMs);
    const [first] = watched;
    if (first) desk.troubles.note(failure, first.lease);
    for (const { see, found, isToBeRenewed } of watched) {
      see(null);
      if (isToBeRenewed()) found.reject(new AccountShutError(failure.message));
    }
  }

  return { watch };
}

/** Runs to be asked for: two solutions may share one. */
function differentRuns(entries: readonly Entry[]): PolledRun[] {
  return [...new Map(entries.map(({ run }) => [run.runId, run])).values()];
}

/** A verdict that ends a run; words without one, and verdicts that only we give, do not. */
function isFinal(state: RunState): state is FinalState {
  return state.state === 'final' && RelayResult.shape.verdict.safeParse(state.verdict).success;
}
