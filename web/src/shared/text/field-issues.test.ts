import { readFileSync } from 'node:fs';
import type { FieldIssue } from '@balloon/contracts/common.ts';
import { LOCALES } from '@balloon/domain/text/statement-locale.ts';
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { issuesText } from '#shared/text/field-issues.ts';

const textsOf = (locale: string) =>
  JSON.parse(readFileSync(new URL(`../../../public/js/locales/${locale}.json`, import.meta.url), 'utf8'));

beforeAll(() =>
  i18next.init({
    lowerCaseLng: true,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: Object.fromEntries(LOCALES.map((locale) => [locale, { translation: textsOf(locale) }])),
  }),
);

const cases: [FieldIssue, string, string][] = [
  [
    { field: 'password', kind: 'too_small', bound: 6, of: 'string' },
    'Пароль: слишком коротко, нужно не меньше 6 симв.',
    'Password: too short, at least 6 characters',
  ],
  [
    { field: 'solution', kind: 'too_small', bound: 1, of: 'string' },
    'Код решения: нужно заполнить',
    'fill this in',
  ],
  [{ field: 'firstName', kind: 'required' }, 'Имя: нужно заполнить', 'First name: fill this in'],
  [
    { field: 'email', kind: 'invalid_format' },
    'Почта: введено в неверном виде',
    'E-mail: not in the expected',
  ],
  [
    { field: 'a.0', kind: 'too_big', bound: 3, of: 'array' },
    'a.0: слишком много',
    'a.0: too many, at most 3',
  ],
  [
    { field: 'solution', kind: 'too_big', bound: 256, of: 'kilobytes' },
    'Код решения: слишком большой размер, можно не больше 256 КБ',
    'too large, at most 256 KB',
  ],
  [{ field: 'input', kind: 'zero_bytes' }, 'это не текст', 'this is not text'],
  [
    { field: 'passwordConfirm', kind: 'mismatch' },
    'Новый пароль ещё раз: не совпадает',
    'differs from the field',
  ],
  [{ field: '', kind: 'invalid' }, 'Запрос: недопустимое значение', 'Request: this value is not valid'],
];

test.each(cases)('%j names the field as the screen does, in both languages', async (issue, ru, en) => {
  await i18next.changeLanguage('ru-ru');
  expect(issuesText([issue])).toContain(ru);
  await i18next.changeLanguage('en-us');
  expect(issuesText([issue])).toContain(en);
});
