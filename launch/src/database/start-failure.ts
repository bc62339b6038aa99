import { StartAccident, StartError } from '#start-error.ts';

/** Room in bytes without which PostgreSQL cannot recover, since each file of its log of changes takes as much. */
const LEAST_ROOM_BYTES = 16 * 1024 ** 2;

/**
 * Makes the error for a database that did not start, which says what the operator has to do. Only a port is a matter of
 * settings: on a disk with room again, or on a machine with memory again, the next start succeeds.
 */
export function explainFailure(
  log: string,
  where: { logFile: string; dataDir: string; port: number | null; freeBytes: number },
): StartError {
  const { logFile, dataDir, port, freeBytes } = where;
  if (port && /Address already in use/.test(log)) {
    return new StartError(`DATABASE_PORT ${port} is in use by another program: choose another one`);
  }
  // The log lies on the same disk, where its last lines may be missing.
  if (freeBytes < LEAST_ROOM_BYTES || log.includes('No space left on device')) {
    return new StartAccident(
      `The disk of ${dataDir} is full, so PostgreSQL stands still. Free some of it: a site that was running then goes on by itself, and nothing that was confirmed is lost`,
    );
  }
  const reason = log.match(/(?:FATAL|PANIC|LOG: {2}could not[^\n]*|error): *([^\n]*)/)?.[1];
  return new StartAccident(
    `PostgreSQL did not start (${reason ?? 'no reason given'}); its log is ${logFile}`,
  );
}
