import { expect, test } from 'vitest';
import { finishHtml } from '#statements/finish-html.ts';
import { startRemarks } from '#statements/remarks.ts';
import { openStatementFiles } from '#statements/statement-files.ts';
import { renderTex } from '#statements/tex/render-tex.ts';
import { wordsOf } from '#statements/words.ts';

async function render(tex: string, { files = [] as string[], language = 'en' } = {}) {
  const remarks = startRemarks('problem.tex');
  const resources = files.map((name) => ({ name, path: `/pkg/${name}`, inPackage: name }));
  const context = { words: wordsOf(language), files: openStatementFiles(resources), remarks };
  const { blocks, title, samples } = await renderTex(tex, context);
  return {
    html: finishHtml(blocks, remarks),
    title,
    samples,
    remarks: remarks.list.map(({ text }) => text),
    used: context.files.used,
  };
}

const formula = (tex: string) => `<span class="math math-inline">\\(${tex}\\)</span>`;

test.each([
  ['paragraphs', 'one\ntwo\n\nthree', '<p>one two</p><p>three</p>'],
  ['dashes and tildes', 'a --- b, 1--2, c~d, e-f', '<p>a\u00a0— b, 1–2, c\u00a0d, e-f</p>'],
  ['quotes', "``x'' <<y>> «z» don't \"q\"", '<p>“x” «y» «z» don’t "q"</p>'],
  ['escapes', '50\\% \\& \\# \\_ \\{\\} \\$1 \\textbackslash n', '<p>50% &amp; # _ {} $1 \\n</p>'],
  ['ellipses', 'a, \\ldots, b\\dots c', '<p>a, …, b… c</p>'],
  ['comments', 'a% hidden\nb', '<p>ab</p>'],
  ['accents', 'Erd\\H{o}s, \\\'e, \\"{o}, \\c{c}, \\aa', '<p>Erdős, é, ö, ç, å</p>'],
  ['typewriter text as it is', "\\t{a--b} \\texttt{``x''}", "<p><code>a--b</code> <code>``x''</code></p>"],
  ['a formula in typewriter text', '\\t{a $n$}', `<p><tt>a ${formula('n')}</tt></p>`],
  ['commands of fonts', '\\textbf{b} \\emph{i} \\underline{u}', '<p><b>b</b> <i>i</i> <u>u</u></p>'],
  ['switches to the end of the group', 'a {\\bf b \\it c} d', '<p>a <b>b <i>c</i></b> d</p>'],
  ['switches before a group, as on Polygon', '\\bf{a} b \\it{c}', '<p><b>a</b> b <i>c</i></p>'],
  ['formulas in a line', '$a<b$ and \\(c\\)', `<p>${formula('a&lt;b')} and ${formula('c')}</p>`],
  [
    'a formula with its comma',
    'if $n$, then',
    `<p>if <span class="statement-glued">${formula('n')},</span> then</p>`,
  ],
  [
    'displayed formulas',
    '$$x$$ \\[y\\]',
    '<div class="math math-display">\\[x\\]</div><div class="math math-display">\\[y\\]</div>',
  ],
  ['links', '\\href{http://a.b/c%20d#e}{text}', '<p><a href="http://a.b/c%20d#e">text</a></p>'],
  ['addresses', '\\url{https://a.b/c_d%20}', '<p><a href="https://a.b/c_d%20">https://a.b/c_d%20</a></p>'],
  ['no link to a script', '\\href{javascript:alert(1)}{text}', '<p>text</p>'],
  ['sections', '\\section*{Input} a\n\n\\subsection{B} c', '<h2>Input</h2><p>a</p><h3>B</h3><p>c</p>'],
  [
    'lists',
    '\\begin{itemize}\\item a \\item b\n\nc\\end{itemize}',
    '<ul><li>a</li><li><p>b</p><p>c</p></li></ul>',
  ],
  [
    'numbering',
    '\\begin{enumerate}[label=(\\alph*)]\\item a\\end{enumerate}',
    '<ol type="a"><li>a</li></ol>',
  ],
  [
    'labels of items',
    '\\begin{itemize}\\item[--] a\\end{itemize}',
    '<ul><li class="statement-labelled">– a</li></ul>',
  ],
  ['descriptions', '\\begin{description}\\item[a] b\\end{description}', '<dl><dt>a</dt><dd>b</dd></dl>'],
  [
    'lists in lists',
    '\\begin{itemize}\\item a\\begin{itemize}\\item b\\end{itemize}\\end{itemize}',
    '<ul><li>a<ul><li>b</li></ul></li></ul>',
  ],
  ['line breaks', 'a \\\\ b \\\\\n\nc', '<p>a <br> b</p><p>c</p>'],
  ['the middle', '\\begin{center}a\\end{center}', '<div class="statement-center"><p>a</p></div>'],
  [
    'verbatim text',
    '\\begin{verbatim}\na<b %\n\\end{verbatim} \\verb|{x}|',
    '<pre>a&lt;b %\n</pre><p><code>{x}</code></p>',
  ],
  ['listings', '\\begin{lstlisting}[language=C]\nif (a) {}\n\\end{lstlisting}', '<pre>if (a) {}\n</pre>'],
  [
    'epigraphs',
    '\\epigraph{a}{b}',
    '<blockquote class="statement-epigraph"><p>a</p><p class="statement-source">b</p></blockquote>',
  ],
  [
    'epigraphs without a source',
    '\\epigraph{a} b',
    '<blockquote class="statement-epigraph"><p>a</p></blockquote><p>b</p>',
  ],
  ['footnotes', 'a\\footnote{b} c', '<p>a<sup>1</sup> c</p><ol class="statement-footnotes"><li>b</li></ol>'],
  ["the author's macros", '\\newcommand{\\hi}[1]{Hi \\textbf{#1}!} \\hi{Bob}', '<p>Hi <b>Bob</b>!</p>'],
  [
    "the author's macros in formulas",
    '\\newcommand{\\maxn}{10^9} $n \\le \\maxn$',
    `<p>${formula('n \\le 10^9')}</p>`,
  ],
  [
    'macros with parameters in formulas',
    '\\def\\f#1{#1^2} $\\f{x}$',
    `<p>${formula('\\def\\f#1{#1^2}\\f{x}')}</p>`,
  ],
  [
    'an old alignment',
    '\\begin{eqnarray*}a&=&b\\end{eqnarray*}',
    '<div class="math math-display">\\[\\begin{align*}a&= b\\end{align*}\\]</div>',
  ],
  ['lists of packages', '\\begin{compactitem}\\item a\\end{compactitem}', '<ul><li>a</li></ul>'],
  ['lengths of old', '\\parindent=0pt\\vskip 5mm a', '<p>a</p>'],
  [
    'subtasks',
    '\\SubtaskWithCost{1}{30} a \\SubtaskTwo b',
    '<h2>Subtask 1 (30)</h2><p>a</p><h2>Subtask 2</h2><p>b</p>',
  ],
  ['signs that only look like a formula', 'cost \\$\\$\\$ 5', '<p>cost <span>$</span>$$ 5</p>'],
])('TeX has %s', async (_, tex, html) => {
  expect((await render(tex)).html.replace(/&amp;=/g, '&=')).toBe(html);
});

test.each([
  [
    'with lines',
    '\\begin{tabular}{|l|c|r|} \\hline a & b & c \\\\ \\hline 1 & 2 & 3 \\\\ \\hline \\end{tabular}',
    '<table class="statement-table"><thead><tr><th scope="col">a</th><th style="text-align: center" scope="col">b</th><th style="text-align: right" scope="col">c</th></tr></thead><tbody><tr><td>1</td><td style="text-align: center">2</td><td style="text-align: right">3</td></tr></tbody></table>',
  ],
  [
    'without lines',
    '\\begin{tabular}{lp{3cm}} 1 & 2 \\\\ & 3 \\end{tabular}',
    '<table class="statement-plain"><tbody><tr><td>1</td><td>2</td></tr><tr><td></td><td>3</td></tr></tbody></table>',
  ],
  [
    'with cells that span',
    '\\begin{tabular}{|l|l|} 1 & \\multirow{2}{*}{2} \\\\ 3 & \\\\ \\multicolumn{2}{|c|}{4} \\\\ \\end{tabular}',
    '<table class="statement-table"><tbody><tr><td>1</td><td rowspan="2">2</td></tr><tr><td>3</td></tr><tr><td style="text-align: center" colspan="2">4</td></tr></tbody></table>',
  ],
])('tables %s', async (_, tex, table) => {
  expect((await render(tex)).html).toBe(`<div class="statement-wide">${table}</div>`);
});

test('pictures are found with and without their ending, and shown as wide as the author says', async () => {
  const { html, used } = await render(
    '\\includegraphics[width=0.5\\textwidth]{fig} \\includegraphics{IMG.PNG}',
    {
      files: ['fig.pdf', 'fig.svg', 'img.png', 'other.png'],
    },
  );

  expect(html).toBe(
    '<p><img src="problem-file:fig.svg" alt="" style="width: 50%"> <img src="problem-file:img.png" alt=""></p>',
  );
  expect(used.map(({ name, mediaType }) => `${name} ${mediaType}`)).toEqual([
    'fig.svg image/svg+xml',
    'img.png image/png',
  ]);
});

test('a picture that browsers cannot show is offered as a file', async () => {
  const { html, remarks } = await render('\\includegraphics{fig.eps}', { files: ['fig.eps'] });
  expect(html).toBe('<p><a href="problem-file:fig.eps" class="statement-file">fig.eps</a></p>');
  expect(remarks).toEqual([expect.stringContaining('fig.eps cannot be shown')]);
});

test('a picture with a name of any letters gets an address', async () => {
  const { html } = await render('\\includegraphics{моя картинка.png}', { files: ['моя картинка.png'] });
  expect(html).toBe('<p><img src="problem-file:file.png" alt=""></p>');
});

test("Kattis' statement", async () => {
  const { html, title } = await render(
    '\\problemname{A \\emph{Problem} $n$}\n\\illustration{0.3}{pic}{By \\href{https://a.b}{X}}\nText.\n' +
      '\\begin{Input}One.\\end{Input}\n\\begin{Output}Two.\\end{Output}\n\\nextsample\n\\remainingsamples',
    { files: ['pic.jpg'], language: 'sv' },
  );

  expect(title).toBe('A Problem n');
  expect(html).toBe(
    '<figure class="statement-illustration" style="width: 30%"><img src="problem-file:pic.jpg" alt="">' +
      '<figcaption>By <a href="https://a.b">X</a></figcaption></figure><p>Text.</p>' +
      '<h2>Indata</h2><p>One.</p><h2>Utdata</h2><p>Two.</p>',
  );
});

test('a figure that the text refers to has a number', async () => {
  const { html } = await render(
    'See Figure~\\ref{fig:a}. \\begin{figure}[h]\\centering\\includegraphics{a}\\caption{It.}\\label{fig:a}\\end{figure}',
    { files: ['a.png'] },
  );
  expect(html).toBe(
    '<p>See Figure\u00a01.</p><figure class="statement-figure"><img src="problem-file:a.png" alt=""><figcaption>Figure\u00a01. It.</figcaption></figure>',
  );
});

test('a whole text of olymp.sty', async () => {
  const { html, title, samples } = await render(
    '\\begin{problem}{Сумма}{sum.in}{sum.out}{1 секунда}{64 мегабайта}\n\nНайдите $a+b$.\n\n\\InputFile\nДва числа.\n\n' +
      '\\OutputFile\nСумма.\n\n\\Examples\n\\begin{example}\n\\exmp{1 2\n}{3\n}%\n\\exmp{50\\% 1}{51}\n\\end{example}\n\n\\Note Легко.\n\\end{problem}',
    { language: 'ru' },
  );

  expect(title).toBe('Сумма');
  expect(samples).toEqual([
    { input: '1 2\n', output: '3\n' },
    { input: '50% 1\n', output: '51\n' },
  ]);
  expect(html).toBe(
    `<p>Найдите <span class="statement-glued">${formula('a+b')}.</span></p><h2>Входные данные</h2><p>Два числа.</p>` +
      '<h2>Выходные данные</h2><p>Сумма.</p><h2>Примечание</h2><p>Легко.</p>',
  );
});

test('unknown macros show as text, with a remark that names them', async () => {
  const { html, remarks } = await render(
    '\\foo[x]{bar} \\begin{baz}{y}text\\end{baz} \\begin{tikzpicture}\\draw(0,0);\\end{tikzpicture}',
  );
  expect(html).toBe('<p>bar</p><p>text</p>');
  expect(remarks).toEqual([
    expect.stringContaining('\\foo'),
    expect.stringContaining('baz'),
    expect.stringContaining('tikzpicture'),
  ]);
});

test('a formula that cannot be typeset gets a remark', async () => {
  expect((await render('$\\frac{1}$')).remarks).toEqual([expect.stringContaining('cannot be typeset')]);
});

test.each([
  '{unclosed \\textbf{',
  '}{ \\begin{itemize} \\item x',
  '\\end{itemize} $x',
  '\\begin{tabular} & \\\\ \\end{tabular}',
  '\\includegraphics \\multicolumn \\item \\href{',
  '\\newcommand{\\a}{\\a\\a} \\a text',
  '\\newcommand \\frac \\def\\x',
  `${'{'.repeat(20_000)}deep${'}'.repeat(20_000)}`,
  '\\constructor{x} \\begin{toString}y\\end{toString} \\__proto__',
])('broken TeX is no failure: %s', async (tex) => {
  expect((await render(tex)).html).toBeTypeOf('string');
});
