import {
  type DefaultTreeAdapterMap,
  defaultTreeAdapter,
  parse,
  parseFragment,
  type TreeAdapter,
} from 'parse5';

/*
 * Bounds of HTML, enforced inside the parser while it reads: only the parser knows which elements end by themselves and
 * which it repeats (a formatting element that is not closed is opened again in each later paragraph, so that a few
 * kilobytes can become millions of elements).
 */

/** Largest number of characters. Parsing a tag with many attributes takes time that is quadratic in its length. */
const MAX_LENGTH = 500_000;
/** Largest depth of nested elements. */
const MAX_DEPTH = 200;
/** Largest number of elements, with those that the parser adds. */
const MAX_ELEMENTS = 20_000;

/** Kind of a text: a `page` has an `html` element, a `fragment` is the contents of an element. */
export type HtmlKind = 'page' | 'fragment';

/** Returns which bound an HTML text exceeds; null if it may be converted. Stops reading at the bound. */
export function findHtmlExcess(html: string, kind: HtmlKind): string | null {
  if (html.length > MAX_LENGTH) return `it is longer than ${MAX_LENGTH} characters`;
  try {
    const options = { treeAdapter: countingAdapter() };
    if (kind === 'page') parse(html, options);
    else parseFragment(html, options);
    return null;
  } catch (error) {
    if (error instanceof HtmlExcess) return error.message;
    throw error;
  }
}

/** Error that stops the parser at a bound. */
class HtmlExcess extends Error {}

function countingAdapter(): TreeAdapter<DefaultTreeAdapterMap> {
  let elements = 0;
  let depth = 0;
  return {
    ...defaultTreeAdapter,
    createElement(...about) {
      elements += 1;
      if (elements > MAX_ELEMENTS) throw new HtmlExcess(`it has more than ${MAX_ELEMENTS} elements`);
      return defaultTreeAdapter.createElement(...about);
    },
    onItemPush() {
      depth += 1;
      if (depth > MAX_DEPTH) throw new HtmlExcess(`its elements are nested deeper than ${MAX_DEPTH} levels`);
    },
    onItemPop() {
      depth -= 1;
    },
  };
}
