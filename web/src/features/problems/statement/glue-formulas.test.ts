import { expect, test } from 'vitest';
import { glueFormulas, type MarkdownNode } from '#features/problems/statement/glue-formulas.ts';

const text = (value: string): MarkdownNode => ({ type: 'text', value });
const math = (value: string): MarkdownNode => ({ type: 'inlineMath', value });

/** Returns the paragraph after the step, with glued pieces in brackets. */
function glued(...children: MarkdownNode[]): string {
  const paragraph: MarkdownNode = { type: 'paragraph', children };
  glueFormulas()({ type: 'root', children: [paragraph] });
  const show = (node: MarkdownNode): string =>
    node.type === 'glued' ? `[${node.children?.map(show).join('')}]` : (node.value ?? '');
  return paragraph.children?.map(show).join('') ?? '';
}

test('an ending, a bracket and a comma stay with their formula', () => {
  expect(glued(text('верёвка '), math('i'), text('-го шара'))).toBe('верёвка [i-го] шара');
  expect(glued(text('число ('), math('n'), text('), дальше'))).toBe('число [(n),] дальше');
});

test('what stands apart by a space or a dash stays apart', () => {
  expect(glued(text('число '), math('n'), text(' строк'))).toBe('число n строк');
  expect(glued(math('n'), text('\u2014это'))).toBe('n\u2014это');
});

test('commands and braces do not make a formula long', () => {
  const tex = '1 \\le n \\le 10^{5}';
  expect(glued(text('где '), math(tex), text('. Дальше'))).toBe(`где [${tex}.] Дальше`);
});

test('a long formula is left alone, since it may have to break', () => {
  const tex = 'h_1, h_2, \\ldots, h_n';
  expect(glued(text('('), math(tex), text(')'))).toBe(`(${tex})`);
});
