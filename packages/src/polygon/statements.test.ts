import { expect, test } from 'vitest';
import { readSmall } from '#testing/polygon-package.ts';

const namesOf = (files: readonly { name: string }[] | undefined) => files?.map(({ name }) => name);

test('statements come in all languages and kinds, with their parts and pictures', async () => {
  const statement = (kind: string, word: string, path: string) =>
    `<statement charset="UTF-8" language="${word}" path="${path}" type="${kind}"/>`;
  const problem = await readSmall(
    {
      names: '<name language="russian" value="Сумма"/><name language="english" value="Sum"/>',
      statements:
        statement('application/x-tex', 'russian', 'statements/russian/problem.tex') +
        statement('text/html', 'russian', 'statements/.html/russian/problem.html') +
        statement('application/pdf', 'english', 'statements/.pdf/english/problem.pdf') +
        statement('application/x-tex', 'english', 'statements/english/problem.tex') +
        statement('text/html', 'klingon', 'statements/.html/russian/problem.html'),
    },
    {
      'statements/russian/problem.tex': 'all',
      'statements/russian/picture.png': 'png',
      'statements/.html/russian/problem.html': '<p>',
      'statements/.html/russian/problem-statement.css': 'p {}',
      'statements/.pdf/english/problem.pdf': '%PDF',
      'statements/english/problem.tex': 'all',
      'statements/english/problem-properties.json': JSON.stringify({
        legend: 'Add.',
        scoring: null,
        sampleTests: [{ input: '1 1', output: '2' }],
      }),
      'statement-sections/russian/legend.tex': Buffer.from([0xd1, 0xeb, 0xee, 0xe6, 0xe8, 0xf2, 0xe5, 0x2e]), // windows-1251
      'statement-sections/russian/interaction.tex': 'Говорите.',
      'statement-sections/russian/example.10': 'ten',
      'statement-sections/russian/example.10.a': 'TEN',
      'statement-sections/russian/example.02': 'two',
      'statement-sections/russian/example.02.a': 'TWO',
      'statement-sections/kazakh/legend.tex': 'Қос.',
    },
  );

  expect(problem.statements.map(({ language, kind, title }) => `${language} ${kind} ${title}`)).toEqual([
    'ru tex Сумма',
    'ru html Сумма',
    'en pdf Sum',
    'en tex Sum',
    'kk tex sum',
  ]);
  const [russian, page, , english] = problem.statements;
  expect(namesOf(russian?.resources)).toEqual(['picture.png']);
  expect(namesOf(page?.resources)).toEqual(['problem-statement.css']);
  expect(russian?.sections).toMatchObject({
    legend: 'Сложите.',
    interaction: 'Говорите.',
    input: '',
    samples: [
      { input: 'two', output: 'TWO' },
      { input: 'ten', output: 'TEN' },
    ],
  });
  expect(english?.sections).toMatchObject({
    legend: 'Add.',
    scoring: '',
    samples: [{ input: '1 1', output: '2' }],
  });
  expect(problem.remarks.at(-1)?.text).toMatch(/language "klingon" is not known/);
});

test('titles are read as TeX by language, and the short name stands in for them', async () => {
  const names = `<name language="russian" value="Игра &lt;&lt;Даты&gt;&gt;"/><name language="english" value="\`\`Dates''"/>
    <name language="klingon" value="QI'yaH"/>`;

  expect((await readSmall({ names })).titles).toEqual({ ru: 'Игра «Даты»', en: '“Dates”' });
  expect((await readSmall({ names: '' })).titles).toEqual({ en: 'sum' });
});
