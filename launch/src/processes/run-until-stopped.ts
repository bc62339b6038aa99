import { keepPlaces } from '#files/module-places.ts';
import { warn } from '#say.ts';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Time in ms in which signals count as one request: a terminal or systemd signals every process of the group, npm
 * passes its own on, and the kernel adds one when npm has ended (`setpriv --pdeathsig` in package.json).
 */
const SAME_REQUEST_MS = 1_000;

/**
 * Calls `stop` once when this process should end (a signal, or the death of the supervisor that started it) and then
 * exits. A later signal, or a stop that takes too long, ends it at once.
 *
 * @param onForce work that must still happen then, at once
 */
export function stopOnSignals(
  stop: () => Promise<void>,
  stopWithinMs: number,
  onForce: () => void = () => {},
): void {
  let stoppingSinceMs: number | null = null;
  const leave = (code: number) => {
    if (code !== 0) onForce();
    process.exit(code);
  };
  const onSignal = () => {
    if (stoppingSinceMs !== null) {
      if (performance.now() - stoppingSinceMs > SAME_REQUEST_MS) leave(1);
      return;
    }
    stoppingSinceMs = performance.now();
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

/** Whether a supervisor started this process and starts it again when it ends. */
export const hasSupervisor = () => process.send !== undefined;

/** Notifies the supervisor, if there is one, that this process is at work. */
export function reportReady(message: Record<string, unknown> = {}): void {
  keepPlaces();
  process.send?.({ ready: true, ...message });
}
