import 'katex/dist/katex.min.css';
import katex, { type KatexOptions } from 'katex';
import { useMemo } from 'react';

/**
 * KaTeX options: a mistake in a formula shows red instead of breaking the page, and formulas may not load,
 * link or grow without bounds, since statements come from outside.
 */
export const FORMULA_OPTIONS = {
  throwOnError: false,
  strict: 'ignore',
  trust: false,
  maxSize: 50,
  maxExpand: 500,
  // KaTeX's own red is too dark for the dark theme.
  errorColor: 'var(--wrong)',
} as const satisfies KatexOptions;

/** A formula with MathML for screen readers; one that KaTeX fails on shows as written. */
export function Formula({ tex, isDisplay }: { tex: string; isDisplay: boolean }) {
  const html = useMemo(() => typeset(tex, isDisplay), [tex, isDisplay]);
  if (html === null) return <code>{tex}</code>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: KaTeX escapes its input, and `trust: false` keeps links out
  return <span dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Maximum length: longer formulas take seconds. */
export const MAX_TEX_LENGTH = 20_000;

/**
 * Returns HTML of a formula, or null if it is too long or nested too deeply; mistakes are shown in the HTML.
 */
function typeset(tex: string, isDisplay: boolean): string | null {
  if (tex.length > MAX_TEX_LENGTH) return null;
  try {
    return katex.renderToString(tex, { ...FORMULA_OPTIONS, displayMode: isDisplay });
  } catch {
    return null;
  }
}
