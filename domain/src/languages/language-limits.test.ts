import { expect, test } from 'vitest';
import { rulesForLanguage } from '#languages/language-limits.ts';

const rules = { timeLimitMs: 1000, memoryLimitKb: 65_536, passes: 1 };
const languageLimits = { python3: { timeLimitMs: 5000, memoryLimitKb: 262_144 } };

test('a language with limits of its own gets them, the others those of the problem', () => {
  expect(rulesForLanguage({ ...rules, languageLimits }, 'python3')).toEqual({
    ...rules,
    ...languageLimits.python3,
  });
  expect(rulesForLanguage({ ...rules, languageLimits }, 'cpp20')).toEqual(rules);
  expect(rulesForLanguage(rules, 'constructor')).toEqual(rules);
  expect(rulesForLanguage({ ...rules, languageLimits }, 'constructor')).toEqual(rules);
});
