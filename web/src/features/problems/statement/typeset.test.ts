import { expect, test } from 'vitest';
import { typeset } from '#features/problems/statement/typeset.ts';

const letters = (html: string | null) => html?.match(/<mi>x<\/mi>/g)?.length ?? 0;

test.each([
  ['a macro that is used often', `\\def\\a{${'x'.repeat(400)}}${'\\a'.repeat(400)}`],
  [
    'macros that double what they are given',
    '\\def\\u#1{\\v{#1#1}}\\def\\v#1{\\w{#1#1}}\\def\\w#1{\\u{#1#1}}\\u{x}',
  ],
  ['a macro that is given much', `\\def\\a#1{${'#1'.repeat(90)}}\\a{\\a{${'x'.repeat(90)}}}`],
])('a formula that its macros make too long is shown as written: %s', (_what, tex) => {
  const html = typeset(tex, true);
  expect(html).toContain('katex-error');
  expect(html?.length).toBeLessThan(10_000);
});

test('macros of a usual formula are replaced', () => {
  expect(
    letters(
      typeset('\\newcommand{\\norm}[1]{\\lVert #1 \\rVert} \\norm{x} \\le \\norm{x + \\norm{x}}', false),
    ),
  ).toBe(3);
  expect(
    letters(typeset('\\def\\row{x & x & x \\\\} \\begin{matrix} \\row \\row \\row \\end{matrix}', true)),
  ).toBe(9);
  expect(letters(typeset(`${'\\text{if } x \\ne 0 \\implies '.repeat(20)} 1`, true))).toBe(20);
});
