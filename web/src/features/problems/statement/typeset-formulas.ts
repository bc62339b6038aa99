import { splitFormulas, type TextPiece } from '#features/problems/statement/split-formulas.ts';
import { type Typeset, WAITING } from '#features/problems/statement/typesetter.ts';

/** Elements whose text is shown as it is. */
const VERBATIM = 'pre, code, tt, kbd, samp, math, .katex';

/** A formula in the document that is still shown as written. */
export interface WaitingFormula {
  element: HTMLElement;
  formula: Extract<TextPiece, { tex: string }>;
}

/**
 * Gives each formula of an element a place of its own, in which it is shown as written.
 *
 * @param hasDollars whether `$…$` and `$$…$$` are formulas, as on pages of outside systems
 */
export function findFormulas(root: HTMLElement, hasDollars: boolean): WaitingFormula[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (node instanceof Element)
      return node.matches(VERBATIM) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
    return NodeFilter.FILTER_ACCEPT;
  });
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  return texts.flatMap((text) => replaceText(text, splitFormulas(text.data, hasDollars)));
}

function replaceText(text: Text, pieces: readonly TextPiece[]): WaitingFormula[] {
  if (pieces.every((piece) => 'text' in piece)) return [];
  const formulas: WaitingFormula[] = [];
  const nodes = pieces.map((formula) => {
    if ('text' in formula) return formula.text;
    const element = document.createElement('span');
    element.className = WAITING;
    element.dataset.display = String(formula.isDisplay);
    element.textContent = formula.tex.trim();
    formulas.push({ element, formula });
    return element;
  });
  text.replaceWith(...nodes);
  return formulas;
}

/** Draws formulas in their places; one that cannot be drawn stays as written, with its signs. */
export function drawFormulas(formulas: readonly WaitingFormula[], typeset: Typeset): void {
  for (const { element, formula } of formulas) {
    const html = typeset(formula.tex, formula.isDisplay);
    if (html === null) {
      element.replaceWith(formula.source);
      continue;
    }
    element.classList.remove(WAITING);
    element.innerHTML = html;
  }
}
