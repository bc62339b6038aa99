import type { Macro } from '@unified-latex/unified-latex-types';
import type { ElementContent } from 'hast';
import { FONT_MACROS } from '#statements/tex/macros-of-fonts.ts';
import { LINK_MACROS } from '#statements/tex/macros-of-links.ts';
import { STRUCTURE_MACROS } from '#statements/tex/macros-of-structure.ts';
import type { Cursor, TexRun } from '#statements/tex/tex-run.ts';

export interface MacroHandler {
  /**
   * Arguments that the parser attaches: `m` a mandatory one, `o` optional in brackets, `s` a star. Without a
   * signature, the handler takes the arguments itself, or the parser's own table has them.
   */
  signature?: string;
  render(macro: Macro, cursor: Cursor, run: TexRun): ElementContent[];
}

/** Macros of problem statements. Symbols and accents have tables of their own. */
export const MACROS: Readonly<Record<string, MacroHandler>> = {
  ...FONT_MACROS,
  ...LINK_MACROS,
  ...STRUCTURE_MACROS,
};
