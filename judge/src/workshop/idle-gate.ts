import { once } from 'node:events';

/** Records whether all slots judge, so that imports can wait meanwhile: contests come first. */
export interface IdleGate {
  /** Marks a slot as judging until this is disposed of. */
  enter(): Disposable;
  /** Resolves when some slot is free, at the latest when the first of the running tasks has ended. Never rejects. */
  idle(signal: AbortSignal): Promise<void>;
}

/**
 * Makes a gate.
 *
 * @param slots number of solutions judged at once
 */
export function createIdleGate(slots: number): IdleGate {
  let busy = 0;
  const changes = new EventTarget();
  return {
    enter() {
      busy += 1;
      return {
        [Symbol.dispose]() {
          busy -= 1;
          changes.dispatchEvent(new Event('free'));
        },
      };
    },
    async idle(signal) {
      if (busy < slots || signal.aborted) return;
      await once(changes, 'free', { signal }).catch(() => undefined); // aborted: the caller checks the signal
    },
  };
}
