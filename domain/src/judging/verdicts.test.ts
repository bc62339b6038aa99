import { expect, test } from 'vitest';
import { VERDICTS, verdictById } from '#judging/verdicts.ts';
import { LANGUAGES } from '#languages/languages.ts';

test('verdict ids are unique and find their rule', () => {
  const rules = Object.values(VERDICTS);
  expect(new Set(rules.map((rule) => rule.id)).size).toBe(rules.length);
  for (const rule of rules) expect(verdictById(rule.id)).toBe(rule);
  expect(verdictById(0)).toBeUndefined();
});

test('only the accepted verdict solves, and it is no wrong try', () => {
  const solving = Object.values(VERDICTS).filter((rule) => rule.solves);
  expect(solving).toEqual([{ id: 1, name: 'Accepted', solves: true, scored: false }]);
});

test('language ids are unique, and a file ending means one language', () => {
  const languages = Object.values(LANGUAGES);
  expect(new Set(languages.map(({ id }) => id)).size).toBe(languages.length);
  const endings = languages.flatMap(({ extensions }): readonly string[] => extensions);
  expect(new Set(endings).size).toBe(endings.length);
});
