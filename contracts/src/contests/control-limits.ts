/* Bounds of the control screen, apart from the schemas so that the page may import them. */

/** Most minutes by which one action moves the end of a contest: a day. */
export const MAX_EXTENSION_MIN = 1440;
/** Most minutes of extra time of a participant: a day. */
export const MAX_EXTRA_TIME_MIN = 1440;
/** Most minutes that the jury adds to a penalty or takes off, and by which somebody starts later. */
export const MAX_ADJUSTMENT_MIN = 100_000;
export const MAX_START_SHIFT_MIN = 1440;
export const MAX_ADJUSTMENT_REASON = 500;
/** Most removed intervals of a contest; everybody in it reads them. */
export const MAX_REMOVED_INTERVALS = 50;
/** Most people who get extra time in one action. */
export const MAX_EXTRA_TIME_PEOPLE = 200;
