import { isSupervisor } from '@balloon/domain/contests/contest-access.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const USER_SESSION_MS = 30 * DAY_MS;
/** A working day: an unattended supervisor's page can do more harm. */
const SUPERVISOR_SESSION_MS = 12 * HOUR_MS;

/** How long a session lives without being used, in ms. */
export function sessionLifetimeMs(accessMask: number): number {
  return isSupervisor(accessMask) ? SUPERVISOR_SESSION_MS : USER_SESSION_MS;
}

/** A token older than this is replaced at its next use. */
export const ROTATE_AFTER_MS = 6 * HOUR_MS;
/** The replaced token stays good this long after the new one was shown: the page sends several requests at once. */
export const OLD_TOKEN_VALID_MS = MINUTE_MS;
/** The replaced token stays good this long while nobody shows the new one, whose answers may have been lost. */
export const UNSHOWN_TOKEN_WAITS_MS = HOUR_MS;
/** Presence is written at most this often. */
export const TOUCH_EVERY_MS = MINUTE_MS;
