/** Replaces combinations of signs as TeX's fonts do. Idempotent, because text is joined in several steps. */
export function typeset(text: string): string {
  return (
    text
      .replace(/-{3,}/g, '—')
      .replace(/--/g, '–')
      .replace(/"(?:---|—)/g, '—')
      .replace(/"[=~]/g, '-')
      .replace(/<</g, '«')
      .replace(/>>/g, '»')
      .replace(/"`|,,/g, '„')
      .replace(/``/g, '“')
      .replace(/''|"'/g, '”')
      .replace(/`([^`'\n]{1,80})'/g, '‘$1’')
      .replace(/(\p{L})'(?=\p{L})/gu, '$1’')
      .replace(/[ \n\t]+/g, ' ')
      // A dash must not begin a line.
      .replace(/ —(?=\s)/g, '\u00a0—')
  );
}

/** Combining marks by the accent's macro. */
const ACCENTS: Readonly<Record<string, string>> = {
  '`': '\u0300',
  "'": '\u0301',
  '^': '\u0302',
  '~': '\u0303',
  '=': '\u0304',
  u: '\u0306',
  '.': '\u0307',
  '"': '\u0308',
  r: '\u030a',
  H: '\u030b',
  v: '\u030c',
  d: '\u0323',
  c: '\u0327',
  k: '\u0328',
  b: '\u0331',
};

export const isAccent = (macro: string) => macro in ACCENTS;

/**
 * Adds an accent.
 *
 * @param letters text whose first letter gets the accent
 */
export function accented(macro: string, letters: string): string {
  const [first = '', ...rest] = letters.replace(/^ı/, 'i').replace(/^ȷ/, 'j');
  return (first + (ACCENTS[macro] ?? '')).normalize('NFC') + rest.join('');
}

/** Macros that stand for text. */
export const SYMBOLS: Readonly<Record<string, string>> = {
  '%': '%',
  '#': '#',
  '&': '&',
  $: '$',
  _: '_',
  '{': '{',
  '}': '}',
  ' ': ' ',
  '\n': ' ',
  ',': '\u2009',
  ';': '\u2005',
  ':': '\u2005',
  '>': '\u2005',
  '!': '',
  '-': '\u00ad',
  '/': '',
  '@': '',
  enspace: '\u2002',
  enskip: '\u2002',
  quad: '\u2003',
  qquad: '\u2003\u2003',
  thinspace: '\u2009',
  space: ' ',
  nobreakspace: '\u00a0',
  ldots: '…',
  dots: '…',
  textellipsis: '…',
  textbackslash: '\\',
  textasciitilde: '~',
  textasciicircum: '^',
  textasciigrave: '`',
  textbar: '|',
  textless: '<',
  textgreater: '>',
  textunderscore: '_',
  textdollar: '$',
  textbraceleft: '{',
  textbraceright: '}',
  textquotedbl: '"',
  textquotesingle: "'",
  textquotedblleft: '“',
  textquotedblright: '”',
  textquoteleft: '‘',
  textquoteright: '’',
  guillemotleft: '«',
  guillemotright: '»',
  guillemetleft: '«',
  guillemetright: '»',
  flqq: '«',
  frqq: '»',
  glqq: '„',
  grqq: '“',
  lq: '‘',
  rq: '’',
  textendash: '–',
  textemdash: '—',
  cyrdash: '—',
  textbullet: '•',
  textnumero: '№',
  No: '№',
  textdegree: '°',
  degree: '°',
  texttimes: '×',
  textpm: '±',
  textmu: 'µ',
  texteuro: '€',
  euro: '€',
  pounds: '£',
  textsterling: '£',
  copyright: '©',
  textcopyright: '©',
  textregistered: '®',
  texttrademark: '™',
  S: '§',
  P: '¶',
  dag: '†',
  ddag: '‡',
  textrightarrow: '→',
  textleftarrow: '←',
  aa: 'å',
  AA: 'Å',
  ae: 'æ',
  AE: 'Æ',
  oe: 'œ',
  OE: 'Œ',
  o: 'ø',
  O: 'Ø',
  l: 'ł',
  L: 'Ł',
  ss: 'ß',
  i: 'ı',
  j: 'ȷ',
  dh: 'ð',
  th: 'þ',
  TeX: 'TeX',
  LaTeX: 'LaTeX',
  LaTeXe: 'LaTeX',
};
