import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  LANGUAGE_KEYS,
  LANGUAGES,
  type LanguageRule,
  OFFERED_LANGUAGES,
} from '@balloon/domain/languages/languages.ts';
import { expect, test } from 'vitest';
import { TOOLCHAINS } from '#languages/table.ts';

/*
 * Checks that everything that lists languages agrees with the table in domain/src/languages/languages.ts; where the type
 * checker does (the judge's declarations, the editor's modes), there is no test. docs/recipes/language.md describes
 * how to add one.
 */

const ROOT = join(import.meta.dirname, '../../..');
const rules: readonly (readonly [string, LanguageRule])[] = LANGUAGE_KEYS.map((key) => [key, LANGUAGES[key]]);
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

test('ids are unique, and separate languages of authors from those of participants', () => {
  expect(new Set(rules.map(([, { id }]) => id)).size).toBe(rules.length);
  for (const [key, { id, authorsOnly = false }] of rules) expect(id > 100, key).toBe(authorsOnly);
});

test('a dropped file means one language', () => {
  const endings = rules.flatMap(([, { extensions }]) => extensions);
  expect(new Set(endings).size).toBe(endings.length);
});

test('the judge declares the languages of the table and no other', () => {
  expect(Object.keys(TOOLCHAINS).sort()).toEqual([...LANGUAGE_KEYS].sort());
});

test('each family has a program that tries its verdicts', () => {
  const programs = readdirSync(join(ROOT, 'judge/testsuite/languages')).map((file) => file.split('.')[0]);
  const families = new Set(rules.map(([, { family }]) => family).filter((family) => family !== 'c_cpp'));
  expect(programs).toEqual(expect.arrayContaining([...families, 'c', 'cpp']));
});

/** Languages that README describes as always present. */
const ALWAYS_THERE = ['c', 'cpp17', 'cpp20', 'cpp23', 'python3', 'bash', 'javascript'];

test.each(OFFERED_LANGUAGES.filter((key) => !ALWAYS_THERE.includes(key)))(
  'README tells the Debian package of %s',
  (key) => {
    const { name, debianPackage } = LANGUAGES[key];
    expect(readme).toContain(`| ${name} | \`${debianPackage}\` |`);
  },
);
