import type { Argument, Node } from '@unified-latex/unified-latex-types';
import { printRaw } from '@unified-latex/unified-latex-util-print-raw';
import type { Cursor } from '#statements/tex/tex-run.ts';

/** Returns arguments that the parser attached to a macro or environment; an optional one that is missing is null. */
export function argumentsOf(node: { args?: Argument[] }): (Node[] | null)[] {
  return (node.args ?? []).map(({ content, openMark }) =>
    openMark === '' && content.length === 0 ? null : content,
  );
}

/** Returns the argument at `position` as TeX; `''` when it is missing. */
export function rawArgument(node: { args?: Argument[] }, position: number): string {
  return printRaw(argumentsOf(node)[position] ?? []);
}

export function skipSpace(cursor: Cursor): void {
  while (isSpace(cursor.nodes[cursor.at])) cursor.at += 1;
}

/**
 * Takes an argument by TeX's rule, a group or the next character, and moves the cursor behind it; null when there is
 * none.
 */
export function takeArgument(cursor: Cursor): Node[] | null {
  skipSpace(cursor);
  const next = cursor.nodes[cursor.at];
  if (next === undefined || next.type === 'parbreak') return null;
  cursor.at += 1;
  return next.type === 'group' ? next.content : [next];
}

/** Takes a group that follows; null, with the cursor unmoved, when something else follows. */
export function takeGroup(cursor: Cursor): Node[] | null {
  const start = cursor.at;
  skipSpace(cursor);
  const next = cursor.nodes[cursor.at];
  if (next?.type === 'group') {
    cursor.at += 1;
    return next.content;
  }
  cursor.at = start;
  return null;
}

/** Takes `[…]` right behind a macro; null when there is none. */
export function takeOptional(cursor: Cursor): Node[] | null {
  if (!isString(cursor.nodes[cursor.at], '[')) return null;
  const end = cursor.nodes.findIndex((node, at) => at > cursor.at && isString(node, ']'));
  if (end === -1) return null;
  const content = cursor.nodes.slice(cursor.at + 1, end);
  cursor.at = end + 1;
  return content;
}

export const isString = (node: Node | undefined, text: string) =>
  node?.type === 'string' && node.content === text;

export const isMacro = (node: Node | undefined, ...names: string[]) =>
  node?.type === 'macro' && names.includes(node.content);

export const isSpace = (node: Node | undefined) => node?.type === 'whitespace' || node?.type === 'comment';
