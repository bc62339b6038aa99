import { warn } from '#say.ts';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls `stop` once when this process shall end (a signal, or the death of the supervisor that started it)
 * and then exits. A second signal, or a stop that takes too long, ends it at once.
 *
 * @param onForce what must still happen then, at once
 */
export function stopOnSignals(
  stop: () => Promise<void>,
  stopWithinMs: number,
  onForce: () => void = () => {},
): void {
  let stopping = false;
  const leave = (code: number) => {
    if (code !== 0) onForce();
    process.exit(code);
  };
  const onSignal = () => {
    if (stopping) return leave(1);
    stopping = true;
    setTimeout(() => leave(1), stopWithinMs).unref();
    stop().then(
      () => leave(0),
      (error) => {
        warn(`could not stop cleanly: ${error instanceof Error ? error.message : error}`);
        leave(1);
      },
    );
  };
  for (const signal of STOP_SIGNALS) process.on(signal, onSignal);
  process.on('disconnect', onSignal);
}

/** Tells the supervisor, if there is one, that this process does its work now. */
export function reportReady(message: Record<string, unknown> = {}): void {
  process.send?.({ ready: true, ...message });
}
