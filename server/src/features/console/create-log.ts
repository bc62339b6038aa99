import { type Logger, multistream, pino, type StreamEntry } from 'pino';
import type { ConsoleLog } from '#features/console/console-log.ts';
import type { ServerOptions } from '#services.ts';

/** Least important level in the console, whatever standard output gets. */
const CONSOLE_LEVEL = 'info';

/**
 * Creates the logger of a web process: to standard output from the level of the settings on, and to the console of
 * admins from `info` on.
 */
export function createLog(logLevel: ServerOptions['logLevel'], console: ConsoleLog): Logger {
  const output: StreamEntry[] = logLevel === 'silent' ? [] : [{ level: logLevel, stream: process.stdout }];
  return pino(
    { level: logLevel === 'debug' ? 'debug' : CONSOLE_LEVEL, name: 'web' },
    multistream([...output, { level: CONSOLE_LEVEL, stream: console }]),
  );
}
