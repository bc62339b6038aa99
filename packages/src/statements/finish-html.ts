import type { ElementContent, Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { h } from 'hastscript';
import { isFormula, mistakeIn, textOfFormula } from '#statements/formulas.ts';
import { glueFormulas } from '#statements/glue-formulas.ts';
import { textNode } from '#statements/hast.ts';
import type { Remarks } from '#statements/remarks.ts';

/** Pattern of text that the page would take for the start of a formula. */
const FORMULA_MARK = /(\\[([]|\$\$)/;

/** Number of characters of a formula that a remark shows. */
const SHOWN_MAX = 300;

/** Writes a statement as HTML for the page; formulas that it cannot typeset get a remark. */
export function finishHtml(blocks: readonly ElementContent[], remarks: Remarks): string {
  const root: Root = { type: 'root', children: protect(blocks, remarks) };
  return toHtml(glueFormulas(root as { type: 'root'; children: ElementContent[] }) as Root, {
    characterReferences: { useNamedReferences: true },
  });
}

/** Checks formulas, and changes text that only looks like a formula. */
function protect(nodes: readonly ElementContent[], remarks: Remarks): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type === 'text') return splitMarks(node.value);
    if (node.type !== 'element') return [];
    if (isFormula(node)) {
      const mistake = mistakeIn(node);
      if (mistake !== null) {
        const shown = textOfFormula(node).slice(0, SHOWN_MAX);
        remarks.warn(`the formula ${shown} cannot be typeset: ${mistake}`);
      }
      return [node];
    }
    if (['pre', 'code'].includes(node.tagName)) return [node];
    return [{ ...node, children: protect(node.children, remarks) }];
  });
}

/**
 * Splits the marks of formulas in a text: the page searches within one text only, so an element between their
 * characters disarms them.
 */
function splitMarks(text: string): ElementContent[] {
  return text.split(FORMULA_MARK).flatMap((part, position): ElementContent[] => {
    if (position % 2 === 0) return part === '' ? [] : [textNode(part)];
    return [h('span', part.charAt(0)), textNode(part.slice(1))];
  });
}
