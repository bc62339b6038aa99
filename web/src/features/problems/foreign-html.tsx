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

/** A statement in HTML, which the server has sanitised; formulas in it are typeset here. */
export const ForeignHtml = memo(function ForeignHtml({ html }: { html: string }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (root.current === null) return;
    root.current.innerHTML = html;
    renderMathInElement(root.current, { ...FORMULA_OPTIONS, delimiters: DELIMITERS });
  }, [html]);
  return <div ref={root} />;
});
