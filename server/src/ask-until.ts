import { setTimeout as pause } from 'node:timers/promises';

/** Interval of looks in ms: what is waited for runs in other processes and takes seconds. */
const ASK_EVERY_MS = 300;

/**
 * Reads a state until it is settled, but no longer than a request may wait; few people ask at once, so that looking is
 * cheaper than an announcement of each step.
 *
 * @param read gives the present state
 * @returns the last state that was read, settled or not
 */
export async function askUntil<State>(
  read: () => Promise<State>,
  isSettled: (state: State) => boolean | Promise<boolean>,
  withinMs: number,
): Promise<State> {
  const untilMs = performance.now() + withinMs;
  for (;;) {
    const state = await read();
    if (performance.now() > untilMs || (await isSettled(state))) return state;
    await pause(ASK_EVERY_MS);
  }
}
