import renderMathInElement from 'katex/contrib/auto-render';
import { memo, useEffect, useRef } from 'react';
import { FORMULA_OPTIONS } from '#features/problems/formula.tsx';

/** How formulas are marked in statements of other systems; the longer sign has to be looked for first. */
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
    renderMathInElement(root.current, { ...FORMULA_OPTIONS, delimiters: DELIMITERS });
    // What scrolls must be reachable by keyboard; the server takes such attributes away from strangers.
    for (const box of root.current.querySelectorAll<HTMLElement>(SCROLLING)) box.tabIndex = 0;
  }, [html]);
  return <div ref={root} />;
});
