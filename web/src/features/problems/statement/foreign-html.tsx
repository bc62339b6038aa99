import { memo, useEffect, useRef } from 'react';
import { typesetFormulas } from '#features/problems/statement/typeset-formulas.ts';

/** Boxes that scroll inside themselves when the screen is narrow. */
const SCROLLING = ':not(td) > pre, .statement-wide';

/**
 * A statement in HTML, which the server has sanitised; formulas in it are typeset here.
 *
 * @param hasDollars whether `$…$` and `$$…$$` are formulas, as on pages of outside systems
 */
export const ForeignHtml = memo(function ForeignHtml({
  html,
  hasDollars = false,
}: {
  html: string;
  hasDollars?: boolean;
}) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (root.current === null) return;
    root.current.innerHTML = html;
    typesetFormulas(root.current, hasDollars);
    // Scrolling boxes must be reachable by keyboard; the server removes such attributes from foreign HTML.
    for (const box of root.current.querySelectorAll<HTMLElement>(SCROLLING)) box.tabIndex = 0;
  }, [html, hasDollars]);
  return <div ref={root} />;
});
