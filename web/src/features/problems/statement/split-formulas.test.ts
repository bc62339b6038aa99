import { describe, expect, test } from 'vitest';
import { splitFormulas } from '#features/problems/statement/split-formulas.ts';

/** The text with formulas in angle brackets, displayed ones doubled. */
const marked = (text: string, hasDollars = true) =>
  splitFormulas(text, hasDollars)
    .map((piece) => {
      if ('text' in piece) return piece.text;
      return piece.isDisplay ? `<<${piece.tex}>>` : `<${piece.tex}>`;
    })
    .join('');

test.for<[string, string]>([
  ['$n$ and $a_i \\le 10^5$.', '<n> and <a_i \\le 10^5>.'],
  ['$$\\sum a_i$$', '<<\\sum a_i>>'],
  ['$$$n$$$ of $$$$$$m$$$$$$', '<n> of <<m>>'],
  ['\\(x\\) and \\[y\\]', '<x> and <<y>>'],
  ['10$^5$ and 2$n$', '10<^5> and 2<n>'],
  ['$5 < n < 10$', '<5 < n < 10>'],
  ['$2 \\cdot 10^5$', '<2 \\cdot 10^5>'],
  ['$10^{\\text{six}}$', '<10^{\\text{six}}>'],
  ['costs $5, then $n$ items', 'costs $5, then <n> items'],
])('%s has formulas', ([text, expected]) => {
  expect(marked(text)).toBe(expected);
});

test.for([
  'costs $5',
  'from $5 to $10',
  '$5-$10',
  'US$5 and HK$7',
  '5$ or 6$',
  '(5$,6$)',
  '$5 (or 3$)',
  'За $5 купили, а за $6 продали',
  '$ n $',
  '$$',
  '$$$',
  '$$$$$$',
  '\\$5 and \\$6',
  '\\(never closed',
  '$\n\n$',
  '',
])('%j has none', (text) => {
  expect(marked(text)).toBe(text);
});

test('without dollars only signs that mean nothing else are formulas', () => {
  expect(marked('$n$ $$m$$ $$$k$$$ \\(l\\)', false)).toBe('$n$ $$m$$ <k> <l>');
});

describe('a hostile text', () => {
  const SIZE = 400_000;

  test.for(['$', '$a', '$a ', '$$a', '$$$', '\\(', '\\[', '\\', '$a\\(', '$x$ '])(
    'of %j is taken apart',
    (part) => {
      const text = part.repeat(Math.ceil(SIZE / part.length));
      const pieces = splitFormulas(text, true);
      expect(pieces.map((piece) => ('text' in piece ? piece.text : piece.source)).join('')).toBe(text);
    },
  );
});
