import { Lexer } from 'yaml';

/*
 * Bounds of YAML, found by the parser's own lexer in one pass: it makes neither a tree nor the values of aliases, and
 * does not go deeper where the text does.
 */

/** Lists and maps in brackets inside one another. */
const MAX_FLOW_DEPTH = 30;
/** Column at which a line may begin, with the dashes and question marks before it: each level takes one at least. */
const MAX_INDENT = 100;
/** Pieces of syntax; a key with its value is about five. */
const MAX_TOKENS = 20_000;
/** Uses of aliases: enough for people, too few to make a small file huge. */
export const MAX_ALIASES = 100;

/** Names what is too large or too deep in a YAML text; null if it may be parsed. Takes linear time. */
export function findYamlExcess(text: string): string | null {
  let tokens = 0;
  let aliases = 0;
  let flowDepth = 0;
  let indent: number | null = 0;
  for (const token of new Lexer().lex(text)) {
    tokens += 1;
    if (tokens > MAX_TOKENS) return `has more than ${MAX_TOKENS} keys, values and marks`;
    indent = indentAfter(token, indent);
    if (indent !== null && indent > MAX_INDENT) return `is indented by more than ${MAX_INDENT} columns`;
    const sign = token[0] ?? '';
    if (sign === '[' || sign === '{') flowDepth += 1;
    if (sign === ']' || sign === '}') flowDepth -= 1;
    if (flowDepth > MAX_FLOW_DEPTH) return `nests lists deeper than ${MAX_FLOW_DEPTH} levels`;
    if (sign === '*') aliases += 1;
    if (aliases > MAX_ALIASES) return `uses more than ${MAX_ALIASES} aliases`;
  }
  return null;
}

/** Mark of the lexer's own, which is not in the text. */
const DOCUMENT_BEGINS = '\u0002';

/** Column behind the indentation and marks at the start of a line; null once anything else stands in the line. */
function indentAfter(token: string, indent: number | null): number | null {
  if (token.startsWith('\n') || token.startsWith('\r') || token === DOCUMENT_BEGINS) return 0;
  if (indent === null) return null;
  return token.trim() === '' || ['-', '?', ':'].includes(token) ? indent + token.length : null;
}
