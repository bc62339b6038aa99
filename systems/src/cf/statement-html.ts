import { normalizeFormulas } from '#pages/dollar-formulas.ts';
import type { Nodes } from '#pages/nodes.ts';
import type { CheerioAPI } from '#pages/read-page.ts';
import { makeAbsolute } from '#pages/statement-html.ts';

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
  makeAbsolute({ $, url }, root);
  normalizeFormulas($, root);
  return (root.html() ?? '').trim();
}
