/** Elements that pages of the site may have; a sign before any other letters is a sign. */
const ELEMENTS = [
  'a abbr address area article aside b base basefont big blockquote body br button canvas caption center cite code',
  'col colgroup dd del details dfn dir div dl dt em embed fieldset figcaption figure font footer form frame frameset',
  'h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd label legend li link main map meta nav nobr',
  'noframes noindex noscript object ol optgroup option p param pre q s samp script section select small source span',
  'strike strong style sub summary sup svg table tbody td textarea tfoot th thead title tr tt u ul var wbr',
].flatMap((line) => line.split(' '));
const KNOWN: ReadonlySet<string> = new Set(ELEMENTS);

/** Name after a sign, with what ends it. */
const NAME = /^\/?([a-z][a-z0-9]{0,11})[\s/>]/i;

/**
 * Escapes the signs of formulas. Old statements have `a<=b` and `0<n<5` as they are, of which a browser and a parser
 * make elements that swallow text.
 */
export function escapeStraySigns(html: string): string {
  const [first = '', ...rest] = html.split('<');
  return [first, ...rest.map((text) => (beginsElement(text) ? '<' : '&lt;') + text)].join('');
}

function beginsElement(text: string): boolean {
  if (text.startsWith('!')) return true;
  const name = NAME.exec(text.slice(0, 14))?.[1];
  return name !== undefined && KNOWN.has(name.toLowerCase());
}
