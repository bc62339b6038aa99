/* Bounds of compiler options, apart from the schemas for the page. */

export const MAX_OPTIONS = 32;
export const MAX_OPTION_LENGTH = 200;
