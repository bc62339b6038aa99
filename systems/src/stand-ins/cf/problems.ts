/** An invented problem as the site shows it. */
export interface StandInProblem {
  contestId: number;
  index: string;
  name: string;
  /** Pages by locale; where one is missing the other is shown, as the site does. */
  statements: { en?: string; ru?: string };
  pdf?: Uint8Array;
  /** The site leads to its first page instead. */
  isHidden?: boolean;
}

interface Header {
  title: string;
  time: string;
  memory: string;
  input?: string;
  output?: string;
}

const NAMES = {
  en: ['time limit per test', 'memory limit per test', 'input', 'output'],
  ru: ['ограничение по времени на тест', 'ограничение по памяти на тест', 'ввод', 'вывод'],
} as const;

const STREAMS = {
  en: ['standard input', 'standard output'],
  ru: ['стандартный ввод', 'стандартный вывод'],
} as const;

function header(locale: 'en' | 'ru', { title, time, memory, input, output }: Header): string {
  const [timeName, memoryName, inputName, outputName] = NAMES[locale];
  const [standardInput, standardOutput] = STREAMS[locale];
  const property = (name: string, label: string, value: string) =>
    `<div class="${name}"><div class="property-title">${label}</div>${value}</div>`;
  return [
    `<div class="header"><div class="title">${title}</div>`,
    property('time-limit', timeName, time),
    property('memory-limit', memoryName, memory),
    property('input-file input-standard', inputName, input ?? standardInput),
    property('output-file output-standard', outputName, output ?? standardOutput),
    '</div>',
  ].join('');
}

const statement = (parts: string) =>
  `<div class="ttypography"><div class="problem-statement">${parts}</div></div>`;

const section = (name: string, title: string, html: string) =>
  `<div class="${name}"><div class="section-title">${title}</div>${html}</div>`;

const samples = (title: string, pairs: readonly (readonly [input: string, output: string])[]) =>
  section(
    'sample-tests',
    title,
    pairs
      .map(
        ([input, output]) =>
          `<div class="sample-test"><div class="input"><div class="title">Input<div class="input-output-copier">Copy</div></div><pre>${input}</pre></div><div class="output"><div class="title">Output</div><pre>${output}</pre></div></div>`,
      )
      .join(''),
  );

const lines = (...texts: string[]) =>
  texts
    .map(
      (text, at) =>
        `<div class="test-example-line test-example-line-${at % 2 ? 'odd' : 'even'}">${text}</div>`,
    )
    .join('');

const BASKETS_EN = statement(
  header('en', { title: 'A. Two Baskets', time: '1.5 seconds', memory: '256 megabytes' }) +
    '<div><p>Ann has $$$a$$$ apples and $$$b$$$ pears, where $$$a &lt; b$$$. A pear costs $2, an apple $3.</p>' +
    '<p>$$$$$$s = \\sum_{i=1}^{n} c_i$$$$$$</p><p><img class="tex-graphics" src="//images.example/basket.png"> ' +
    '<span class="tex-font-style-bf">Read</span> <a href="/blog/entry/1">the rules</a>.</p></div>' +
    section('input-specification', 'Input', '<p>Two integers.</p>') +
    section('output-specification', 'Output', '<p>Their sum.</p>') +
    samples('Examples', [
      ['1 2<br />', '3<br />'],
      ['5 5<br />', '10<br />'],
    ]) +
    section('note', 'Note', '<p>Baskets are light.</p>'),
);

const BASKETS_RU = statement(
  header('ru', { title: 'A. Две корзины', time: '1.5 секунд', memory: '256 мегабайт' }) +
    '<div><p>У Ани $$$a$$$ яблок и $$$b$$$ груш.</p></div>' +
    section('input-specification', 'Входные данные', '<p>Два числа.</p>') +
    section('output-specification', 'Выходные данные', '<p>Их сумма.</p>') +
    samples('Примеры', [
      ['1 2<br />', '3<br />'],
      ['5 5<br />', '10<br />'],
    ]),
);

const GUESS_EN = statement(
  header('en', { title: 'B. Guess the Hat', time: '2 seconds', memory: '512 megabytes' }) +
    '<div><p>This is an interactive problem.</p></div>' +
    '<div><div class="section-title">Interaction</div><p>Print a hat and flush.</p></div>' +
    samples('Example', [[lines('3', '', '2 &lt; 3'), lines('? 1', '! 2')]]),
);

const OLD_EN = statement(
  header('en', {
    ...{ title: 'C. Fence', time: '0.5 second', memory: '64 megabytes' },
    ...{ input: 'fence.in', output: '<span class="tex-font-style-sl">fence.out</span>' },
  }) +
    '<div><p>A fence has <span class="tex-span">1 ≤ <i>n</i> ≤ 10<sup class="upper-index">5</sup></span> boards ' +
    '<img class="tex-formula" src="/predownloaded/aa/bb.png">.</p></div>' +
    section('input-specification', 'Input', '<p>n</p>') +
    section('output-specification', 'Output', '<p>n</p>') +
    samples('Examples', [['3<br />', '3<br />']]),
);

const SCHOOL_RU = statement(
  header('ru', { title: 'A. Школа', time: '3 секунды', memory: '64 мегабайта' }) +
    '<div><p>В школе $$$n$$$ классов.</p></div>' +
    samples('Пример', [['1<br />', '1<br />']]),
);

/** Problems of the stand-in. */
export const PROBLEMS: readonly StandInProblem[] = [
  { contestId: 33, index: 'A', name: 'Two Baskets', statements: { en: BASKETS_EN, ru: BASKETS_RU } },
  { contestId: 33, index: 'B', name: 'Guess the Hat', statements: { en: GUESS_EN } },
  { contestId: 4, index: 'C', name: 'Fence', statements: { en: OLD_EN } },
  { contestId: 34, index: 'A', name: 'Hidden', statements: { en: OLD_EN }, isHidden: true },
  { contestId: 100_001, index: 'A', name: 'School', statements: { ru: SCHOOL_RU } },
  {
    ...{ contestId: 100_001, index: 'B', name: 'Scroll', statements: {} },
    pdf: Buffer.from('%PDF-1.4 an invented document'),
  },
];
