import { findMarkdownExcess } from '@balloon/domain/text/markdown-bounds.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, test } from 'vitest';
import { OwnMarkdown } from '#features/problems/statement/markdown.tsx';
import { loadTypesetter } from '#features/problems/statement/typesetter.ts';

beforeAll(async () => void (await loadTypesetter()));

const render = (text: string) => renderToStaticMarkup(<OwnMarkdown text={text} />);

test('formulas are typeset, inline and as a block', () => {
  const html = render('Пусть $n \\le 5$.\n\n$$\nx^2\n$$\n\n```tex\ny^2\n```');
  expect(html.match(/class="katex"/g)).toHaveLength(3);
  expect(html.match(/class="katex-display"/g)).toHaveLength(2);
  expect(html).not.toContain('<pre');
});

test('a mistake in a formula shows red instead of breaking the page', () => {
  expect(render('$\\frac{1$ and more')).toContain('katex-error');
});

test('raw HTML shows as text, and dangerous links lead nowhere', () => {
  const html = render(
    '<img src=x onerror=alert(1)> [go](javascript:alert(1)) $\\href{javascript:alert(1)}{x}$',
  );
  expect(html).not.toContain('<img');
  expect(html).not.toMatch(/href="javascript/);
});

test('tables and code keep their shape', () => {
  const html = render('| a | b |\n|---|---|\n| 1 | 2 |\n\n```cpp\nint x;\n```');
  expect(html).toContain('<td>2</td>');
  expect(html).toContain('<code class="language-cpp">int x;\n</code>');
});

test.each([
  ['nested quotes', '> '.repeat(9_990)],
  ['nested emphasis', `${'*'.repeat(9_990)}a${'*'.repeat(9_990)}`],
  ['nested lists', `${'- '.repeat(9_990)}a`],
  ['nested numbers', `${'1. '.repeat(6_000)}a`],
  ['underlined headings', 'a\n=\n'.repeat(5_000)],
  ['unclosed brackets', '['.repeat(20_000)],
])('%s show as text', (_what, attack) => {
  const html = render(`before\n\n${attack}\n\nafter`);
  expect(html).toContain('before\n\n');
  expect(html).not.toMatch(/<(blockquote|em|strong|li|h1|h2)>/);
});

test('a text whose tree is too deep shows as text, also when nothing was nested at first sight', () => {
  const deep = `${'*a **b '.repeat(70)}${'b** a* '.repeat(70)}`;
  expect(findMarkdownExcess(deep)).toBeNull();
  expect(render(deep)).not.toContain('<em>');
});

test('a formula that is nested too deeply shows as it was written', () => {
  const html = render(`before $${'{'.repeat(9_000)}${'}'.repeat(9_000)}$`);
  expect(html).toContain('<code>{{{');
});
