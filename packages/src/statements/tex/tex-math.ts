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
  const tex = clean(printRaw(content.filter(({ type }) => type !== 'comment')));
  return definitionsFor(tex, run) + tex;
}

/** The same of an environment, such as `align`. @param name as in `\begin{name}` */
export function mathEnvironment(name: string, raw: string, run: TexRun): string {
  const opening = new RegExp(`^\\\\begin\\{${escaped(name)}\\}`);
  const closing = new RegExp(`\\\\end\\{${escaped(name)}\\}$`);
  const inside = clean(raw.trim().replace(opening, '').replace(closing, ''));
  const known = ENVIRONMENTS[name] ?? null;
  // Two signs of alignment around a relation are one for the typesetter.
  const body = name.startsWith('eqnarray') ? inside.replace(/&\s*([^&]*?)\s*&/g, '&$1 ') : inside;
  return definitionsFor(body, run) + (known === null ? body : `\\begin{${known}}${body}\\end{${known}}`);
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

/** `\def`s of the author's macros that the formula uses, directly or through each other. */
function definitionsFor(tex: string, run: TexRun): string {
  const used = new Map<string, Definition>();
  const look = (text: string) => {
    for (const [, name = ''] of text.matchAll(/\\([A-Za-z]+)/g)) {
      const definition = run.definitions.get(name);
      if (definition === undefined || used.has(name)) continue;
      used.set(name, definition);
      look(definition.body);
    }
  };
  look(tex);
  return [...used].map(([name, definition]) => define(name, definition)).join('');
}

function define(name: string, { arity, body }: Definition): string {
  const parameters = Array.from({ length: arity }, (_, index) => `#${index + 1}`).join('');
  return `\\def\\${name}${parameters}{${clean(body)}}`;
}

const escaped = (name: string) => name.replace(/[*]/g, '\\*');
