import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import { isFormula, textOfFormula } from '#statements/formulas.ts';
import { textNode } from '#statements/hast.ts';

/** Length in characters, with the marks `\(` and `\)`, up to which text is glued: longer formulas may have to break. */
const SHORT_FORMULA = 18;

/**
 * Keeps text that touches a short formula on the formula's line: the ending of "$i$-й", a bracket, a comma. Browsers
 * may break a line beside every formula, since formulas are boxes to them.
 */
export function glueFormulas<Parent extends { children: ElementContent[] }>(parent: Parent): Parent {
  const glued: ElementContent[] = [];
  const nodes = [...parent.children];
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at] as ElementContent;
    if (node.type !== 'element') glued.push(node);
    else if (isFormula(node)) glued.push(isShort(node) ? glue(node, glued, nodes, at + 1) : node);
    else glued.push(glueFormulas(node));
  }
  return { ...parent, children: glued };
}

const isShort = (formula: Element) =>
  formula.tagName === 'span' && textOfFormula(formula).length <= SHORT_FORMULA;

/** Joins a formula with the end of the text before and the start of the text after, up to the nearest spaces. */
function glue(formula: Element, before: ElementContent[], nodes: ElementContent[], after: number): Element {
  const head = cut(before, before.length - 1, /[^\s\u2014]{1,13}$/);
  const tail = cut(nodes, after, /^[^\s\u2014]{1,13}/);
  if (head === '' && tail === '') return formula;
  return h('span', { className: ['statement-glued'] }, [
    ...(head === '' ? [] : [textNode(head)]),
    formula,
    ...(tail === '' ? [] : [textNode(tail)]),
  ]);
}

/**
 * Cuts a part off a text and returns it; `''` when there is none.
 *
 * @param part matches one character more than may be glued, so that longer words are detected
 */
function cut(nodes: ElementContent[], position: number, part: RegExp): string {
  const node = nodes[position];
  if (node?.type !== 'text') return '';
  const found = part.exec(node.value)?.[0] ?? '';
  // The line must be able to break at long words and in languages without spaces.
  if (found.length > 12) return '';
  nodes[position] = textNode(node.value.replace(part, ''));
  return found;
}
