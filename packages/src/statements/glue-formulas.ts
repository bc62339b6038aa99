import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import { isFormula, textOfFormula } from '#statements/formulas.ts';
import { textNode } from '#statements/hast.ts';

/** A longer formula may have to break itself on a phone, so nothing is glued to it. Counts its marks, `\(` and `\)`. */
const SHORT_FORMULA = 18;

/**
 * Keeps what touches a short formula on its line: the ending of "$i$-й", a bracket, a comma.
 * Browsers may break a line at every formula, since each is a box to them.
 */
export function glueFormulas<Parent extends { children: ElementContent[] }>(parent: Parent): Parent {
  const glued: ElementContent[] = [];
  const rest = [...parent.children];
  for (let node = rest.shift(); node !== undefined; node = rest.shift()) {
    if (node.type !== 'element') glued.push(node);
    else if (isFormula(node)) glued.push(isShort(node) ? glue(node, glued, rest) : node);
    else glued.push(glueFormulas(node));
  }
  return { ...parent, children: glued };
}

const isShort = (formula: Element) =>
  formula.tagName === 'span' && textOfFormula(formula).length <= SHORT_FORMULA;

/** Takes the end of the text before and the start of the text after, up to the nearest space. */
function glue(formula: Element, before: ElementContent[], after: ElementContent[]): Element {
  const head = cut(before, before.length - 1, /[^\s\u2014]+$/);
  const tail = cut(after, 0, /^[^\s\u2014]+/);
  if (head === '' && tail === '') return formula;
  return h('span', { className: ['statement-glued'] }, [
    ...(head === '' ? [] : [textNode(head)]),
    formula,
    ...(tail === '' ? [] : [textNode(tail)]),
  ]);
}

function cut(nodes: ElementContent[], position: number, part: RegExp): string {
  const node = nodes[position];
  if (node?.type !== 'text') return '';
  const found = part.exec(node.value)?.[0] ?? '';
  // A long word (or a language without spaces) has to be able to break.
  if (found.length > 12) return '';
  nodes[position] = textNode(node.value.replace(part, ''));
  return found;
}
