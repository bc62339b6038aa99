import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PackageFile, PackageSections, PackageStatement, ProblemPackage } from '#problem-package.ts';
import { renderStatement } from '#statements/render-statement.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'balloon-statements-'));
});
afterAll(() => rm(folder, { recursive: true }));

const LEGEND: PackageSections = {
  ...{
    legend: 'Дано $n$.\r\n',
    input: 'Число.',
    output: 'Ответ.',
    interaction: '',
    scoring: '',
    notes: 'Вот.',
  },
  samples: [{ input: '1\r\n', output: '2\r\n' }],
};

const PAGE = `<HTML><BODY><DIV class="problem-statement"><DIV class="header"><DIV class="title">Сумма</DIV>
  <DIV class="time-limit">1 секунда</DIV></DIV><DIV class="legend"><P></P><P>Сложите $$$a+b$$$ и
  <SPAN class="tex-span"><I>c</I></SPAN>, <SPAN class="tex-font-style-tt">-1</SPAN>.</P>
  <CENTER><IMG class="tex-graphics" src="pic.png"></CENTER></DIV>
  <DIV class="input-specification"><DIV class="section-title">Входные данные</DIV><P>Числа.</P></DIV>
  <DIV class="sample-tests"><DIV class="section-title">Примеры</DIV><DIV class="sample-test">
  <DIV class="input"><DIV class="title">Входные данные</DIV><PRE class="content">1 2<BR>3<BR></PRE></DIV>
  <DIV class="output"><DIV class="title">Выходные данные</DIV><PRE class="content">6<BR></PRE></DIV></DIV></DIV>
  </DIV></BODY></HTML>`;

async function file(name: string, content: string | Uint8Array = ''): Promise<PackageFile> {
  await writeFile(path.join(folder, name), content);
  return { name, path: path.join(folder, name), inPackage: `statements/${name}` };
}

const statement = (
  kind: PackageStatement['kind'],
  main: PackageFile,
  rest: Partial<PackageStatement> = {},
) => ({
  ...{ language: 'ru', title: 'Из описания', kind, main, resources: [], sections: null },
  ...rest,
});

const packageWith = (...statements: PackageStatement[]) => ({ statements }) as unknown as ProblemPackage;

test("Polygon's parts are preferred to the HTML that Polygon made of them, whichever form is given", async () => {
  const tex = statement('tex', await file('a.tex'), { sections: LEGEND });
  const page = statement('html', await file('a.html', PAGE));
  const pkg = packageWith(tex, page);

  const rendered = await renderStatement(page, pkg);

  expect(rendered).toEqual(await renderStatement(tex, pkg));
  expect(rendered).toMatchObject({ language: 'ru', title: 'Из описания', files: [], remarks: [] });
  expect(rendered.samples).toEqual([{ input: '1\n', output: '2\n' }]);
  expect(rendered.html).toBe(
    '<p>Дано <span class="statement-glued"><span class="math math-inline">\\(n\\)</span>.</span></p>' +
      '<h2>Входные данные</h2><p>Число.</p><h2>Выходные данные</h2><p>Ответ.</p><h2>Примечание</h2><p>Вот.</p>',
  );
});

test('the HTML is shown when the parts need an unsupported feature', async () => {
  const sections = { ...LEGEND, legend: '\\includegraphics{pic.eps}', samples: [] };
  const tex = statement('tex', await file('b.tex'), { sections, resources: [await file('pic.eps')] });
  const page = statement('html', await file('b.html', PAGE), { resources: [await file('pic.png')] });

  const rendered = await renderStatement(tex, packageWith(tex, page));

  expect(rendered.title).toBe('Сумма');
  expect(rendered.samples).toEqual([{ input: '1 2\n3\n', output: '6\n' }]);
  expect(rendered.files).toEqual([
    { name: 'pic.png', path: path.join(folder, 'pic.png'), mediaType: 'image/png' },
  ]);
  expect(rendered.remarks).toEqual([{ level: 'note', text: expect.stringContaining('pic.eps') }]);
  expect(rendered.html.replace(/\s+/g, ' ').trim()).toBe(
    '<p>Сложите <span class="math math-inline">\\(a+b\\)</span> и <span class="tex-span"><i>c</i></span>, <code>-1</code>.</p> ' +
      '<div class="statement-center"><img src="problem-file:pic.png" alt=""></div> <h2>Входные данные</h2><p>Числа.</p>',
  );
});

test('old charsets are recognised', async () => {
  const cp1251 = Uint8Array.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2e]);
  const koi8 = Uint8Array.from([0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4, 0x2e]);
  for (const [name, bytes] of Object.entries({ cp1251, koi8 })) {
    const tex = statement('tex', await file(`${name}.tex`, bytes));
    expect((await renderStatement(tex, packageWith(tex))).html).toBe('<p>Привет.</p>');
  }
});

test('Markdown: formulas, tables, pictures with attributes, footnotes, and no marks for samples', async () => {
  const source =
    '# Indata\r\n\r\nEtt $n$.[^1]\n\n$$\nx^2\n$$\n\n![By X](cave.jpg){width=50%}\n\n{{nextsample}}\n\n' +
    '| a | b |\n|---|---|\n| 1 | 2 |\n\n{{remainingsamples}}\n\n<b onclick="x()">b</b>\n\n[^1]: Not.\n';
  const markdown = statement('markdown', await file('problem.sv.md', source), {
    language: 'sv',
    resources: [await file('cave.jpg')],
  });

  const { html, samples } = await renderStatement(markdown, packageWith(markdown));

  expect(samples).toBeNull();
  expect(html).toContain('<h2>Indata</h2>');
  expect(html).toContain('<span class="math math-inline">\\(n\\)</span>');
  expect(html).toContain('<div class="math math-display">\\[x^2\\]</div>');
  expect(html).toContain(
    '<figure class="statement-figure"><img src="problem-file:cave.jpg" alt="" style="width: 50%"><figcaption>By X</figcaption></figure>',
  );
  expect(html).toContain('<div class="statement-wide"><table class="statement-table"><thead><tr><th>a</th>');
  expect(html).toContain('<sup>1</sup>');
  expect(html).toMatch(/<ol class="statement-footnotes">\s*<li[^>]*>\s*<p>Not\./);
  expect(html).not.toMatch(/sample}}|Footnotes/);
});

test('a statement that only exists as PDF is offered as a file', async () => {
  const pdf = statement('pdf', await file('problem.pdf', '%PDF'));
  const { html, files } = await renderStatement(pdf, packageWith(pdf));
  expect(html).toBe('<p><a href="problem-file:problem.pdf" class="statement-file">Условие (PDF)</a></p>');
  expect(files).toMatchObject([{ name: 'problem.pdf', mediaType: 'application/pdf' }]);
});

test('the PDF is offered when the conversion loses a part', async () => {
  const tex = statement('tex', await file('c.tex', 'Text. \\begin{tikzpicture}x\\end{tikzpicture}'));
  const pdf = statement('pdf', await file('c.pdf', '%PDF'));
  const { html } = await renderStatement(tex, packageWith(tex, pdf));
  expect(html).toMatch(/^<p>Text\.<\/p><p><a href="problem-file:c\.pdf"/);
});

test('sample conversations show each side’s lines, in place of samples', async () => {
  const tex = statement('tex', await file('d.tex', 'Guess.'), { language: 'en' });
  const pkg = {
    ...packageWith(tex),
    shownSamples: [{ input: '\nlower\n', output: '5\n\n', interaction: '>5\n>6\n<lower\n---\n>3\n' }],
  };

  const { html, samples } = await renderStatement(tex, pkg);

  expect(samples).toEqual([]);
  expect(html).toContain('<h2>Sample interaction</h2>');
  expect(html).toContain(
    '<tbody><tr><td></td><td><pre>5\n6</pre></td></tr><tr><td><pre>lower</pre></td><td></td></tr>' +
      '<tr><td colspan="2"><hr></td></tr><tr><td></td><td><pre>3</pre></td></tr></tbody>',
  );
});

test('extreme nesting causes no failure', async () => {
  const html = statement('html', await file('deep.html', '<div>'.repeat(5_000)));
  const pdf = statement('pdf', await file('deep.pdf', '%PDF'));
  expect((await renderStatement(html, packageWith(html, pdf))).html).toContain('problem-file:deep.pdf');
});

test('a file that is missing is no failure', async () => {
  const gone = { name: 'x.html', path: path.join(folder, 'gone.html'), inPackage: 'x.html' };
  const { html, remarks } = await renderStatement(statement('html', gone), packageWith());
  expect(html).toBe('');
  expect(remarks).toEqual([{ level: 'warning', text: expect.stringContaining('cannot be converted') }]);
});
