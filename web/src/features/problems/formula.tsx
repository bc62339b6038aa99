import 'katex/dist/katex.min.css';
import katex, { type KatexOptions } from 'katex';
import { useMemo } from 'react';

/**
 * How formulas are typeset: a mistake in one shows red instead of breaking the page, and nothing in
 * it may load, link or grow without bounds, since statements come from outside.
 */
export const FORMULA_OPTIONS = {
  throwOnError: false,
  strict: 'ignore',
  trust: false,
  maxSize: 50,
  maxExpand: 500,
} as const satisfies KatexOptions;

/** A formula with MathML beside it for screen readers. */
export function Formula({ tex, isDisplay }: { tex: string; isDisplay: boolean }) {
  const html = useMemo(
    () => katex.renderToString(tex, { ...FORMULA_OPTIONS, displayMode: isDisplay }),
    [tex, isDisplay],
  );
  // biome-ignore lint/security/noDangerouslySetInnerHtml: KaTeX escapes its input, and `trust: false` keeps links out
  return <span dangerouslySetInnerHTML={{ __html: html }} />;
}
