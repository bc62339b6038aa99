import { expect, test } from 'vitest';
import { otherLanguage } from '#same-language.ts';

test('only a name of another language excludes a run', () => {
  const languages = [
    { foreignLanguageId: '78', name: 'G++ 13.2 x64' },
    { foreignLanguageId: '81', name: 'Python 3.12 x64' },
  ];
  const sent = { foreignId: '1000', foreignLanguageId: '78', languageName: 'G++ 13.2', source: 'x' };
  const isOther = otherLanguage(languages, sent);
  expect(['Python  3.12 X64', 'G++ 13.2 x64', 'G++'].map(isOther)).toEqual([true, false, false]);
});
