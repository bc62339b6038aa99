import renderMathInElement from 'katex/contrib/auto-render';
import { memo, useEffect, useRef } from 'react';
import { FORMULA_OPTIONS } from '#features/problems/statement/formula.tsx';

/** Delimiters of formulas in foreign statements; the longer sign must be searched first. */
const DELIMITERS = [
  { left: '$$$$$$', right: '$$$$$$', display: true },
  { left: '$$$', right: '$$$', display: false },
  { left: '\\[', right: '\\]', display: true },
  { left: '\\(', right: '\\)', display: false },
];

/** Boxes that scroll inside themselves when the screen is narrow. */
const SCROLLING = ':not(td) > pre, .statement-wide';

/** A statement in HTML, which the server has sanitised; formulas in it are typeset here. */
export const ForeignHtml = memo(function ForeignHtml({ html }: { html: string }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (root.current === null) return;
    root.current.innerHTML = html;
    typesetFormulas(root.current);
    // Scrolling boxes must be reachable by keyboard; the server removes such attributes from foreign HTML.
    for (const box of root.current.querySelectorAll<HTMLElement>(SCROLLING)) box.tabIndex = 0;
  }, [html]);
  return <div ref={root} />;
});

/** Typesets the formulas of an element; after one that KaTeX fails on, formulas stay as written. */
function typesetFormulas(root: HTMLElement): void {
  try {
    renderMathInElement(root, { ...FORMULA_OPTIONS, delimiters: DELIMITERS });
  } catch (error) {
    console.warn('Formulas could not be typeset', error);
  }
}
