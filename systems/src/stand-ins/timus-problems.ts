import type { TimusProblem } from '#stand-ins/timus-pages.ts';

const twoColumns = (rows: readonly (readonly [string, string])[], preClass = '') =>
  `<TABLE CLASS="sample"><TR><TH WIDTH="350">input</TH><TH WIDTH="350">output</TH></TR>${rows
    .map(
      ([input, output]) =>
        `<TR><TD><PRE${preClass}>${input}</PRE></TD><TD><PRE${preClass}>${output}</PRE></TD></TR>`,
    )
    .join('')}</TABLE>`;

/** Problems of the stand-in, one for each form that pages of the site have. */
export const TIMUS_PROBLEMS: readonly TimusProblem[] = [
  {
    num: '1000',
    en: {
      title: 'Sum of Moons',
      legend: 'A planet has <I>a</I> moons, another <I>b</I> &lt;= 10<SUP>9</SUP>.',
      input: 'Both numbers.',
      output: 'Their sum.',
    },
    ru: {
      title: 'Сумма лун',
      legend: 'У одной планеты <I>a</I> лун, у другой <I>b</I> &lt;= 10<SUP>9</SUP>.',
      input: 'Оба числа.',
      output: 'Их сумма.',
    },
    ...{ timeLimit: '1.0', memoryLimit: '64', samples: twoColumns([['1 5\n', '6\n']]) },
  },
  {
    num: '1001',
    en: {
      title: 'Picture & Old Page',
      legend:
        '<IMG SRC="image/get.aspx/invented" ALT=""><BR>See <A HREF="problem.aspx?space=1&amp;num=1000">moons</A>.',
      input: 'Nothing.',
      output: 'Everything.',
    },
    ru: null,
    ...{ timeLimit: '0.5', memoryLimit: '128' },
    samples: twoColumns(
      [
        ['1\n2\n', '3\n'],
        ['4\n', '5\n'],
      ],
      ' CLASS="intable"',
    ),
  },
  {
    num: '1002',
    en: { title: 'One Column', legend: 'Input and output take turns.', input: 'A line.', output: 'A line.' },
    ru: { title: 'Один столбец', legend: 'Ввод и вывод чередуются.', input: 'Строка.', output: 'Строка.' },
    ...{ timeLimit: '2.0', memoryLimit: '64' },
    samples:
      '<TABLE CLASS="sample"><TR><TH>input</TH></TR><TR><TD><PRE>x\n</PRE></TD></TR><TR><TH>output</TH></TR><TR><TD><PRE>y\n</PRE></TD></TR></TABLE>',
  },
  {
    num: '2003',
    en: { title: 'Without Samples', legend: 'Think: it costs $5 or $6.', input: 'None.', output: 'Any.' },
    ru: null,
    ...{ timeLimit: '1.0', memoryLimit: '64', samples: '' },
  },
  {
    num: '2004',
    en: { title: 'Loose Blocks', legend: 'Old.', input: 'A line.', output: 'A line.' },
    ru: null,
    ...{ timeLimit: '1.0', memoryLimit: '64' },
    samples: '<PRE CLASS="intable">x\n</PRE><PRE CLASS="intable">y\n</PRE>',
  },
];
