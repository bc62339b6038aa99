/** Longest query of the search over the admin area, in characters. */
export const MAX_FOUND_QUERY = 100;
