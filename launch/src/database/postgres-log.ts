import { copyFile, rm, stat, truncate } from 'node:fs/promises';
import { warn } from '#say.ts';

const LOG_MAX_BYTES = 20 * 1024 * 1024;
/** Pause in ms before each look at the size of the log of a server that runs. */
const LOOK_EVERY_MS = 60_000;

/**
 * Moves a long log to a second file, in place of the one before. The server goes on to write to the same file, which it has open
 * for appending; what it writes in that very moment is lost.
 */
export async function rotateLog(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size <= LOG_MAX_BYTES) return;
  const kept = `${logFile}.1`;
  // On a full disk the log is worth less than the room.
  await copyFile(logFile, kept).catch(() => rm(kept, { force: true }));
  await truncate(logFile);
}

/** Rotates the log of a server until it ends. */
export function keepLogShort(logFile: string, exited: Promise<unknown>): void {
  const looking = setInterval(() => {
    rotateLog(logFile).catch((error) => warn(`database: its log cannot be rotated: ${error.message}`));
  }, LOOK_EVERY_MS).unref();
  exited.finally(() => clearInterval(looking));
}
