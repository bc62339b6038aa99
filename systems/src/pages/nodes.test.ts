import { expect, test } from 'vitest';
import { isText, nodesWithin, proseWithin, textOf } from '#pages/nodes.ts';
import { readHtml } from '#pages/read-page.ts';

const PAGE = '<p>a<b>b<i>c</i></b><!-- no --><code>d</code></p><pre>e<b>f</b></pre>g';

test('nodes come in the order of the page, without what is not entered', () => {
  const $ = readHtml(PAGE);
  const texts = (nodes: ReturnType<typeof nodesWithin>) => [...nodes.filter(isText)].map(({ data }) => data);
  const root = $.root().contents();
  expect(texts(nodesWithin(root))).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  expect(texts(nodesWithin(root, ({ name }) => name !== 'b'))).toEqual(['a', 'd', 'e', 'g']);
});

test('prose is text outside of programs and samples, also while it is replaced', () => {
  const $ = readHtml(PAGE);
  for (const text of proseWithin($.root())) $(text).replaceWith(textOf($, `<${text.data}>`));
  expect($.html()).toBe(
    '<p>&lt;a&gt;<b>&lt;b&gt;<i>&lt;c&gt;</i></b><!-- no --><code>d</code></p><pre>e<b>f</b></pre>&lt;g&gt;',
  );
});

test('many neighbours and a deep page are walked through without a deep stack', () => {
  const wide = readHtml(`<p>${'<br>'.repeat(9_000)}</p>`.repeat(10));
  expect([...nodesWithin(wide.root())]).toHaveLength(90_011);
  const deep = readHtml(`${'<b>'.repeat(200)}x`);
  expect([...proseWithin(deep.root())]).toHaveLength(1);
});
