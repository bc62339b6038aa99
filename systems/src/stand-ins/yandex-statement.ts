import type { Outcome } from '#stand-ins/judge-model.ts';
import { escapeHtml } from '#stand-ins/stand-in.ts';

/** Invented problem of a contest of Yandex. */
export interface YandexProblem {
  alias: string;
  title: Record<'ru' | 'en', string>;
  /** Number within Yandex; it has slashes. */
  problemId: string;
  /** Ids of compilers. */
  compilers: string[];
  /** Limits: plain, by groups of languages in columns, or by languages in rows. */
  limits: 'plain' | 'columns' | 'rows';
}

/** Run of a stand-in of Yandex. */
export interface YandexRun {
  id: number;
  contestId: string;
  alias: string;
  compiler: string;
  source: string;
  sentAtMs: number;
  outcome: Outcome;
}

/** Names of compilers as the site shows them. */
export const YANDEX_COMPILERS: Readonly<Record<string, string>> = {
  gcc_cpp20: 'GNU GCC 13.1 C++20',
  python3_docker: 'Python 3.12.1',
  openjdk11_x64: 'OpenJDK Java 11',
  make: 'Make',
};

/** The problems of every invented contest. */
export function yandexProblems(): YandexProblem[] {
  const compilers = Object.keys(YANDEX_COMPILERS);
  return [
    {
      ...{ alias: 'A', title: { ru: 'Сумма снежинок', en: 'Sum of Snowflakes' } },
      ...{ problemId: '501/2026_03_01/AbCdEf', compilers: [...compilers], limits: 'plain' },
    },
    {
      ...{ alias: 'B', title: { ru: 'Длинная очередь', en: 'Long Queue' } },
      ...{ problemId: '501/2026_03_01/GhIjKl', compilers: compilers.slice(0, 2), limits: 'rows' },
    },
    {
      ...{ alias: 'Extra1', title: { ru: 'Запасная', en: 'Spare' } },
      ...{ problemId: '501/2026_03_01/MnOpQr', compilers: [...compilers], limits: 'columns' },
    },
  ];
}

const WORDS = {
  ru: {
    ...{ time: 'Ограничение времени', memory: 'Ограничение памяти', input: 'Ввод', output: 'Вывод' },
    ...{ language: 'Язык', all: 'Все языки', example: 'Пример', formatIn: 'Формат ввода' },
    ...{ formatOut: 'Формат вывода', notes: 'Примечания', stdin: 'стандартный ввод или input.txt' },
    ...{ stdout: 'стандартный вывод или output.txt', second: '0.3&nbsp;секунды', seconds: '1.5&nbsp;секунд' },
  },
  en: {
    ...{ time: 'Time limit', memory: 'Memory limit', input: 'Input', output: 'Output' },
    ...{ language: 'Compiler', all: 'All compilers', example: 'Sample', formatIn: 'Input format' },
    ...{ formatOut: 'Output format', notes: 'Notes', stdin: 'standard input or input.txt' },
    ...{ stdout: 'standard output or output.txt', second: '0.3 seconds', seconds: '1.5 seconds' },
  },
};

/** Statement in the markup of the site. */
export function yandexStatement(problem: YandexProblem, language: 'ru' | 'en'): string {
  const words = WORDS[language];
  const tex = Buffer.from('1 \\le n \\le 10^5').toString('base64');
  return `<div class="problem-statement"><div class="header"><h1 class="title">${problem.alias}. ${escapeHtml(problem.title[language])}</h1>
${limitsOf(problem, language)}</div><h2></h2>
<div class="legend"><p>${escapeHtml(problem.title[language])}: <span class="tex-math-text">n</span>
(<span class="tex-math-inline"><img class="tex-math" src="/testsys/tex/render/${tex}.png"></span>) &lt;
<span class="math inline"><span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>a</mi></mrow>
<annotation encoding="application/x-tex"> a_i &lt; b </annotation></semantics></math></span><span class="katex-html">ab</span></span></span>
<img class="user-image" src="/testsys/statement-image?imageId=12ab"> <img src="flake.png"> <a href="/contest/1/">x</a> $5 $6</p></div>
<h2>${words.formatIn}</h2><div class="input-specification"><span style=""><p>n</p></span></div>
<h2>${words.formatOut}</h2><div class="output-specification"><p>a</p></div>
${[1, 2].map((number) => sampleOf(number, words)).join('\n')}
<h2>${words.notes}</h2><div class="notes"><p>!</p></div><script>alert(1)</script></div>`;
}

function sampleOf(number: number, words: (typeof WORDS)['ru']): string {
  const head = (name: string) =>
    `<th>${name}<div class="problem__copy-sample"><button class="button i-bem" data-bem="{&quot;button&quot;:{}}">&nbsp;</button></div></th>`;
  return `<h3>${words.example} ${number}</h3><table class="sample-tests"><thead><tr>${head(words.input)}${head(words.output)}</tr></thead>
<tbody><tr><td><pre>${number}\n2 &lt; 3\n</pre></td><td><pre>${number * 5}\n</pre></td></tr></tbody></table>`;
}

function limitsOf({ limits }: YandexProblem, language: 'ru' | 'en'): string {
  const words = WORDS[language];
  const row = (name: string, title: string, ...values: string[]) =>
    `<tr class="${name}"><td class="property-title">${title}</td>${values.map((value) => `<td>${value}</td>`).join('')}</tr>`;
  if (limits === 'rows') {
    return `<table><tbody><tr><th>${words.language}</th><th>${words.time}</th><th>${words.memory}</th><th>${words.input}</th><th>${words.output}</th></tr>
<tr><td width="1%">${words.all}</td><td>${words.second}</td><td>64Mb</td><td rowspan="2">${words.stdin}</td><td rowspan="2">${words.stdout}</td></tr>
<tr><td><nobr>Python 3.12.1</nobr></td><td>${words.seconds}</td><td>512Mb</td></tr></tbody></table>`;
  }
  if (limits === 'columns') {
    return `<table><tbody><tr><th></th><th>GNU GCC 13.1 C++20</th><th>${words.all}</th></tr>
${row('time-limit', words.time, words.seconds, words.second)}${row('memory-limit', words.memory, '1Gb', '64Mb')}
<tr class="input-file"><td class="property-title">${words.input}</td><td colspan="2">flakes.in</td></tr>
<tr class="output-file"><td class="property-title">${words.output}</td><td colspan="2">flakes.out</td></tr></tbody></table>`;
  }
  return `<table><tbody>${row('time-limit', words.time, words.second)}${row('memory-limit', words.memory, '64Mb')}
${row('input-file', words.input, words.stdin)}${row('output-file', words.output, words.stdout)}</tbody></table>`;
}
