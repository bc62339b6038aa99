import { expect, test } from 'vitest';
import { isLocale, statementLocale } from '#text/statement-locale.ts';

test('a statement shows in the wanted language, else in the house’s order, else in any', () => {
  expect(statementLocale('en-us', ['ru-ru', 'en-us'])).toBe('en-us');
  expect(statementLocale('en-us', ['ru-ru'])).toBe('ru-ru');
  expect(statementLocale('ru-ru', ['de-de', 'en-us'])).toBe('en-us');
  expect(statementLocale('ru-ru', ['de-de'])).toBe('de-de');
  expect(statementLocale('ru-ru', [])).toBeUndefined();
});

test('locales are known by their exact names', () => {
  expect(['ru-ru', 'en-us', 'en-US', '', undefined].map(isLocale)).toEqual([true, true, false, false, false]);
});
