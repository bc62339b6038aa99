import { setTimeout as sleep } from 'node:timers/promises';
import type { Stall } from '@balloon/contracts/judging/leases.ts';
import { errorText, type Log } from '@balloon/worker/log.ts';
import { AwayError } from '@balloon/worker/web-calls.ts';
import type { JudgeApi } from '#service/judge-api.ts';
import type { WorkNote } from '#service/work-notes.ts';

/** Number of tries; a server that is unavailable for longer notices when the leases expire. */
const TRIES = 10;
const PAUSE_MS = 500;

/**
 * Returns the tasks of the previous process, which stopped responding and was killed. The server decides about them
 * before this judge receives anything new.
 */
export async function reportStall(api: JudgeApi, left: readonly WorkNote[], log: Log): Promise<void> {
  for (const [rank, note] of left.entries()) {
    log.error(`This judge stopped answering while it worked on ${JSON.stringify(note)} and was killed`);
    await report(api, note, { suspects: left.length, rank }).catch((error: unknown) => {
      log.warn(`The stall could not be reported (${errorText(error)}); the lease will expire`);
    });
  }
}

async function report(api: JudgeApi, note: WorkNote, stall: Stall): Promise<void> {
  const signal = new AbortController().signal;
  for (let tries = 1; ; tries += 1) {
    try {
      return await api.release({ ...note, stall }, signal);
    } catch (error) {
      if (tries >= TRIES || !(error instanceof AwayError)) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
