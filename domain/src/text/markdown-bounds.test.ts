import { expect, test } from 'vitest';
import { findMarkdownExcess, MAX_MARKDOWN_LENGTH } from '#text/markdown-bounds.ts';

test.each([
  ['nested quotes', '> '.repeat(9_990), 'nesting'],
  ['quotes without spaces', `${'>'.repeat(19_000)}a`, 'nesting'],
  ['nested lists on one line', `${'- '.repeat(9_990)}a`, 'nesting'],
  ['nested numbers', '1. '.repeat(6_000), 'nesting'],
  ['quotes and lists by turns', '> - '.repeat(5_000), 'nesting'],
  ['nested footnotes', '[^a]: '.repeat(3_000), 'nesting'],
  [
    'lists nested by indentation',
    Array.from({ length: 130 }, (_, depth) => `${' '.repeat(2 * depth)}- a`).join('\n'),
    'nesting',
  ],
  ['stars around a letter', `${'*'.repeat(9_990)} a ${'*'.repeat(9_990)}`, null], // lines of one sign are rules
  ['stars at a letter', `${'*'.repeat(9_990)}a${'*'.repeat(9_990)}`, 'marks'],
  ['nested emphasis', '*a _b ~~c '.repeat(2_000), 'marks'],
  ['emphasis that opens', '*a **b '.repeat(2_800), 'marks'],
  ['brackets that open', '['.repeat(19_000), 'marks'],
  ['pictures in pictures', '![a'.repeat(6_000), 'marks'],
  ['links that never end', '[a](b "'.repeat(2_800), 'marks'],
  ['tags that never end', '<a b="'.repeat(3_300), 'marks'],
  ['comments that never end', '<!-- a'.repeat(3_300), 'marks'],
  ['code that never ends', '`a``b'.repeat(4_000), 'marks'],
  ['formulas that never end', '$a$$b'.repeat(4_000), 'marks'],
  ['underlined headings', 'a\n=\n'.repeat(4_900), 'marks'],
  [
    'a table that pads its rows',
    `${'|a'.repeat(2_000)}\n${'|-'.repeat(2_000)}\n${'a\n'.repeat(3_000)}`,
    'cells',
  ],
  ['a text without end', 'a '.repeat(MAX_MARKDOWN_LENGTH), 'length'],
])('%s', (_what, text, excess) => {
  expect(findMarkdownExcess(text)).toBe(excess);
});

const CODE = `for (int i = 0; i < n; i++) {
    int *p = &a[i][b[i]], **q = &p;
    if (*p < x && !(y & 1)) c = *p * y * __builtin_popcount(x_1);
        - not a list
}
`;

test.each([
  [
    'a statement',
    `# Title\n\n${'Given $n$ ($1 \\le n \\le 10^5$) *words* of **text_with_names**.\n\n'.repeat(500)}`,
  ],
  ['code in a block', `\`\`\`cpp\n${CODE.repeat(30)}\`\`\``],
  ['nested lists of an honest depth', '- a\n  - b\n    - c\n      1. d\n         > e\n'.repeat(100)],
  ['rules of any length', `${'-'.repeat(500)}\n\n${'* '.repeat(100)}\n\n${'_'.repeat(200)}`],
  ['a table', `|a|b|c|\n|-|:-:|-|\n${'|1|2|3|\n'.repeat(1_000)}`],
  ['links and pictures', 'See [the page](https://example.org/a_b "title") ![x](y.png).\n'.repeat(60)],
  ['blanks to fill in', `Answer: ${'_'.repeat(60)} end\n\n`.repeat(100)],
])('%s is parsed', (_what, text) => {
  expect(findMarkdownExcess(text)).toBeNull();
});
