/* Apart from the schemas, because the form needs these and no schemas. */

export const NEWS_TITLE_MAX = 200;
