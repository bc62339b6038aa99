import type { StandInProblem } from '#stand-ins/cf/problems.ts';

/*
 * Invented problems in the two layouts of acm.sgu.ru's pages: the older one is a table with `h3`, the other has `h4`
 * and tables of samples.
 */

const older = (title: string, limits: string, text: string, samples: string) => `<div class="ttypography">
<table width="100%"><tr><td align="center"><h3>${title}</h3><p align="center">${limits}</p></td></tr>
<tr><td><p align="justify">${text}</p>
<p><b>Input</b></p><p>Some numbers.</p><p><b>Output</b></p><p>A number.</p>
<p><b>Sample test(s)</b></p>${samples}
<table><tr><td>Author:</td><td>Ann Example</td></tr><tr><td>Resource:</td><td>Invented contest</td></tr>
<tr><td>Date:</td><td>Spring 2001</td></tr></table></td></tr></table></div>`;

const block = (text: string) => `<font face="Courier New" size="2"><pre>${text}</pre></font>`;

const LIMITS = 'time limit per test: 0.25 sec.<br>memory limit per test: 65536 KB';

const newer = (title: string, samples: string) => `<div class="ttypography">
<div align="center"><h4>${title}</h4>Time limit per test: 0.5 second(s)<br>Memory limit: 65536 kilobytes</div><br>
<div>Bob counts hats: <img src="/predownloaded/cc/hats.gif">, <a href="99999/100">as before</a>, and pays $5.</div>
<div align="left"><b>Input</b></div><div>A number.</div><div align="left"><b>Output</b></div><div>A number.</div>
<div align="left"><b>Example(s)</b></div>${samples}</div>`;

const samplesTable = (input: string, output: string) =>
  `<table border="1"><tr><td><pre>sample input</pre></td><td><pre>sample output</pre></td></tr>
<tr><td><pre>${input}</pre></td><td><pre>${output}</pre></td></tr></table>`;

const problem = (index: string, name: string, en: string): StandInProblem => ({
  ...{ contestId: 99_999, index, name, statements: { en } },
});

/** Problems of the stand-in's acm.sgu.ru. */
export const SGU_PROBLEMS: readonly StandInProblem[] = [
  problem(
    '100',
    'Hats',
    older('100. Hats', LIMITS, 'Count a &lt; b.', `<p>Input</p>${block('5 3')}<p>Output</p>${block('8')}`),
  ),
  problem(
    '101',
    'Two Parts',
    older(
      ...(['101. Two Parts', LIMITS, 'Two blocks are one input.'] as const),
      `<p>Input</p>${block('5 3')}${block('1 2')}<p>Output</p>${block('8')}`,
    ),
  ),
  problem('200', 'Shoes', newer('200. Shoes', samplesTable('1 2', '3') + samplesTable('4 5', '9'))),
];
