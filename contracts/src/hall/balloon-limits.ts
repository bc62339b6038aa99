/* Bounds of balloons, apart from the schemas so that the page may import them. */

/** Largest number of balloons of a participant up to which they are given in the freeze. */
export const MAX_UNTIL_NUMBER = 100;
/** Most people who carry balloons in a contest. */
export const MAX_RUNNERS = 100;
