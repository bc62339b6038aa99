/*
 * What bounds a group, apart from the schemas, because the page's form needs it.
 */

/** Longest name of a group, in characters. */
export const MAX_GROUP_NAME = 100;

/** Formulas of ratings that a group may choose: that of Balloon, and the one that Codeforces published in 2015. */
export const RATING_FORMULAS = ['balloon', 'codeforces'] as const;
