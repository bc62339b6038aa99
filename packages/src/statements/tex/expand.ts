import type { Argument, Macro, Node } from '@unified-latex/unified-latex-types';
import { printRaw } from '@unified-latex/unified-latex-util-print-raw';
import { findTexExcess } from '#statements/bounds/tex-excess.ts';
import { takeArgument, takeOptional } from '#statements/tex/read-arguments.ts';
import { type Cursor, type Definition, spendCharacters, type TexRun } from '#statements/tex/tex-run.ts';

/** Stores the definition `\newcommand{\name}[arity][fallback]{body}`. */
export function define(macro: Macro, run: TexRun): void {
  // The parser's arguments end with name, arity, fallback, body; stars may stand before them.
  const [name, arity, fallback, body] = (macro.args ?? []).slice(-4);
  const word = /[A-Za-z]+/.exec(rawContent(name))?.[0];
  if (word === undefined) return;
  run.definitions.set(word, {
    arity: Math.min(Number(rawContent(arity)) || 0, 9),
    fallback: fallback?.openMark === '[' ? rawContent(fallback) : null,
    body: rawContent(body),
  });
}

const rawContent = (argument: Argument | undefined) => printRaw(argument?.content ?? []);

/** Expands one use of an author's macro. @throws Error when the expansions exceed their bounds */
export function expand(name: string, definition: Definition, cursor: Cursor, run: TexRun): Node[] {
  run.shared.expansionsLeft -= 1;
  if (run.shared.expansionsLeft < 0) throw new Error(`the macro \\${name} grows without end`);
  const values: string[] = [];
  if (definition.fallback !== null) {
    const given = takeOptional(cursor);
    values.push(given === null ? definition.fallback : printRaw(given));
  }
  while (values.length < definition.arity) values.push(printRaw(takeArgument(cursor) ?? []));
  const body = definition.body.replace(/#([1-9])/g, (_, number: string) => values[Number(number) - 1] ?? '');
  if (body.length > 20_000) throw new Error(`the macro \\${name} grows without end`);
  spendCharacters(run, body.length);
  const excess = findTexExcess(body);
  if (excess !== null) throw new Error(`in the macro \\${name}, ${excess}`);
  return run.parse(body);
}
