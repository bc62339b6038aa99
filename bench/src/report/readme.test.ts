import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readFigures } from '#report/figures.ts';
import { README, toReadme } from '#report/readme.ts';

test('the page of figures is made from those that are kept', () => {
  expect(readFileSync(README, 'utf8')).toBe(toReadme(readFigures()));
});

test('each target stands beside its bench, and missed ones are counted', () => {
  const origin = { date: '2026-01-02', command: 'npm run bench accept', machine: '2 cores', note: 'A note.' };
  const page = toReadme([
    {
      ...{ ...origin, name: 'accept', title: 'Accepted' },
      rows: [
        { what: 'alone', p50Ms: 1, target: '≤ 3', met: 'yes' },
        { what: 'together', p50Ms: 9, target: '≤ 3', met: 'no' },
        { what: 'bare', p50Ms: 1 },
      ],
    },
  ]);

  expect(page).toContain('2 targets, 1 of them missed');
  expect(page).toContain('| accept: together | ≤ 3 | no |');
  expect(page).toContain('2026-01-02 · `npm run bench accept` · 2 cores');
  expect(page).not.toContain('accept: bare');
});
