import 'katex/dist/katex.min.css';
import { boundedFormulas } from '@balloon/domain/text/bounded-formulas.ts';
import katex, { type KatexOptions } from 'katex';

/**
 * KaTeX options: a mistake in a formula shows red instead of breaking the page, and formulas may not load,
 * link or grow without bounds, since statements come from outside.
 */
const OPTIONS = {
  throwOnError: false,
  strict: 'ignore',
  trust: false,
  maxSize: 50,
  maxExpand: 500,
  // KaTeX's own red is too dark for the dark theme.
  errorColor: 'var(--wrong)',
} as const satisfies KatexOptions;

const render = boundedFormulas<KatexOptions>(katex, OPTIONS);

/** Maximum length: longer formulas take seconds. */
const MAX_TEX_LENGTH = 20_000;

/**
 * Returns HTML of a formula with MathML for screen readers, or null if it is too long or nested too deeply; mistakes
 * are shown in the HTML. KaTeX escapes its input, and `trust: false` keeps links out.
 */
export function typeset(tex: string, isDisplay: boolean): string | null {
  if (tex.length > MAX_TEX_LENGTH) return null;
  try {
    return render(tex, { ...OPTIONS, displayMode: isDisplay });
  } catch {
    return null;
  }
}
