/* Bounds of printing, apart from the schemas so that the page may import them. */

/** Most characters of a text that is printed: more than the pages of any job hold. */
export const MAX_PRINT_LENGTH = 256 * 1024;
export const MAX_PRINT_TITLE = 100;
/** Largest bounds that an organiser may choose. */
export const MAX_PRINT_PAGES = 100;
export const MAX_PRINTS_PER_MINUTE = 60;
/** Most jobs of one document for organisers, and most pages of it. */
export const MAX_PRINTS_AT_ONCE = 50;
export const MAX_PAGES_AT_ONCE = 500;
