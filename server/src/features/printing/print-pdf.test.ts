import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import type { PrintPages } from '@balloon/contracts/hall/printing.ts';
import { printPages } from '@balloon/domain/text/print-pages.ts';
import { expect, test } from 'vitest';
import { drawPrints } from '#features/printing/print-pdf.ts';
import { textsOfPdf } from '#testing/pdf-text.ts';

const SOURCE = [
  '#include <bits/stdc++.h>',
  'int main() {',
  '\tif (a != b && c->d <= e) puts("Ёжик ≤ ∑ → ½ ҚӘҒ");',
  `\t// ${'ы'.repeat(100)}`,
  '}',
].join('\n');

const JOB: PrintPages = {
  ...{ id: 1, title: 'main.cpp', name: 'Лисы', seat: 'A-12', organization: 'Университет', sentBy: null },
  ...{
    contestName: 'Кубок',
    problemIndex: 'C',
    sentAtMs: Date.UTC(2026, 4, 1, 12),
    contestTimeMs: 3_725_000,
  },
  ...{ paper: 'a4', pages: printPages(SOURCE) },
};
const fontFile = createRequire(import.meta.url).resolve;
/** Without fonts of the machine, which differ. */
const drawn = async (...jobs: readonly PrintPages[]) => buffer(drawPrints(jobs, async () => null));

test('a page tells whose it is, of what and when, and has every letter of the text as it was typed', async () => {
  const [page = []] = textsOfPdf(await drawn(JOB));
  expect(page).toEqual(
    expect.arrayContaining(['A-12 · Лисы', '1 / 1', 'Университет · Кубок', 'C · main.cpp']),
  );
  expect(page.some((text) => /^1:02:05 · 2026-05-01 \d\d:\d\d$/.test(text))).toBe(true);
  expect(page).toContain('    if (a != b && c->d <= e) puts("Ёжик ≤ ∑ → ½ ҚӘҒ");');
  const first = page.indexOf('1');
  expect(page.slice(first, first + 2)).toEqual(['1', '#include <bits/stdc++.h>']);
  const goesOn = page.indexOf('↪');
  expect(page.slice(goesOn - 2, goesOn + 3)).toEqual([
    '4',
    `    // ${'ы'.repeat(77)}`,
    '↪',
    'ы'.repeat(23),
    '5',
  ]);
});

test('several jobs are one document, each counted for itself, on the paper of the site', async () => {
  const long = {
    ...JOB,
    name: 'Совы',
    seat: null,
    pages: printPages('строка\n'.repeat(100)),
    paper: 'letter' as const,
  };
  const pdf = await drawn(long, { ...JOB, paper: 'letter' });
  expect(textsOfPdf(pdf).map(([owner, number]) => [owner, number].toSorted())).toEqual([
    ['1 / 2', 'Совы'],
    ['2 / 2', 'Совы'],
    ['1 / 1', 'A-12 · Лисы'],
  ]);
  expect(pdf.toString('latin1')).toContain('/MediaBox [0 0 612 792]');
});

test.each([
  [
    'names without end',
    { ...JOB, name: 'Ж'.repeat(5_000), organization: 'щ '.repeat(5_000), title: 'x'.repeat(100) },
  ],
  [
    'signs that the font does not have',
    { ...JOB, name: '狐狸 🦊', pages: printPages('狐狸 🦊 \u202eabc\u0000') },
  ],
  [
    'nothing to say',
    {
      ...JOB,
      name: '',
      seat: null,
      organization: null,
      title: '',
      problemIndex: null,
      pages: printPages(''),
    },
  ],
  ['a text before the start', { ...JOB, contestTimeMs: -5 }],
])('a page with %s is one page', async (_of, job) => {
  expect(textsOfPdf(await drawn(job))).toHaveLength(1);
});

test('signs without a font are shown as such, and counted at the foot', async () => {
  const [page = []] = textsOfPdf(await drawn({ ...JOB, name: 'A 狐', pages: printPages('x = "狐🦊"') }));
  expect(page).toEqual(expect.arrayContaining(['A-12 · A ?', 'x = "', '��', '"']));
  expect(page.at(-1)).toMatch(/^� × 2: .* no font on the server$/);
});

test('a font of the machine draws what ours do not have', async () => {
  // It stands in for one with Chinese, which has megabytes: what counts is which signs it has.
  const wide = async () => ({ file: fontFile('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'), name: null });
  const pages = printPages('x 😀😀 y');
  const [page = []] = textsOfPdf(await buffer(drawPrints([{ ...JOB, name: 'A 😀', pages }], wide)));
  expect(page).toEqual(expect.arrayContaining(['A-12 · A 😀', 'x ', '😀😀', ' y']));
  expect(page.join(' ')).not.toMatch(/no font/);
});

test('faces are drawn without one, too', async () => {
  const [page = []] = textsOfPdf(await drawn({ ...JOB, pages: printPages('😀😀') }));
  expect(page).toEqual(expect.arrayContaining(['😀', '😀']));
});

test('other work has its turn many times while a page is drawn', async () => {
  let turns = 0;
  let isDrawn = false;
  const count = () => {
    turns += 1;
    if (!isDrawn) setImmediate(count);
  };
  setImmediate(count);
  const pages = printPages('for (int i = 0; i < n; ++i) sum += a[i];\n'.repeat(66 * 3));
  expect(textsOfPdf(await drawn({ ...JOB, pages }))).toHaveLength(3);
  isDrawn = true;
  expect(turns).toBeGreaterThanOrEqual(3 * 8);
});
