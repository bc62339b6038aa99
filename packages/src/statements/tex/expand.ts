import type { Macro, Node } from '@unified-latex/unified-latex-types';
import { printRaw } from '@unified-latex/unified-latex-util-print-raw';
import { rawArgument, takeArgument, takeOptional } from '#statements/tex/read-arguments.ts';
import type { Cursor, Definition, TexRun } from '#statements/tex/tex-run.ts';

/** Remembers `\newcommand{\name}[arity][fallback]{body}`. */
export function define(macro: Macro, run: TexRun): void {
  // The parser's arguments: star, name, arity, fallback, body.
  const name = rawArgument(macro, 1).replace(/^[{\\\s]+|[}\s]+$/g, '');
  if (!/^[A-Za-z]+$/.test(name)) return;
  const fallback = macro.args?.[3]?.openMark === '[' ? rawArgument(macro, 3) : null;
  const arity = Math.min(Number(rawArgument(macro, 2)) || 0, 9);
  run.definitions.set(name, { arity, fallback, body: rawArgument(macro, 4) });
}

/** What one use of the author's macro stands for. @throws Error when the uses have no end */
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
  return run.parse(body);
}
