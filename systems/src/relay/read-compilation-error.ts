import { errorText } from '@balloon/worker/log.ts';
import { orAbort, pause } from '@balloon/worker/waiting.ts';
import { cleanLog } from '#pages/compiler-log.ts';
import type { Carried } from '#relay/carried.ts';

/** Number of tries: a verdict is not held back for the words that explain it. */
const TRIES = 3;

/** Reads what the compiler said, without control characters and cut to a bound; null: the system does not show it. */
export async function readCompilationError(carried: Carried, runId: string): Promise<string | null> {
  const { desk, task, duties, signal } = carried;
  const run = { runId, foreignId: task.submission.foreignId };
  for (let tries = 1; ; tries += 1) {
    try {
      const log = await orAbort(
        desk.read((session) => desk.system.readCompilationLog(session, run)),
        duties.closed,
      );
      return log === null ? null : cleanLog(log).toWellFormed();
    } catch (error) {
      if (tries >= TRIES || signal.aborted) {
        const reason = desk.redact(errorText(error));
        duties.log.warn(`Solution ${task.solutionId}: the compiler's words cannot be read: ${reason}`);
        return null;
      }
    }
    await pause(desk.system.pace.pollEveryMs, duties.closed);
  }
}
