import { readdirSync, readFileSync } from 'node:fs';
import { LOCALES, type Locale } from '@balloon/domain/text/statement-locale.ts';
import { describe, expect, test } from 'vitest';

const WEB = new URL('../../../', import.meta.url);
const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Texts of everybody, and those of the admin area. */
const FILES = ['', 'admin/'];

function textsOf(locale: Locale): Record<string, string> {
  return Object.assign({}, ...FILES.map((folder) => readFile(folder, locale)));
}

function readFile(folder: string, locale: Locale): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`public/js/locales/${folder}${locale}.json`, WEB), 'utf8'));
}

const texts = { 'ru-ru': textsOf('ru-ru'), 'en-us': textsOf('en-us') } satisfies Record<
  Locale,
  Record<string, string>
>;
const withoutPlural = (key: string) => key.replace(PLURAL, '');
const keysOf = (locale: Locale) => [...new Set(Object.keys(texts[locale]).map(withoutPlural))].sort();
const placeholders = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].sort();

/** Source of the whole page, without tests. */
const source = readdirSync(new URL('src/', WEB), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(new URL(`src/${file}`, WEB), 'utf8'))
  .join('\n');
const literals = new Set([...source.matchAll(/'([\w-]+(?:\.[\w-]+)*)'/g)].map(([, literal = '']) => literal));
/** Keys composed in the code, a word for each value: `status.${status}` gives /^status\.[\w-]+$/. */
const patterns = [...source.matchAll(/`([a-z][\w-]*\.(?:[\w.-]|\$\{[^`}]+\})*\$\{[^`]*)`/gi)].map(
  ([, template = '']) => new RegExp(`^${template.replace(/\./g, '\\.').replace(/\$\{[^}]+\}/g, '[\\w-]+')}$`),
);

test('both languages have the same keys', () => {
  expect(keysOf('en-us')).toEqual(keysOf('ru-ru'));
});

describe.each(LOCALES)('%s', (locale) => {
  test('has no empty text', () => {
    expect(Object.entries(texts[locale]).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('has every plural form that the language needs', () => {
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    const counted = new Set(
      Object.keys(texts[locale])
        .filter((key) => PLURAL.test(key))
        .map(withoutPlural),
    );
    const missing = [...counted]
      .flatMap((key) => forms.map((form) => `${key}_${form}`))
      .filter((key) => !(key in texts[locale]));
    expect(missing).toEqual([]);
  });

  test('keeps its keys sorted, so that two people’s edits meet rarely', () => {
    for (const folder of FILES) {
      const keys = Object.keys(readFile(folder, locale));
      expect(keys).toEqual([...keys].sort());
    }
  });
});

/** Russian texts of toasts that were agreed on word for word. */
const AGREED = {
  'errors.unknown': 'Неизвестная ошибка',
  'toast.failed': 'Произошла ошибка: {{error}}',
  'toast.done': 'Успешно!',
  'versions.restored': 'Версия #{{number}} восстановлена. Актуальная версия: #{{newest}}',
  'copy.done': 'Текст скопирован!',
  'copy.linkDone': 'Ссылка скопирована!',
  'rating.noGroupsOfUser': 'Пользователь не состоит ни в одной из групп',
};

test.each(Object.entries(AGREED))('%s is as agreed', (key, text) => {
  expect(texts['ru-ru'][key]).toBe(text);
});

test('no text stands in both files of a language', () => {
  const everybodys = readFile('', 'ru-ru');
  expect(Object.keys(readFile('admin/', 'ru-ru')).filter((key) => key in everybodys)).toEqual([]);
});

test('the same values are put into both languages', () => {
  const wanted = (locale: Locale) => {
    const joined: Record<string, string> = {};
    for (const [key, text] of Object.entries(texts[locale])) {
      joined[withoutPlural(key)] = `${joined[withoutPlural(key)] ?? ''} ${text}`;
    }
    return Object.fromEntries(Object.entries(joined).map(([key, text]) => [key, placeholders(text)]));
  };
  expect(wanted('en-us')).toEqual(wanted('ru-ru'));
});

test('the English texts have no Cyrillic', () => {
  expect(Object.entries(texts['en-us']).filter(([, text]) => /[а-яё]/i.test(text))).toEqual([]);
});

test('the Russian texts are Russian', () => {
  const words = (text: string) => text.replace(/\{\{\w+\}\}/g, '');
  const foreign = Object.entries(texts['ru-ru']).filter(
    ([, text]) => /[a-z]{3}/i.test(words(text)) && !/[а-яё]/i.test(text),
  );
  expect(foreign).toEqual([]);
});

test('every key that the code asks for exists', () => {
  const asked = [...source.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key = '']) => key);
  const known = new Set(keysOf('ru-ru'));
  expect(asked.length).toBeGreaterThan(50);
  expect(asked.filter((key) => !known.has(key))).toEqual([]);
});

test('every key is asked for by somebody', () => {
  const unused = keysOf('ru-ru').filter(
    (key) => !literals.has(key) && !patterns.some((pattern) => pattern.test(key)),
  );
  expect(unused).toEqual([]);
});

test('the code itself speaks no language', () => {
  const withoutComments = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '');
  const names = /'ru-ru': 'Русский'/g;
  expect(withoutComments.replace(names, '').match(/.*[а-яё].*/gi) ?? []).toEqual([]);
});
