import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { CERTIFICATE_DEFAULTS } from '@balloon/domain/ceremony/certificate-defaults.ts';
import { expect, test } from 'vitest';
import { drawCertificates } from '#features/ceremony/certificate-pdf.ts';
import { drawablePng } from '#features/ceremony/certificate-png.ts';
import { awardsInWords } from '#features/ceremony/certificate-words.ts';
import type { CertificatePage } from '#features/ceremony/read-certificates.ts';
import { testPng } from '#features/ceremony/testing/test-png.ts';

const FACTS: CertificatePage = {
  ...{ team: 'Лисы', organization: 'Университет', members: 'Анна, Борис', rank: '1' },
  ...{ award: 'Победитель', contest: 'Кубок', date: '1 мая 2026 г.' },
  logo: null,
};
const USUAL = CERTIFICATE_DEFAULTS['ru-ru'];

async function pagesOf(document: ReturnType<typeof drawCertificates>): Promise<number> {
  const text = (await buffer(document)).toString('latin1');
  return text.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
}

test.each([
  ['names without spaces', USUAL, { ...FACTS, team: 'Ж'.repeat(3_000), members: 'Щ'.repeat(3_000) }],
  ['many words', USUAL, { ...FACTS, organization: 'самый длинный '.repeat(300) }],
  ['as many lines as fit into the text', { heading: 'Ш'.repeat(120), body: 'я\n'.repeat(500) }, FACTS],
  ['a heading without anything to say', { heading: '{award}', body: '{team}' }, { ...FACTS, award: '' }],
  ['signs that the font does not have', USUAL, { ...FACTS, team: '狐狸 🦊 \u202eabc' }],
])('a certificate with %s is one page', async (_of, text, facts) => {
  expect(await pagesOf(drawCertificates({ text, pages: [facts] }, { title: 'Кубок' }))).toBe(1);
});

test('a name that our fonts do not have is set in a font of the machine', async () => {
  // It stands in for one with Chinese, which has megabytes: what counts is which signs it has.
  const file = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf');
  const fontsOf = async (team: string) => {
    const find = async () => ({ file, name: null });
    const pages = [{ ...FACTS, team }];
    const pdf = await buffer(drawCertificates({ text: USUAL, pages }, { title: 'Кубок', find }));
    return new Set(pdf.toString('latin1').match(/(?<=\/BaseFont \/[A-Z]+\+)[\w-]+/g));
  };
  expect(await fontsOf('Лисы 😀')).toContain('DejaVuSans-Bold');
  expect(await fontsOf('Лисы')).not.toContain('DejaVuSans-Bold');
});

test('other work has its turn while many certificates are drawn', async () => {
  let turns = 0;
  let isDrawn = false;
  const count = () => {
    turns += 1;
    if (!isDrawn) setImmediate(count);
  };
  setImmediate(count);
  const pages = Array<CertificatePage>(60).fill(FACTS);
  expect(await pagesOf(drawCertificates({ text: USUAL, pages }, { title: 'Кубок' }))).toBe(60);
  isDrawn = true;
  expect(turns).toBeGreaterThanOrEqual(60);
});

test('a logo is in the document once however many pages show it, and one that cannot be drawn in none', async () => {
  const asked: string[] = [];
  const logoOf = async (name: string) => {
    asked.push(name);
    return name === 'broken' ? null : await drawablePng(testPng(60, 30));
  };
  const pages = ['fox', 'broken', 'fox', 'owl', 'broken'].map((logo) => ({ ...FACTS, logo }));
  const document = drawCertificates({ text: USUAL, pages }, { title: 'Кубок', logoOf });
  const text = (await buffer(document)).toString('latin1');
  expect(text.match(/\/Subtype \/Image/g)).toHaveLength(4); // two pictures with their masks
  expect(asked).toEqual(['fox', 'broken', 'owl']);
});

test('a slow reader stops the drawing until it reads on', async () => {
  const logoOf = () => drawablePng(testPng(300, 300, randomBytes(300 * 1201)));
  const pages = Array.from({ length: 12 }, (_, index) => ({ ...FACTS, logo: String(index) }));
  const document = drawCertificates({ text: USUAL, pages }, { title: 'Кубок', logoOf });
  let drawn = 0;
  document.on('pageAdded', () => {
    drawn += 1;
  });
  await expect.poll(() => document.readableLength).toBeGreaterThan(1024 * 1024);
  expect(drawn).toBeLessThan(12);
  expect(await pagesOf(document)).toBe(12);
});

test('the drawing stops when nobody reads any more', async () => {
  const pages = Array<CertificatePage>(1_000).fill(FACTS);
  const document = drawCertificates({ text: USUAL, pages }, { title: 'Кубок' });
  let drawn = 0;
  document.on('pageAdded', () => {
    drawn += 1;
    if (drawn === 10) document.destroy();
  });
  await new Promise((resolve) => document.once('close', resolve).resume());
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
  expect(drawn).toBeLessThan(20);
});

test('awards of a team are named in the language, its first solves together and its rank not at all', () => {
  const awards = [
    { kind: 'winner', of: null, name: '' },
    { kind: 'groupWinner', of: 3, name: 'Юг' },
    { kind: 'firstToSolve', of: 0, name: '' },
    { kind: 'firstToSolve', of: 27, name: '' },
    { kind: 'rank', of: 1, name: '' },
    { kind: 'byHand', of: 7, name: 'Приз жюри' },
  ] as const;
  expect(awardsInWords(awards, 'ru-ru')).toBe(
    'Победитель · Победитель группы «Юг» · Приз жюри · Первое решение задач\u00A0A,\u00A0AB',
  );
  expect(awardsInWords(awards.slice(2, 3), 'en-us')).toBe('First to solve problem\u00A0A');
});
