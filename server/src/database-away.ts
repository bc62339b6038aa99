import { OverloadedError } from '@balloon/database/waiting-line.ts';
import { DISK_FULL_STATE, ServiceUnavailableError } from '#errors.ts';

/**
 * What PostgreSQL says while it goes down, starts, or has no room: classes 08, 53 and 57P0x of SQLSTATE. One that only reads
 * (25006) is about to hand over to another server, or back from it.
 */
const SQLSTATES_OF_ABSENCE = /^(?:08|53|57P0|25006)/;
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
  if (code === DISK_FULL_STATE) return false; // waiting makes no room
  return SQLSTATES_OF_ABSENCE.test(code) || DRIVER_TEXTS.some((text) => error.message.includes(text));
}

const RETRY_AFTER_SEC = 2;

/** Error for the caller; `text` says what became of the request. */
export const databaseAway = (text: string) =>
  new ServiceUnavailableError('DATABASE_AWAY', text, { retryAfterSec: RETRY_AFTER_SEC });

/** Time limits of a pool that ran out: of a statement, a lock, an idle transaction; and a deadlock. Nothing was stored. */
const SQLSTATES_OF_HASTE: ReadonlySet<string> = new Set(['57014', '55P03', '25P03', '40P01']);

const isTooSlow = (error: unknown) =>
  error instanceof Error && 'code' in error && SQLSTATES_OF_HASTE.has(String(error.code));

const BUSY_TEXT = 'The database was too busy for this, so nothing was confirmed. Try again in a moment';

/** Refusal of what would wait for too long. Those who are refused together come back at different times. */
export function overloaded(): ServiceUnavailableError {
  const retryAfterSec = 2 + Math.floor(Math.random() * 4);
  const text = `Too many requests wait already: this one was not begun. Send it again in ${retryAfterSec} s`;
  return new ServiceUnavailableError('OVERLOADED', text, { retryAfterSec });
}

/**
 * What a caller is told about an error by which the database, not the request, is at fault; `undefined` for others.
 *
 * @param awayText says what became of the request while the database is away
 */
export function unavailable(error: unknown, awayText: string): ServiceUnavailableError | undefined {
  if (error instanceof OverloadedError) return overloaded();
  if (isTooSlow(error)) {
    return new ServiceUnavailableError('DATABASE_BUSY', BUSY_TEXT, { retryAfterSec: RETRY_AFTER_SEC });
  }
  return isDatabaseAway(error) ? databaseAway(awayText) : undefined;
}
