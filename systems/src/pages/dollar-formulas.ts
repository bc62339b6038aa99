import { drift } from '#failures.ts';
import { isElement, isText, type Nodes, type PageNode, proseWithin, type TextNode } from '#pages/nodes.ts';
import type { CheerioAPI } from '#pages/read-page.ts';

/*
 * Formulas of Codeforces and Polygon stand between `$$$`, displayed ones between `$$$$$$`. They become `$…$` and
 * `$$…$$`. A dollar that is money stays apart in an element of its own, so that no two of them make a formula.
 */

/** Piece of text: plain, or a formula with its new signs. */
interface Piece {
  text: string;
  isFormula: boolean;
}

const SIGNS = [
  { theirs: '$$$$$$', ours: '$$' },
  { theirs: '$$$', ours: '$' },
] as const;

/** Splits a text into plain pieces and formulas. Takes linear time. */
export function splitFormulas(text: string): Piece[] {
  const pieces: Piece[] = [];
  const missing = new Set<string>(); // signs that stand nowhere after this place
  let done = 0;
  for (let at = text.indexOf('$$$'); at >= 0; at = text.indexOf('$$$', at)) {
    const sign = SIGNS.find(({ theirs }) => text.startsWith(theirs, at) && !missing.has(theirs));
    const end = sign ? text.indexOf(sign.theirs, at + sign.theirs.length) : -1;
    if (!sign || end < 0) {
      if (!sign) at += 3;
      else missing.add(sign.theirs);
      continue;
    }
    const tex = text.slice(at + sign.theirs.length, end);
    pieces.push({ text: text.slice(done, at), isFormula: false });
    pieces.push({ text: `${sign.ours}${tex}${sign.ours}`, isFormula: true });
    done = end + sign.theirs.length;
    at = done;
  }
  pieces.push({ text: text.slice(done), isFormula: false });
  return pieces.filter((piece) => piece.text !== '');
}

/** Gives the formulas below some elements our signs. */
export function normalizeFormulas($: CheerioAPI, root: Nodes): void {
  replaceTexts($, root, splitFormulas);
}

/** Sets the dollars below some elements apart, where a system writes no formulas with them: they are money. */
export function setDollarsApart($: CheerioAPI, root: Nodes): void {
  replaceTexts($, root, (text) => [{ text, isFormula: false }]);
}

/** Most dollars of a page, each of which becomes an element: the site shows no statement of more than 20,000 elements. */
const MAX_DOLLARS = 20_000;

type Children = NonNullable<TextNode['parent']>['children'];

/**
 * Replaces texts below some elements. Children are written once for each parent: looked for among their siblings one by one
 * they would take the square of the time.
 */
function replaceTexts($: CheerioAPI, root: Nodes, split: (text: string) => readonly Piece[]): void {
  const texts = [...proseWithin(root)].filter(({ data }) => data.includes('$'));
  let dollars = 0;
  for (const { data } of texts) dollars += data.split('$').length - 1;
  if (dollars > MAX_DOLLARS) throw drift('it has too many dollars');
  const replaced = new Set<PageNode>(texts);
  for (const parent of new Set(texts.map((text) => text.parent))) {
    if (parent === null) continue;
    const children = parent.children.flatMap((child) =>
      isText(child) && replaced.has(child) ? nodesOf($, split(child.data)) : [child],
    );
    for (const [index, child] of children.entries()) {
      child.parent = parent;
      child.prev = children[index - 1] ?? null;
      child.next = children[index + 1] ?? null;
    }
    parent.children = children;
  }
}

/** Nodes of pieces of text: texts, and an element for each dollar that is money. */
function nodesOf($: CheerioAPI, pieces: readonly Piece[]): Children {
  const html = pieces.map(({ text, isFormula }) => {
    const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    return isFormula ? escaped : escaped.replaceAll('$', () => '<span>$</span>');
  });
  const [made] = $(`<i>${html.join('')}</i>`);
  return made && isElement(made) ? made.children : [];
}
