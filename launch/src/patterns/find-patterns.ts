import { parseSync, Visitor } from 'vite';

export interface FoundPattern {
  /** Path relative to the repository. */
  file: string;
  line: number;
  /** Source of the pattern; null when it is composed at run time. */
  source: string | null;
  flags: string;
}

/** Finds all regular expressions of a source file: literals, and arguments of `RegExp`. */
export function findPatterns(file: string, text: string): FoundPattern[] {
  const found: FoundPattern[] = [];
  const add = (start: number, source: string | null, flags: string) =>
    found.push({ file, line: text.slice(0, start).split('\n').length, source, flags });
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  new Visitor({
    Literal(node) {
      if ('regex' in node && node.regex) add(node.start, node.regex.pattern, node.regex.flags);
    },
    NewExpression({ callee, arguments: given, start }) {
      if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
      add(start, stringOf(given[0]), stringOf(given[1]) ?? '');
    },
  }).visit(program);
  return found;
}

function stringOf(node: { type: string } | undefined): string | null {
  return node?.type === 'Literal' && 'value' in node && typeof node.value === 'string' ? node.value : null;
}
