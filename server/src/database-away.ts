import { ServiceUnavailableError } from '#errors.ts';

/** What PostgreSQL says while it goes down, starts, or has no room: classes 08, 53 and 57P0x of SQLSTATE. */
const SQLSTATES_OF_ABSENCE = /^(?:08|53|57P0)/;
/** System calls on a connection; the same codes of a file mean something else. */
const CONNECTION_CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo']);
/** The driver's own refusals have no code. */
const DRIVER_TEXTS = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'is not queryable',
  'driver has already been destroyed',
];

/** Whether an error means that the database could not be reached, as against having refused a statement. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException;
  if (code.startsWith('E') && CONNECTION_CALLS.has(syscall)) return true;
  return SQLSTATES_OF_ABSENCE.test(code) || DRIVER_TEXTS.some((text) => error.message.includes(text));
}

const RETRY_AFTER_SEC = 2;

/** Error for the caller; `text` says what became of the request. */
export const databaseAway = (text: string) =>
  new ServiceUnavailableError('DATABASE_AWAY', text, { retryAfterSec: RETRY_AFTER_SEC });
