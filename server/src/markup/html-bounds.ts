import { Parser } from 'htmlparser2';

/*
 * Bounds of HTML that people write. Sanitising takes time that grows with depth times tags, and browsers draw what
 * is nested a thousand times slowly or not at all.
 */

/** Characters; pictures stand inside the text as `data:` addresses. */
const MAX_LENGTH = 2_000_000;
const MAX_DEPTH = 200;
const MAX_ELEMENTS = 20_000;

/** Whether HTML is larger, deeper or richer in elements than this site shows. Reads no further than the bounds. */
export function exceedsHtmlBounds(html: string): boolean {
  if (html.length > MAX_LENGTH) return true;
  let depth = 0;
  let elements = 0;
  const parser = new Parser({
    onopentag() {
      depth += 1;
      elements += 1;
      if (depth > MAX_DEPTH || elements > MAX_ELEMENTS) throw BEYOND;
    },
    onclosetag() {
      depth -= 1;
    },
  });
  try {
    parser.end(html);
  } catch (error) {
    if (error === BEYOND) return true;
    throw error;
  }
  return false;
}

/** Ends the parser early. */
const BEYOND = new Error('beyond the bounds');
