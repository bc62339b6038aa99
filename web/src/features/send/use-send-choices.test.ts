import type { Language } from '@balloon/contracts/problems/problems.ts';
import { expect, test } from 'vitest';
import { languageToShow } from '#features/send/use-send-choices.ts';

const language = (id: number, nonactive = false) => ({ id, nonactive }) as Language;
const PROBLEM = { letter: 'A', systemType: 'acm' };
const shown = (languageId: number, letter = 'A', systemType = 'acm') => ({ letter, systemType, languageId });

test('at first the remembered language is shown, else the first usable one', () => {
  const languages = [language(1, true), language(2), language(3)];
  expect(languageToShow(PROBLEM, languages, null, 3)?.id).toBe(3);
  expect(languageToShow(PROBLEM, languages, null, 1)?.id).toBe(2);
  expect(languageToShow(PROBLEM, languages, null, undefined)?.id).toBe(2);
  expect(languageToShow(PROBLEM, [], null, 3)).toBeUndefined();
});

test('an open form keeps its language, in whatever order the list comes and whoever may not use it now', () => {
  const reordered = [language(3), language(2)];
  expect(languageToShow(PROBLEM, reordered, shown(2), undefined)?.id).toBe(2);
  expect(languageToShow(PROBLEM, reordered, shown(2), 3)?.id).toBe(2);
  expect(languageToShow(PROBLEM, [language(3), language(2, true)], shown(2), undefined)?.id).toBe(2);
});

test('a language that is gone is replaced by the person, not by the form', () => {
  expect(languageToShow(PROBLEM, [language(3)], shown(2), 3)).toBeUndefined();
});

test('another problem of the same system keeps the language, one of another system has its own', () => {
  const languages = [language(1), language(2)];
  const next = { letter: 'B', systemType: 'acm' };
  expect(languageToShow(next, languages, shown(2), 1)?.id).toBe(2);
  expect(languageToShow({ letter: 'B', systemType: 'other' }, languages, shown(2), 1)?.id).toBe(1);
  expect(languageToShow(next, [language(1)], shown(2), undefined)?.id).toBe(1);
});
