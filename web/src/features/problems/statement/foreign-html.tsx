import { memo, useEffect, useRef } from 'react';
import { drawFormulas, findFormulas } from '#features/problems/statement/typeset-formulas.ts';
import { loadedTypesetter, loadTypesetter } from '#features/problems/statement/typesetter.ts';

/** Boxes that scroll inside themselves when the screen is narrow. */
const SCROLLING = ':not(td) > pre, .statement-wide';
/** Formulas that come as HTML and need only the fonts. */
const TYPESET = '.katex, .tex-math-text, .tex-math-inline';

/**
 * A statement in HTML, which the server has sanitised; formulas in it are typeset here, after the text is shown.
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
    // Scrolling boxes must be reachable by keyboard; the server removes such attributes from foreign HTML.
    for (const box of root.current.querySelectorAll<HTMLElement>(SCROLLING)) box.tabIndex = 0;
    return typesetWithin(root.current, hasDollars);
  }, [html, hasDollars]);
  return <div ref={root} />;
});

/** @returns what forgets the formulas, for an element that shows something else before they are drawn */
function typesetWithin(root: HTMLElement, hasDollars: boolean): (() => void) | undefined {
  const formulas = findFormulas(root, hasDollars);
  if (formulas.length === 0 && root.querySelector(TYPESET) === null) return undefined;
  const typeset = loadedTypesetter();
  if (typeset !== null) {
    drawFormulas(formulas, typeset);
    return undefined;
  }
  let isWanted = true;
  loadTypesetter().then(
    (loaded) => isWanted && drawFormulas(formulas, loaded),
    (error: unknown) => console.warn('Formulas are shown as written', error),
  );
  return () => {
    isWanted = false;
  };
}
