import { expect, test } from 'vitest';
import { sanitizeStatement } from '#features/problems/sanitize-statement.ts';
import { exceedsHtmlBounds } from '#markup/html-bounds.ts';

const TOO_MUCH = [
  ['nested elements', '<b>'.repeat(100_000)],
  ['elements that never close, and closings of others', `${'<b>'.repeat(100_000)}${'</i>'.repeat(100_000)}`],
  ['nested tables', '<table><tr><td>'.repeat(5_000)],
  ['items in paragraphs in items', '<li><p>'.repeat(5_000)],
  ['elements side by side', '<b>a</b>'.repeat(30_000)],
  ['a text without end', 'a'.repeat(2_000_001)],
] as const;

test.each(TOO_MUCH)(
  '%s are beyond the bounds, and what is stored of that kind shows as text',
  (_what, html) => {
    expect(exceedsHtmlBounds(html)).toBe(true);
    const shown = sanitizeStatement(html);
    expect(shown.match(/<[^>]*>/g)).toEqual(['<pre>', '</pre>']);
    expect(shown).toContain(html.slice(0, 3).replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
  },
);

test.each([
  ['unclosed paragraphs', '<p>words'.repeat(2_000)],
  ['a table', `<table>${'<tr><td>1<td>2'.repeat(2_000)}</table>`],
  ['a picture in the text', `<img src="data:image/png;base64,${'A'.repeat(900_000)}">`],
  ['nothing but signs', '<'.repeat(50_000)],
])('%s are within them', (_what, html) => {
  expect(exceedsHtmlBounds(html)).toBe(false);
});
