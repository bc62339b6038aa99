/** What a search asks for. */
export interface Search {
  /** Lower-case words, all of which must occur. */
  words: readonly string[];
  /** Number that the query as a whole names, with or without `#`; 0 for none. */
  id: number;
}

const MAX_WORDS = 8;
const MAX_ID = 2_147_483_647;

/** Splits what was typed into words; `#12` and `12` also name an id. */
export function parseSearch(q: string): Search {
  const text = q.trim().toLowerCase();
  const words = text.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  const number = /^#?(\d{1,10})$/.exec(text)?.[1];
  const id = Number(number ?? 0);
  return { words, id: id <= MAX_ID ? id : 0 };
}
