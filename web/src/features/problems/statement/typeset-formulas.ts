import katex from 'katex';
import { FORMULA_OPTIONS, MAX_TEX_LENGTH } from '#features/problems/statement/formula.tsx';
import { splitFormulas } from '#features/problems/statement/split-formulas.ts';

/** Elements whose text is shown as it is. */
const VERBATIM = 'pre, code, tt, kbd, samp, math, .katex';

/**
 * Typesets the formulas of an element; one that KaTeX fails on stays as written.
 *
 * @param hasDollars whether `$…$` and `$$…$$` are formulas, as on pages of outside systems
 */
export function typesetFormulas(root: HTMLElement, hasDollars: boolean): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (node instanceof Element)
      return node.matches(VERBATIM) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
    return NodeFilter.FILTER_ACCEPT;
  });
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  for (const text of texts) typesetText(text, hasDollars);
}

function typesetText(node: Text, hasDollars: boolean): void {
  const pieces = splitFormulas(node.data, hasDollars);
  if (pieces.every((piece) => 'text' in piece)) return;
  node.replaceWith(
    ...pieces.map((piece) =>
      'text' in piece ? piece.text : (formulaElement(piece.tex, piece.isDisplay) ?? piece.source),
    ),
  );
}

function formulaElement(tex: string, displayMode: boolean): HTMLElement | null {
  if (tex.length > MAX_TEX_LENGTH) return null;
  const element = document.createElement('span');
  try {
    katex.render(tex, element, { ...FORMULA_OPTIONS, displayMode });
    return element;
  } catch (error) {
    console.warn('A formula could not be typeset', error);
    return null;
  }
}
