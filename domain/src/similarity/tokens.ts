import type { LanguageFamily } from '#languages/languages.ts';

/** A piece of a program: what it is, without the name that its author gave, and the line where it stands (from 1). */
export interface Token {
  kind: string;
  line: number;
}

/** How comments and strings of a language are written. */
interface Lexis {
  lineComments: readonly string[];
  blockComments: readonly (readonly [open: string, close: string])[];
  quotes: readonly string[];
  /** Whether lines that begin with `#` are directives, which say nothing of who wrote the program. */
  hasDirectives?: boolean;
}

const C_LIKE: Lexis = { lineComments: ['//'], blockComments: [['/*', '*/']], quotes: ['"', "'", '`'] };
const HASH: Lexis = {
  lineComments: ['#'],
  blockComments: [
    ['"""', '"""'],
    ["'''", "'''"],
  ],
  quotes: ['"', "'"],
};
const DASHES: Lexis = { lineComments: ['--'], blockComments: [['{-', '-}']], quotes: ['"', "'"] };
const PASCAL: Lexis = {
  lineComments: ['//'],
  blockComments: [
    ['{', '}'],
    ['(*', '*)'],
  ],
  quotes: ["'"],
};

const LEXIS: Partial<Record<LanguageFamily, Lexis>> = {
  c_cpp: { ...C_LIKE, hasDirectives: true },
  csharp: { ...C_LIKE, hasDirectives: true },
  python: HASH,
  ruby: HASH,
  perl: HASH,
  sh: HASH,
  r: HASH,
  pascal: PASCAL,
  haskell: DASHES,
  lua: DASHES,
  ada: DASHES,
  ocaml: { lineComments: [], blockComments: [['(*', '*)']], quotes: ['"'] },
};

/** Words that keep their meaning whoever wrote the program; all other names are one and the same. */
const WORDS = new Set(
  `abstract and array as begin bool boolean break case catch char class const continue def default del div do double
  downto elif else end enum except extends false final finally float for foreach from func function goto if implements in
  int interface is lambda let long match mod module new nil none not null object of or override package pass private
  procedure program protected public raise range record repeat return self short signed static string struct super switch
  template then this throw throws to true try type typedef union unit unsigned until uses val var vector virtual void
  volatile when while with xor yield import using namespace include`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

const NEWLINE = 10;

/** Longest source that is read, in characters; submissions have fewer. */
const MAX_LENGTH = 512 * 1024;

/**
 * Reads a program as tokens in time linear in its length, whatever stands in it: names, numbers and texts lose what they
 * say, comments, blanks and directives are left out.
 */
export function tokensOf(source: string, family: LanguageFamily): Token[] {
  const lexis = LEXIS[family] ?? C_LIKE;
  const text = source.slice(0, MAX_LENGTH);
  const tokens: Token[] = [];
  let line = 1;
  let isLineStart = true;
  for (let at = 0; at < text.length; ) {
    const sign = text.charAt(at);
    if (sign === '\n') {
      line += 1;
      isLineStart = true;
      at += 1;
      continue;
    }
    if (isBlank(sign)) {
      at += 1;
      continue;
    }
    const skipped = endOfSkipped(text, at, lexis, isLineStart);
    isLineStart = false;
    if (skipped > at) {
      line += newlinesIn(text, at, skipped);
      at = skipped;
      continue;
    }
    const end = endOfToken(text, at, lexis);
    tokens.push({ kind: kindOf(text.slice(at, end), lexis), line });
    line += newlinesIn(text, at, end);
    at = end;
  }
  return tokens;
}

const isBlank = (sign: string) => sign === ' ' || sign === '\t' || sign === '\r' || sign === '\f';
const isDigit = (sign: string) => sign >= '0' && sign <= '9';
const isLetter = (sign: string) =>
  (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z') || sign === '_' || sign > '\u007f';

/** Where a comment or directive ends that begins here, or `at` when none does. */
function endOfSkipped(text: string, at: number, lexis: Lexis, isLineStart: boolean): number {
  const isDirective = lexis.hasDirectives === true && isLineStart && text.charAt(at) === '#';
  if (isDirective || lexis.lineComments.some((open) => text.startsWith(open, at))) {
    const end = text.indexOf('\n', at);
    return end === -1 ? text.length : end;
  }
  for (const [open, close] of lexis.blockComments) {
    if (!text.startsWith(open, at)) continue;
    const end = text.indexOf(close, at + open.length);
    return end === -1 ? text.length : end + close.length;
  }
  return at;
}

function endOfToken(text: string, at: number, { quotes }: Lexis): number {
  const first = text.charAt(at);
  if (quotes.includes(first)) return endOfText(text, at, first);
  if (!isLetter(first) && !isDigit(first)) return at + 1;
  let end = at + 1;
  while (end < text.length && (isLetter(text.charAt(end)) || isDigit(text.charAt(end)))) end += 1;
  return end;
}

/** A text ends with its quote, or with the line: an apostrophe of another meaning must not swallow the program. */
function endOfText(text: string, at: number, quote: string): number {
  for (let end = at + 1; end < text.length; end += 1) {
    const sign = text.charAt(end);
    if (sign === '\n') return end;
    if (sign === '\\') end += 1;
    else if (sign === quote) return end + 1;
  }
  return text.length;
}

function kindOf(text: string, { quotes }: Lexis): string {
  const first = text.charAt(0);
  if (quotes.includes(first)) return 'text';
  if (isDigit(first)) return 'number';
  if (!isLetter(first)) return first;
  const word = text.toLowerCase();
  return WORDS.has(word) ? word : 'name';
}

/** Does not look beyond `to`: in a program of one line that would be all the rest, again for each token. */
function newlinesIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) if (text.charCodeAt(at) === NEWLINE) count += 1;
  return count;
}
