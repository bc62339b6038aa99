import type { Node } from '@unified-latex/unified-latex-types';
import { printRaw } from '@unified-latex/unified-latex-util-print-raw';
import type { Definition, TexRun } from '#statements/tex/tex-run.ts';

/** Environments of formulas, and what stands for each inside of a displayed formula. */
const ENVIRONMENTS: Readonly<Record<string, string | null>> = {
  // Null: the contents alone.
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

/** A formula's TeX for the page's typesetter: without comments and labels, with the author's own macros. */
export function mathSource(content: readonly Node[], run: TexRun): string {
  return withOwnMacros(clean(printRaw(content.filter(({ type }) => type !== 'comment'))), run);
}

/** The same of an environment, such as `align`. @param name as in `\begin{name}` */
export function mathEnvironment(name: string, raw: string, run: TexRun): string {
  const opening = new RegExp(`^\\\\begin\\{${escaped(name)}\\}`);
  const closing = new RegExp(`\\\\end\\{${escaped(name)}\\}$`);
  const inside = clean(raw.trim().replace(opening, '').replace(closing, ''));
  const known = ENVIRONMENTS[name] ?? null;
  // Two signs of alignment around a relation are one for the typesetter.
  const body = name.startsWith('eqnarray') ? inside.replace(/&\s*([^&]*?)\s*&/g, '&$1 ') : inside;
  return withOwnMacros(known === null ? body : `\\begin{${known}}${body}\\end{${known}}`, run);
}

function clean(tex: string): string {
  return (
    tex
      .replace(/(?<!\\)%[^\n]*\n/g, '')
      .replace(/\\(label|vspace|hspace\*)\s*\{[^{}]*\}/g, '')
      .replace(/\\(nonumber|notag|displaystyle\s*(?=\\displaystyle))\b/g, '')
      // As authors on Polygon write it.
      .replace(/\\t\s*\{/g, '\\texttt{')
      .trim()
  );
}

/** Plain abbreviations are written out; those with parameters go along as `\def`, which the typesetter knows. */
function withOwnMacros(tex: string, { definitions }: TexRun): string {
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
  return [...used].map(([name, definition]) => define(name, definition)).join('') + text;
}

/** How deep abbreviations may stand for each other, and how long a formula may become, in characters. */
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
        // Braces keep an index or power with all of it; elsewhere they would change the spaces around a sign.
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

const escaped = (name: string) => name.replace(/[*]/g, '\\*');
