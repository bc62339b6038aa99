import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { expect, test } from 'vitest';
import { placeholders } from '#shared/text/placeholders.ts';

const textsOf = (locale: string) =>
  JSON.parse(readFileSync(new URL(`../../../public/js/locales/${locale}.json`, import.meta.url), 'utf8'));

async function textsIn(locale: string) {
  const texts = i18next.createInstance();
  await texts.use(placeholders).init({
    ...{ lng: locale, lowerCaseLng: true, keySeparator: false, nsSeparator: false },
    interpolation: { escapeValue: false, alwaysFormat: true },
    resources: { [locale]: { translation: textsOf(locale) } },
  });
  return texts.t;
}

test.each([
  ['en-us', 1, '1 participant'],
  ['en-us', 12_345, '12,345 participants'],
  ['ru-ru', 1001, '1\u00a0001 участник'],
  ['ru-ru', 12_342, '12\u00a0342 участника'],
])(
  'in %s a text of %i has its thousands apart, in the form of the number itself',
  async (locale, count, text) => {
    const t = await textsIn(locale);
    expect(t('contests.participants', { count })).toBe(text);
  },
);

test('ids, versions and numbers of tests are written together', async () => {
  const t = await textsIn('en-us');
  expect(t('common.number', { id: 20_261 })).toBe('No. 20261');
  expect(t('versions.short', { number: 1234 })).toBe('#1234');
  expect(t('judgementTests.changed', { count: 2000, number: 1001 })).toBe(
    '2,000 tests differ, the first is 1001.',
  );
});

test('a table names its rows with their thousands apart', async () => {
  const t = await textsIn('en-us');
  expect(t('scoreboard.range', { first: 1001, last: 1100, total: 5000 })).toBe('1,001–1,100 of 5,000');
});

test('both numbers of a progress have their thousands apart', async () => {
  const t = await textsIn('en-us');
  expect(t('selection.progress', { finished: 1001, total: 5000 })).toBe('1,001 of 5,000 done');
});

test('a name that is read from right to left keeps its place beside digits', async () => {
  const t = await textsIn('en-us');
  const unread = (name: string) => t('chat.linkUnread', { name, count: 3 });
  expect(unread('דוד כהן')).toBe('\u2068דוד כהן\u2069: 3 unread messages');
  expect(unread('Anna')).toBe('Anna: 3 unread messages');
});

test('a name turns nothing around by invisible characters', async () => {
  const t = await textsIn('en-us');
  expect(t('auth.joinAs', { name: 'An\u202ena', username: 'anna' })).toBe('You will join as Anna (anna).');
});
