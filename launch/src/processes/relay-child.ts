import path from 'node:path';
import { type OnLine, type RunningChild, startChild } from '#processes/child-process.ts';

const MAIN = path.join(import.meta.dirname, '..', 'main.ts');
const STOP_WITHIN_MS = 10_000;
/** Silence in ms after which a relay is killed: it reads pages, which never takes seconds. */
const SILENT_MS = 30_000;

/** Starts a relay and kills it when it does not respond. What it had in hand goes to the next one. */
export function startRelayChild(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  onLine?: OnLine,
): RunningChild {
  return startChild({
    args: [MAIN, 'relay', ...args],
    env,
    stopWithinMs: STOP_WITHIN_MS,
    silentMs: SILENT_MS,
    ...(onLine ? { onLine } : {}),
  });
}
