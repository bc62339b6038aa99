import { buffer } from 'node:stream/consumers';
import { CERTIFICATE_DEFAULTS } from '@balloon/domain/ceremony/certificate-defaults.ts';
import type { CertificateFacts } from '@balloon/domain/ceremony/certificate-text.ts';
import { expect, test } from 'vitest';
import { drawCertificates } from '#features/ceremony/certificate-pdf.ts';
import { awardsInWords } from '#features/ceremony/certificate-words.ts';

const FACTS: CertificateFacts = {
  ...{ team: 'Лисы', organization: 'Университет', members: 'Анна, Борис', rank: '1' },
  ...{ award: 'Победитель', contest: 'Кубок', date: '1 мая 2026 г.' },
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

test('other work has its turn while many certificates are drawn', async () => {
  let turns = 0;
  let isDrawn = false;
  const count = () => {
    turns += 1;
    if (!isDrawn) setImmediate(count);
  };
  setImmediate(count);
  const pages = Array<CertificateFacts>(60).fill(FACTS);
  expect(await pagesOf(drawCertificates({ text: USUAL, pages }, { title: 'Кубок' }))).toBe(60);
  isDrawn = true;
  expect(turns).toBeGreaterThanOrEqual(60);
});

test('the drawing stops when nobody reads any more', async () => {
  const pages = Array<CertificateFacts>(1_000).fill(FACTS);
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
    'Победитель · Победитель группы «Юг» · Приз жюри · Первое решение задач A, AB',
  );
  expect(awardsInWords(awards.slice(2, 3), 'en-us')).toBe('First to solve problem A');
});
