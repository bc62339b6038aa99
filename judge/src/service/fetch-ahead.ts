import type { NeededSoon } from '@balloon/contracts/judging/judge.ts';
import { errorText, type Log } from '@balloon/worker/log.ts';
import { pause } from '@balloon/worker/waiting.ts';
import { RefusedError } from '@balloon/worker/web-calls.ts';
import type { BlobCache } from '#cache/blob-cache.ts';
import type { JudgeSession } from '#service/judge-session.ts';
import type { IdleGate } from '#workshop/idle-gate.ts';

/** Time in ms between two questions for what is needed soon. */
const ASK_EVERY_MS = 60_000;
/** Share of the cache for what is fetched ahead, so that it never drives out the files of the problems at work. */
const AHEAD_SHARE = 0.5;

interface FetchAhead {
  session: JudgeSession;
  blobs: BlobCache;
  gate: IdleGate;
  log: Log;
  closing: AbortSignal;
}

/**
 * Fetches the files of contests that run or begin soon, so that the first solution of a problem waits for no download.
 * Ends when the judge closes; never rejects, since each solution fetches what is missing anyway.
 */
export async function keepFetchingAhead(ahead: FetchAhead): Promise<void> {
  const { session, log, closing } = ahead;
  while (!closing.aborted) {
    try {
      await fetchAll(await session.ask((api) => api.neededSoon(closing), closing), ahead);
    } catch (error) {
      if (closing.aborted) return;
      // Servers of earlier versions refuse the question itself.
      if (!(error instanceof RefusedError)) log.warn(`Files are not fetched ahead: ${errorText(error)}`);
    }
    await pause(ASK_EVERY_MS, closing).catch(() => undefined); // aborted: the loop ends
  }
}

/**
 * Fetches one file after another, and only while a slot is free: a download costs time of the cores.
 *
 * @throws the first failure, when all others have been tried
 */
async function fetchAll(files: NeededSoon['files'], { blobs, gate, closing }: FetchAhead): Promise<void> {
  const failures: unknown[] = [];
  for (const { sha256, bytes } of withinBytes(files, blobs.maxBytes * AHEAD_SHARE)) {
    await gate.idle(closing);
    closing.throwIfAborted();
    try {
      using _held = await blobs.hold(sha256, bytes, closing);
    } catch (error) {
      closing.throwIfAborted();
      failures.push(error); // the files behind it may be of other problems
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Leading files that fit together. */
function* withinBytes(files: NeededSoon['files'], maxBytes: number) {
  let sum = 0;
  for (const file of files) {
    sum += file.bytes;
    if (sum > maxBytes) return;
    yield file;
  }
}
