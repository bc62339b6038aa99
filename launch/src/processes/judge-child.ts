import path from 'node:path';
import { type Ending, type OnLine, type RunningChild, startChild } from '#processes/child-process.ts';

const MAIN = path.join(import.meta.dirname, '..', 'main.ts');
const STOP_WITHIN_MS = 10_000;
/**
 * Silence in ms after which a judge is killed. It works in the sandbox and in threads: its own steps never take
 * seconds.
 */
const SILENT_MS = 30_000;

/** Option of the command `judge`: the process before it did not respond and was killed. */
export const AFTER_STALL = '--after-stall';

/** Starts a judge and kills it when it does not respond; the next one is started with `AFTER_STALL`. */
export function startJudgeChild(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  after: Ending | null,
  { silentMs = SILENT_MS, onLine }: { silentMs?: number; onLine?: OnLine } = {},
): RunningChild {
  return startChild({
    args: [MAIN, 'judge', ...args, ...(after?.isStalled ? [AFTER_STALL] : [])],
    env,
    stopWithinMs: STOP_WITHIN_MS,
    silentMs,
    ...(onLine ? { onLine } : {}),
  });
}
