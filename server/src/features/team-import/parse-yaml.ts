import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

/* Bounds within which the parser's time and depth stay small. */
const MAX_CHARACTERS = 500_000;
const MAX_DEPTH = 30;
const MAX_INDENT = 100;

/**
 * Values of a YAML text without aliases.
 *
 * @throws {Error} with the place where it is none, or when it is too large or too deep
 */
export function parseYaml(text: string): unknown {
  if (text.length > MAX_CHARACTERS) throw new Error(`must have at most ${MAX_CHARACTERS} characters`);
  expectFlat(text);
  const { parseDocument } = load('yaml') as typeof import('yaml'); // for the few imports that have such files
  const document = parseDocument(text, { uniqueKeys: false, logLevel: 'error' });
  const [error] = document.errors;
  if (error) throw new Error(error.message.split('\n')[0]);
  return document.toJS({ maxAliasCount: 0 });
}

/** Refuses text that may nest deeply, in one pass; a bracket within quotes counts, too. */
function expectFlat(text: string): void {
  let depth = 0;
  let indent = 0;
  let isAtStart = true;
  for (const character of text) {
    if (character === '\n') [indent, isAtStart] = [0, true];
    else if (isAtStart && (character === ' ' || character === '-' || character === '?')) indent += 1;
    else isAtStart = false;
    if (character === '[' || character === '{') depth += 1;
    if (character === ']' || character === '}') depth -= 1;
    if (depth > MAX_DEPTH || indent > MAX_INDENT) throw new Error('nests too deeply');
  }
}
