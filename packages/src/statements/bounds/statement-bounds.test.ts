import { truncate, writeFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import type { PackageStatement } from '#problem-package.ts';
import type { Conversion } from '#statements/convert-statement.ts';
import type { RenderedStatement } from '#statements/rendered-statement.ts';
import { startLastingThread } from '#testing/lasting-thread.ts';
import { tempFolder } from '#testing/temp-folder.ts';

const thread = startLastingThread<Conversion, RenderedStatement>(
  new URL('../../testing/rendering-thread.ts', import.meta.url),
);
afterAll(() => thread[Symbol.asyncDispose]());

const END = 'Words at the end';

async function converted(kind: PackageStatement['kind'], text: string) {
  await using folder = await tempFolder();
  const name = `problem.${kind}`;
  const main = { name, path: `${folder.path}/${name}`, inPackage: name };
  await writeFile(main.path, text);
  const statement = { language: 'en', title: 'Sum', kind, main, resources: [], sections: null };
  const { html, remarks } = await thread.ask({ statement, source: { statements: [statement] } });
  return { html, warnings: remarks.filter(({ level }) => level === 'warning').map((remark) => remark.text) };
}

const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join('');
const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}a${close.repeat(depth)}`;
const letters = (index: number) => String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26));

test.each<[string, PackageStatement['kind'], string, RegExp]>([
  ['braces that never close', 'tex', '{'.repeat(90_000), /groups and environments are nested deeper than 60/],
  ['braces inside one another', 'tex', nested('{', '}', 61), /nested deeper than 60/],
  [
    'lists inside one another',
    'tex',
    nested('\\begin{itemize}\\item ', '\\end{itemize}', 61),
    /nested deeper/,
  ],
  ['formulas inside one another', 'tex', nested('\\[{', '}\\]', 40), /nested deeper than 60/],
  ['deep formulas', 'tex', `$${nested('\\frac{1}{', '}', 100)}$`, /nested deeper than 60/],
  ['a text of macros', 'tex', '\\a'.repeat(50_000), /more than 40000 macros/],
  ['a long text', 'tex', 'words '.repeat(40_000), /longer than 200000 characters/],
  ['a macro that is itself twice', 'tex', '\\def\\a{\\a\\a}\\a ', /macro \\a grows without end/],
  [
    'macros that double',
    'tex',
    `${times(30, (index) => `\\def\\${letters(index)}{\\${letters(index + 1)}\\${letters(index + 1)}}`)}\\def\\${letters(30)}{x}\\aa `,
    /grows without end/,
  ],
  ['a long macro', 'tex', `\\def\\a{${'x '.repeat(5_000)}}${'\\a '.repeat(1_000)}`, /too much text/],
  [
    'a macro of groups',
    'tex',
    `\\newcommand{\\a}[1]{${'{'.repeat(40)}#1${'}'.repeat(40)}}\\a{${nested('{', '}', 30)}}`,
    /in the macro \\a, its groups and environments are nested deeper than 60/,
  ],
  [
    'macros in formulas',
    'tex',
    `\\def\\a{\\b\\b\\b\\b\\b}\\def\\b{\\c\\c\\c\\c\\c}\\def\\c{${'x'.repeat(300)}}${'$\\a$ '.repeat(5_000)}`,
    /too much text/,
  ],
  ['quotes inside one another', 'markdown', '> '.repeat(30_000), /quotes or lists are nested too deeply/],
  ['lists like stairs', 'markdown', times(60, (level) => `${'  '.repeat(level)}- a\n`), /nested too deeply/],
  ['rows of signs', 'markdown', nested('*', '*', 30_000), /too many signs of markup/],
  ['a table', 'markdown', `|a|b|\n${'|-'.repeat(5_000)}|\n${'|a\n'.repeat(100)}`, /a table is too large/],
  ['deep HTML in Markdown', 'markdown', '<div>'.repeat(300), /elements are nested deeper than 200/],
  ['HTML without end in Markdown', 'markdown', '<i></i>\n\n'.repeat(20_500), /more than 20000 elements/],
  ['elements inside one another', 'html', '<div>'.repeat(30_000), /elements are nested deeper than 200/],
  ['elements side by side', 'html', '<b>a</b>'.repeat(30_000), /more than 20000 elements/],
  [
    'formatting that each paragraph repeats',
    'html',
    times(400, (index) => `<p><b id=${index}></p>`),
    /nested deeper than 200|more than 20000 elements/,
  ],
  ['tables inside one another', 'html', '<table><tr><td>'.repeat(2_000), /nested deeper than 200/],
  ['a long page', 'html', 'words '.repeat(90_000), /longer than 500000 characters/],
])('%s (%s) show as text, with a word for the author', async (_what, kind, text, reason) => {
  const isCut = text.length > 90_000;
  const { html, warnings } = await converted(kind, `${isCut ? END : ''} ${text}\n\n${END}\n`);
  expect(warnings).toEqual([expect.stringMatching(reason)]);
  expect(warnings[0]).toMatch(new RegExp(`^problem\\.${kind}: .*shows (as plain text|without formatting)`));
  expect(html).toContain(END);
  expect(html.length).toBeLessThan(1_500_000);
});

test('a file of a gigabyte is never read', async () => {
  await using folder = await tempFolder({ 'problem.html': '', 'big.tex': '' });
  const file = (name: string) => ({ name, path: `${folder.path}/${name}`, inPackage: name });
  for (const name of ['problem.html', 'big.tex']) await truncate(file(name).path, 1_000_000_000);
  const before = process.resourceUsage().maxRSS;
  const sample = 'Words. \\exmpfile{big.tex}{big.tex} \\lstinputlisting{big.tex}';
  await writeFile(`${folder.path}/problem.tex`, sample);
  const about = { language: 'en', title: 'Sum', resources: [file('big.tex')], sections: null };

  for (const kind of ['html', 'tex'] as const) {
    const statement = { ...about, kind, main: file(`problem.${kind}`) };
    const { remarks } = await thread.ask({ statement, source: { statements: [statement] } });
    expect(remarks.map(({ text }) => text)).toContainEqual(
      expect.stringContaining('larger than 1000000 bytes'),
    );
  }
  expect(process.resourceUsage().maxRSS - before).toBeLessThan(900_000); // kilobytes
});

test.each<[string, PackageStatement['kind'], string, string]>([
  ['a long text', 'tex', 'Words and $n$. '.repeat(1_000), '\\(n\\)'],
  ['lists and groups', 'tex', nested('\\begin{itemize}\\item {', '}\\end{itemize}', 10), '<ul>'],
  ['escaped braces', 'tex', '\\{ '.repeat(500), '{ {'],
  ['an author’s macros', 'tex', `\\def\\a{Words}${'\\a{} '.repeat(500)}`, 'Words'],
  ['lists and quotes', 'markdown', '> - > - deep\n', '<blockquote>'],
  ['code with templates', 'markdown', '```\nvector<int> a;\n```\n'.repeat(100), 'vector&lt;int>'],
  ['elements', 'html', `<p>words<b>bold</b>`.repeat(1_000), '<b>bold</b>'],
  ['anchors that are not closed', 'html', '<p><a name=x>words'.repeat(500), 'words'],
])('%s (%s) stay what they are', async (_what, kind, text, part) => {
  const { html, warnings } = await converted(kind, text);
  expect(warnings).toEqual([]);
  expect(html).toContain(part);
});
