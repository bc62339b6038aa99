import { readdirSync, readFileSync } from 'node:fs';
import { LOCALES } from '@balloon/domain/text/statement-locale.ts';
import { expect, test } from 'vitest';

const WEB = new URL('../../../', import.meta.url);
const SERVER = new URL('../server/src/', WEB);

const sourcesIn = (folder: URL) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file, source: readFileSync(new URL(file, folder), 'utf8') }));
const files = sourcesIn(SERVER);
const sourceOf = (name: string) => files.find(({ file }) => file === name)?.source ?? '';
const all = files.map(({ source }) => source).join('\n');
const page = sourcesIn(new URL('src/', WEB))
  .map(({ source }) => source)
  .join('\n');

/** First group of every place where the pattern matches. */
const found = (source: string, pattern: RegExp) => [...source.matchAll(pattern)].map(([, code = '']) => code);

const errorClasses = found(sourceOf('errors.ts'), /export class (\w+) extends ServiceError/g);
const thrown = new RegExp(`new (?:${errorClasses.join('|')})\\(\\s*([^\\s,)]+)`, 'g');
const codes = new Set([
  ...found(all, thrown).map((argument) => argument.replaceAll("'", '')),
  ...found(all, /answerOf\(\s*'([A-Z_]+)'/g),
  ...found(sourceOf('http/answers/error-handler.ts'), /\b(FST_\w+):/g),
  ...found(sourceOf('realtime/event-gate.ts'), /return '([A-Z_]+)'/g),
  ...found(sourceOf('realtime/sockets.ts'), /new Error\('([A-Z_]+)'\)/g),
]);

/** Texts of everybody, and those of the admin area, which knows more errors. */
const textsOf = (locale: string): Record<string, string> =>
  Object.assign(
    {},
    ...['', 'admin/'].map((folder) =>
      JSON.parse(readFileSync(new URL(`public/js/locales/${folder}${locale}.json`, WEB), 'utf8')),
    ),
  );

test('codes are found in all the places that answer errors', () => {
  expect(errorClasses.length).toBeGreaterThan(5);
  const samples = ['CONTEST_NOT_FOUND', 'TOO_MANY_PENDING', 'NOT_FOUND', 'FST_ERR_BAD_URL', 'INTERNAL'];
  for (const code of samples) expect(codes).toContain(code);
});

test('every code is written where it is thrown, so that it can be found', () => {
  expect([...codes].filter((code) => !/^[A-Z][A-Z_]+$/.test(code))).toEqual([]);
});

test.each(LOCALES)('every error code of the server has a text in %s', (locale) => {
  const texts = textsOf(locale);
  expect([...codes].filter((code) => !texts[`errors.${code}`]).sort()).toEqual([]);
});

test.each(LOCALES)('every error text in %s belongs to a code of the server or of the page', (locale) => {
  const texts = textsOf(locale);
  const stated = new Set(found(all + page, /'([A-Z][A-Z_]+)'/g));
  const unused = Object.keys(texts)
    .filter((key) => /^errors\.[A-Z]/.test(key))
    .map((key) => key.slice('errors.'.length))
    .filter((code) => !codes.has(code) && !stated.has(code));
  expect(unused).toEqual([]);
});
