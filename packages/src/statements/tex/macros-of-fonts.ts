import type { Node } from '@unified-latex/unified-latex-types';
import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import { wrapInline } from '#statements/hast.ts';
import type { MacroHandler } from '#statements/tex/macros.ts';
import { argumentsOf } from '#statements/tex/read-arguments.ts';
import { type TexRun, texToHast } from '#statements/tex/tex-run.ts';

type Wrap = (run: ElementContent[]) => Element;

/** Typewriter font; formulas are not typeset inside `code`. */
const mono: Wrap = (run) => h(run.every(({ type }) => type === 'text') ? 'code' : 'tt', run);
const as =
  (tag: string): Wrap =>
  (run) =>
    h(tag, run);

const inFont = (content: readonly Node[], wrap: Wrap | null, run: TexRun) => {
  const items = texToHast(content, wrap === mono ? { ...run, isMono: true } : run);
  return wrap === null ? items : wrapInline(items, wrap);
};

/** Font command, such as `\textbf{…}`. */
const command = (wrap: Wrap | null): MacroHandler => ({
  signature: 'm',
  render: (macro, _, run) => inFont(argumentsOf(macro)[0] ?? [], wrap, run),
});

/**
 * Font switch `{\bf …}`: applies to the end of the group. Right before a group it counts as a command, which is how
 * authors on Polygon write `\bf{…}` and how Polygon shows it.
 */
const fontSwitch = (wrap: Wrap | null): MacroHandler => ({
  signature: '',
  render(_, cursor, run) {
    const next = cursor.nodes[cursor.at];
    if (next?.type === 'group') {
      cursor.at += 1;
      return inFont(next.content, wrap, run);
    }
    const content = cursor.nodes.slice(cursor.at);
    cursor.at = cursor.nodes.length;
    return inFont(content, wrap, run);
  },
});

const named = (names: string, handler: MacroHandler) =>
  Object.fromEntries(names.split(' ').map((name) => [name, handler]));

export const FONT_MACROS: Readonly<Record<string, MacroHandler>> = {
  ...named('textbf strong', command(as('b'))),
  ...named('emph textit textsl', command(as('i'))),
  ...named('t texttt code', command(mono)),
  ...named('underline uline', command(as('u'))),
  ...named('sout st', command(as('s'))),
  ...named('textsuperscript', command(as('sup'))),
  ...named('textsubscript', command(as('sub'))),
  ...named('small', fontSwitch(as('small'))),
  ...named('text textrm textsf textmd textup textnormal textsc mbox hbox fbox makebox', command(null)),
  ...named('bf bfseries', fontSwitch(as('b'))),
  ...named('it itshape em sl slshape', fontSwitch(as('i'))),
  ...named('tt ttfamily', fontSwitch(mono)),
  ...named('rm rmfamily sf sffamily sc scshape normalfont mdseries upshape', fontSwitch(null)),
  ...named('tiny scriptsize footnotesize normalsize large Large LARGE huge Huge', fontSwitch(null)),
};
