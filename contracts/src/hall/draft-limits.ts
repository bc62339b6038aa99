/* Bounds of kept drafts, without schemas, since the page needs them. */

/** Pause of the page between two snapshots, and the shortest one that the server takes, ms. */
export const DRAFT_EVERY_MS = 30_000;
export const DRAFT_LEAST_PAUSE_MS = 20_000;
/** Days after the end of a contest for which its drafts are kept. */
export const DRAFTS_KEPT_DAYS = 90;
/** Most that is kept of a participant in a contest; a draft beyond that is not. */
export const MAX_DRAFT_SNAPSHOTS = 1_500;
export const MAX_DRAFT_BYTES = 4 * 1024 * 1024;
