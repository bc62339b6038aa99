import type { Element } from 'hast';
import { h } from 'hastscript';
import katex from 'katex';

/** As the page typesets them; here mistakes are to be found. */
const CHECKED = { throwOnError: true, strict: 'ignore', trust: false, maxSize: 50, maxExpand: 500 } as const;

/** A formula in a line, in the form which the page typesets. */
export const inlineFormula = (tex: string): Element =>
  h('span', { className: ['math', 'math-inline'] }, `\\(${tex.trim()}\\)`);

/** A formula on lines of its own. */
export const displayFormula = (tex: string): Element =>
  h('div', { className: ['math', 'math-display'] }, `\\[${tex.trim()}\\]`);

export const isFormula = (element: Element) => classesOf(element).includes('math');

/** @returns why the page will show the formula in red; null: it will not */
export function mistakeIn(formula: Element): string | null {
  const text = textOfFormula(formula);
  try {
    katex.renderToString(text.slice(2, -2), {
      ...CHECKED,
      displayMode: text.startsWith('\\['),
      output: 'mathml',
    });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export const textOfFormula = ({ children }: Element) =>
  children[0]?.type === 'text' ? children[0].value : '';

export function classesOf({ properties }: Element): string[] {
  return Array.isArray(properties.className) ? properties.className.map(String) : [];
}
