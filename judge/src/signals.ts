import { constants } from 'node:os';

/** Reversed, because an alias comes after the name that people know: SIGIOT after SIGABRT. */
const NAMES = new Map(
  Object.entries(constants.signals)
    .reverse()
    .map(([name, number]) => [number as number, name]),
);

/** `SIGSEGV (11)`: the name people search for and the number that manuals list. */
export function signalName(signal: number | null): string {
  if (signal === null) return 'unknown';
  const name = NAMES.get(signal);
  return name === undefined ? String(signal) : `${name} (${signal})`;
}
