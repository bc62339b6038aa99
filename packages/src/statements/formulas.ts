import { boundedFormulas } from '@balloon/domain/text/bounded-formulas.ts';
import type { Element } from 'hast';
import { h } from 'hastscript';
import katex, { type KatexOptions } from 'katex';

/** Settings of the page's typesetter, except that mistakes are thrown. */
const CHECKED = { throwOnError: true, strict: 'ignore', trust: false, maxSize: 50, maxExpand: 500 } as const;

const render = boundedFormulas<KatexOptions>(katex, CHECKED);

/** Length in characters up to which the page typesets a formula; a longer one is shown as its source. */
const MAX_LENGTH = 20_000;

/** Makes a formula within a line, in the form that the page typesets. */
export const inlineFormula = (tex: string): Element =>
  h('span', { className: ['math', 'math-inline'] }, `\\(${tex.trim()}\\)`);

/** Makes a formula on lines of its own, in the form that the page typesets. */
export const displayFormula = (tex: string): Element =>
  h('div', { className: ['math', 'math-display'] }, `\\[${tex.trim()}\\]`);

export const isFormula = (element: Element) => classesOf(element).includes('math');

/** Returns the mistake for which the page would show the formula in red; null for a correct formula. */
export function mistakeIn(formula: Element): string | null {
  const text = textOfFormula(formula);
  if (text.length > MAX_LENGTH) return `it is longer than ${MAX_LENGTH} characters`;
  try {
    render(text.slice(2, -2), {
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
