import type { Node } from '@unified-latex/unified-latex-types';
import { printRaw } from '@unified-latex/unified-latex-util-print-raw';
import { type Definition, spendCharacters, type TexRun } from '#statements/tex/tex-run.ts';

/** Environment of the typesetter that replaces each one of the author's inside a displayed formula; null for none. */
const ENVIRONMENTS: Readonly<Record<string, string | null>> = {
  math: null,
  displaymath: null,
  equation: null,
  'equation*': null,
  multline: 'gather*',
  'multline*': 'gather*',
  eqnarray: 'align*',
  'eqnarray*': 'align*',
  align: 'align*',
  'align*': 'align*',
  flalign: 'align*',
  'flalign*': 'align*',
  alignat: 'alignat*',
  'alignat*': 'alignat*',
  gather: 'gather*',
  'gather*': 'gather*',
  array: 'array',
};

export const isMathEnvironment = (name: string) => name in ENVIRONMENTS;

/** Returns a formula's TeX for the page's typesetter: without comments and labels, with the author's macros. */
export function mathSource(content: readonly Node[], run: TexRun): string {
  return withOwnMacros(clean(printRaw(content.filter(({ type }) => type !== 'comment'))), run);
}

/** Returns the TeX of an environment, such as `align`, like `mathSource`. @param name as in `\begin{name}` */
export function mathEnvironment(name: string, raw: string, run: TexRun): string {
  const inside = clean(between(raw.trim(), `\\begin{${name}}`, `\\end{${name}}`));
  const known = ENVIRONMENTS[name] ?? null;
  // `eqnarray` has an `&` on both sides of a relation, the typesetter's `align` only one before it.
  const body = name.startsWith('eqnarray')
    ? inside.replace(/&([^&]*)&/g, (_, relation: string) => `&${relation.trim()} `)
    : inside;
  return withOwnMacros(known === null ? body : `\\begin{${known}}${body}\\end{${known}}`, run);
}

function clean(tex: string): string {
  return (
    tex
      .replace(/(?<!\\)%[^\n]*(?:\n|$)/g, '')
      .replace(/\\(label|vspace|hspace\*)\s*\{[^{}]*\}/g, '')
      .replace(/\\(nonumber|notag|displaystyle\s*(?=\\displaystyle))\b/g, '')
      // On Polygon, authors write `\t` for typewriter font.
      .replace(/\\t\s*\{/g, '\\texttt{')
      .trim()
  );
}

/** Expands the author's macros without parameters, and defines those with parameters by `\def` for the typesetter. */
function withOwnMacros(tex: string, run: TexRun): string {
  const { definitions } = run;
  if (definitions.size === 0) return tex;
  const text = writtenOut(tex, definitions);
  const used = new Map<string, Definition>();
  const look = (part: string) => {
    for (const name of macrosIn(part)) {
      const definition = definitions.get(name);
      if (definition === undefined || used.has(name)) continue;
      used.set(name, definition);
      look(definition.body);
    }
  };
  look(text);
  const shown = [...used].map(([name, definition]) => define(name, definition)).join('') + text;
  spendCharacters(run, Math.max(0, shown.length - tex.length));
  return shown;
}

/** Largest depth of macros that use each other, and largest length of an expanded formula in characters. */
const MAX_DEPTH = 8;
const MAX_LENGTH = 10_000;

function writtenOut(tex: string, definitions: TexRun['definitions']): string {
  let text = tex;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const next = text.replace(
      /([_^]?)\\([A-Za-z]+)(?=(\s*[_^a-zA-Z])?)/g,
      (macro, script: string, name: string, after) => {
        const definition = definitions.get(name);
        if (definition?.arity !== 0) return macro;
        const body = clean(definition.body);
        // Braces apply an index or power to the whole expansion; elsewhere they would change the spaces around signs.
        return script === '' && after === undefined ? body : `${script}{${body}}`;
      },
    );
    if (next === text || next.length > MAX_LENGTH) return text;
    text = next;
  }
  return text;
}

const macrosIn = (tex: string) => [...tex.matchAll(/\\([A-Za-z]+)/g)].map(([, name = '']) => name);

function define(name: string, { arity, body }: Definition): string {
  const parameters = Array.from({ length: arity }, (_, index) => `#${index + 1}`).join('');
  return `\\def\\${name}${parameters}{${clean(body)}}`;
}

function between(text: string, opening: string, closing: string): string {
  const from = text.startsWith(opening) ? opening.length : 0;
  return text.slice(from, text.endsWith(closing) ? -closing.length : undefined);
}
