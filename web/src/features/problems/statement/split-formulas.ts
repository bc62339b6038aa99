/*
 * Finds formulas in a text of a statement. Each sign is looked for once per place, and a sign that stands nowhere further
 * on is not looked for again, so that a text takes linear time whatever it holds.
 */

/** Piece of a text: words, or the inside of a formula. */
export type TextPiece = { text: string } | { tex: string; isDisplay: boolean; source: string };

interface Sign {
  left: string;
  right: string;
  isDisplay: boolean;
}

/** Signs that mean nothing else; the longer one is tried first. */
const CLEAR_SIGNS: readonly Sign[] = [
  { left: '$$$$$$', right: '$$$$$$', isDisplay: true },
  { left: '$$$', right: '$$$', isDisplay: false },
  { left: '\\[', right: '\\]', isDisplay: true },
  { left: '\\(', right: '\\)', isDisplay: false },
];

/** Signs of TeX, one of which is also that of a currency. */
const DISPLAY: Sign = { left: '$$', right: '$$', isDisplay: true };
const INLINE: Sign = { left: '$', right: '$', isDisplay: false };

/**
 * Splits a text into words and formulas.
 *
 * @param hasDollars whether `$…$` and `$$…$$` are formulas; a dollar of a price stays one
 */
export function splitFormulas(text: string, hasDollars: boolean): TextPiece[] {
  const signs = hasDollars ? [...CLEAR_SIGNS, DISPLAY, INLINE] : CLEAR_SIGNS;
  const missing = new Set<string>();
  const pieces: TextPiece[] = [];
  let done = 0;
  let at = nextSign(text, 0);
  while (at < text.length) {
    const found = formulaAt(text, at, signs, missing);
    if (found) {
      if (at > done) pieces.push({ text: text.slice(done, at) });
      const { end, tex, isDisplay } = found;
      pieces.push({ tex, isDisplay, source: text.slice(at, end) });
      done = end;
    }
    at = nextSign(text, found ? done : afterSign(text, at));
  }
  if (done < text.length) pieces.push({ text: text.slice(done) });
  return pieces;
}

/** Place of the next dollar or backslash; the length of the text when there is none. */
function nextSign(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '$' && text[at] !== '\\') at += 1;
  return at;
}

/** Place after a run of dollars, or after a backslash and what it escapes. */
function afterSign(text: string, at: number): number {
  if (text[at] === '\\') return at + 2;
  let end = at;
  while (text[end] === '$') end += 1;
  return end;
}

function formulaAt(text: string, at: number, signs: readonly Sign[], missing: Set<string>) {
  for (const sign of signs) {
    const { left, right, isDisplay } = sign;
    if (!text.startsWith(left, at) || missing.has(right)) continue;
    const from = at + left.length;
    const close = text.indexOf(right, from);
    if (close < 0) {
      missing.add(right);
      continue;
    }
    const tex = text.slice(from, close);
    const end = close + right.length;
    if (tex.trim() === '' || (sign === INLINE && !isInline(text, at, end))) continue;
    return { end, tex, isDisplay };
  }
  return null;
}

/**
 * Whether `$…$` is a formula rather than two prices: it has no space beside its signs, no digit follows it, and it
 * holds neither lines of text nor words after a number.
 */
function isInline(text: string, at: number, end: number): boolean {
  const tex = text.slice(at + 1, end - 1);
  if (tex.length > MAX_INLINE || /^\s|\s$/.test(tex) || isDigit(text[end]) || text[end] === '$') return false;
  if (isDigit(text[at - 1]) && !/^[a-z\\^_{]/i.test(tex)) return false;
  return !(isDigit(tex[0]) && WORD.test(tex)) && !tex.includes('\n\n');
}

/** Longest formula within a line, in characters. */
const MAX_INLINE = 1_000;
/** Letters that are no command of TeX. */
const WORD = /(?:^|[^\\\p{L}{])\p{L}{2}/u;
const isDigit = (sign: string | undefined) => sign !== undefined && sign >= '0' && sign <= '9';
