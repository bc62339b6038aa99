import { once } from 'node:events';

/** Knows whether all slots judge, so that imports can wait meanwhile: contests come first. */
export interface IdleGate {
  /** A slot judges until this is disposed of. */
  enter(): Disposable;
  /** Resolves when some slot is free, at the latest when the one that works shortest has ended. Never rejects. */
  idle(signal: AbortSignal): Promise<void>;
}

/** @param slots how many solutions are judged at once */
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
      await once(changes, 'free', { signal }).catch(() => undefined); // called off: the caller looks at the signal
    },
  };
}
