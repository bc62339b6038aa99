import type { Problem } from '@balloon/contracts/problems/problems.ts';
import { describe, expect, test } from 'vitest';
import { olderFormulas } from '#older-forms/older-formulas.ts';
import { olderMarkdown } from '#older-forms/older-markdown.ts';
import { olderProblem } from '#older-forms/older-problem.ts';

const PROBLEM: Problem = {
  id: 1,
  title: 'Sum',
  systemType: 'balloon',
  foreignProblemIdentifier: '',
  htmlStatement: '<p>Add \\(a\\) and b.</p>',
  attachments: {},
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  timeLimitMs: 1500,
  memoryLimitKb: 262_144,
  samples: [{ input: '1 2\n\n<3', output: '3' }],
  locale: null,
};
const shown = (change: Partial<Problem>, locale: 'ru-ru' | 'en-us' = 'en-us') =>
  olderProblem({ ...PROBLEM, ...change }, locale);

describe('a statement for older clients', () => {
  test('has limits before and samples after the text, in HTML', () => {
    const { htmlStatement, attachments } = shown({});

    expect(htmlStatement).toMatch(
      /^<p align="center">Time limit: 1\.5 s<br>Memory limit: 256 MB<\/p><p>Add \$\$\$a\$\$\$ and b\.<\/p><h3>Example<\/h3><table/,
    );
    expect(htmlStatement).toContain('<pre>&#10;1 2&#10;&#10;&lt;3</pre>');
    expect(attachments).toEqual({});
  });

  test('speaks the language of the statement, else that of the reader', () => {
    expect(shown({}, 'ru-ru').htmlStatement).toContain('Ограничение по времени: 1,5 с');
    expect(shown({ locale: 'en-us' }, 'ru-ru').htmlStatement).toContain('Time limit: 1.5 s');
  });

  test('of a foreign judge gets nothing that its own HTML says', () => {
    const foreign = { timeLimitMs: null, memoryLimitKb: null, samples: [], systemType: 'acmp' as const };
    expect(shown(foreign)).toMatchObject({
      htmlStatement: '<p>Add $$$a$$$ and b.</p>',
      systemType: 'acmp',
    });
  });

  test('ends with the samples below an own text, on one line of HTML', () => {
    const { htmlStatement, attachments } = shown({ attachments: { content: { text: 'Find $x_1$.' } } });

    expect(htmlStatement).not.toContain('<table');
    const [text, empty, samples, ...rest] = attachments.content?.text?.split('\n') ?? [];
    expect([text, empty, rest]).toEqual(['Find $$$x&#95;1$$$.', '', []]);
    expect(samples).toContain('<table');
  });

  test('keeps limits and samples where an own text replaces the HTML', () => {
    const config = { markup: 'markdown', replaced: true };
    const { htmlStatement, attachments } = shown({ attachments: { config, content: { text: 'Mine' } } });

    expect(htmlStatement).toMatch(/^<p align="center">Time limit.*<\/p>$/);
    expect(attachments.config?.replaced).toBe(false);
    expect(attachments.content?.text).toMatch(/^Mine\n\n<h3>Example/);

    const onlyFiles = shown({ attachments: { config, files: [{ type: 'pdf', url: '/rules.pdf' }] } });
    expect(onlyFiles.htmlStatement).toMatch(/^<p align.*<\/table>$/);
    expect(onlyFiles.htmlStatement).not.toContain('Add');
  });

  test('with files has the settings without which older clients fail', () => {
    const files = [{ type: 'pdf', url: '/rules.pdf' }];
    expect(shown({ attachments: { files } }).attachments).toEqual({
      files,
      config: { markup: 'markdown', replaced: false },
      content: { text: '' },
    });
  });
});

describe('formulas for older clients', () => {
  test.each([
    ['\\(a\\), \\(b\\)', '$$$a$$$, $$$b$$$'],
    ['<div class="math">\\[x &lt; y\\]</div>', '<div class="math">$$$$$$x &lt; y$$$$$$</div>'],
    ['<pre>\\(a\\)<b>\\(c\\)</b></pre><p>\\(b\\)</p>', '<pre>\\(a\\)<b>\\(c\\)</b></pre><p>$$$b$$$</p>'],
    ['<img alt="\\(a\\)" src="x">', '<img alt="\\(a\\)" src="x">'],
    ['\\(a <b>\\)</b> \\[ \\( \\)', '\\(a <b>\\)</b> \\[ $$$ $$$'],
    ['no \\\\ formula', 'no \\\\ formula'],
  ])('%s', (html, expected) => {
    expect(olderFormulas(html)).toBe(expected);
  });

  test.each([
    ['costs 5$', 'costs 5$'],
    ['`$a$` and $a$', '`$a$` and $$$a$$$'],
    ['- item\n\n  $$\n  x^2\n  + y\n  $$\n', '- item\n\n  $$$$$$x&#94;2 &#43; y$$$$$$\n'],
    ['```tex\n$a$\n```', '```tex\n$a$\n```'],
  ])('in Markdown: %s', (text, expected) => {
    expect(olderMarkdown(text)).toBe(expected);
  });
});
