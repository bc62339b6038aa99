import type { Location } from 'react-router';

/**
 * Names the entry of the history whose scroll position is kept. All pages that are opened by a load of the document have one
 * key in the router, by which a bookmark opened as far down as the page before it in the same tab; they go by address.
 */
export const scrollKey = ({ key, pathname, search }: Location): string =>
  key === 'default' ? `${pathname}${search}` : key;
