import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OwnMarkdown } from '#features/problems/markdown.tsx';

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
