import { constants } from 'node:os';

/** Reversed, because an alias comes after the usual name: SIGIOT after SIGABRT. */
const NAMES = new Map(
  Object.entries(constants.signals)
    .reverse()
    .map(([name, number]) => [number as number, name]),
);

/** Name of a signal, such as `SIGSEGV (11)`: the usual name and the number in manuals. */
export function signalName(signal: number | null): string {
  if (signal === null) return 'unknown';
  const name = NAMES.get(signal);
  return name === undefined ? String(signal) : `${name} (${signal})`;
}
