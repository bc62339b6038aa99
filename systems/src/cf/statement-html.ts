import { normalizeFormulas } from '#pages/dollar-formulas.ts';
import type { Nodes } from '#pages/nodes.ts';
import type { CheerioAPI } from '#pages/read-page.ts';

/** What belongs to the site, not to a statement. */
const CHROME = 'script, style, noscript, iframe, form, button, .input-output-copier, .diff-notifier';

/** Fonts of TeX, which have elements of their own in HTML. */
const FONTS: readonly (readonly [selector: string, element: string])[] = [
  ['.tex-font-style-bf', 'b'],
  ['.tex-font-style-it, .tex-font-style-sl', 'i'],
  ['.tex-font-style-tt', 'code'],
  ['.section-title', 'h3'],
];

/**
 * Reduces an element of a page to a statement: without the site's own, with absolute addresses and our signs of
 * formulas. Changes the page.
 *
 * @param url address to which links are relative
 */
export function statementHtml($: CheerioAPI, root: Nodes, url: string): string {
  root.find(CHROME).remove();
  for (const [selector, element] of FONTS) {
    for (const node of root.find(selector).removeAttr('class').toArray()) node.tagName = element;
  }
  makeAbsolute($, root, 'a', 'href', url);
  makeAbsolute($, root, 'img', 'src', url);
  normalizeFormulas($, root);
  return (root.html() ?? '').trim();
}

function makeAbsolute($: CheerioAPI, root: Nodes, tag: string, attribute: string, url: string): void {
  for (const element of root.find(`${tag}[${attribute}]`).toArray()) {
    const address = $(element).attr(attribute) ?? '';
    if (URL.canParse(address, url)) $(element).attr(attribute, new URL(address, url).href);
    else $(element).removeAttr(attribute);
  }
}
