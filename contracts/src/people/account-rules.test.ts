import { expect, test } from 'vitest';
import { hasPlainLetters, mixesAlphabets } from '#people/account-rules.ts';

test.each([
  ['an Armenian letter in a Latin word', 't\u0585urist'],
  ['a small capital', 't\u1d0furist'],
  ['a letter of phonetics', '\u0251nton'],
  ['a Latin letter of no language of today', '\u0185oris'],
  ['a Cyrillic letter in a Latin word', '\u0430nton'],
  ['a Greek letter in a Cyrillic word', '\u0430\u03bd\u0442\u043e\u043d'],
  ['a Hebrew letter in a Latin word', 't\u05e1urist'],
  ['a Han letter in a Latin word', 't\u3007urist'],
  ['a Bengali digit in a Latin word', 't\u09e6urist'],
  ['a Lisu letter in a Latin word', '\ua4eeNTON'],
  ['kana in a Korean word', '\uae40\u30ab'],
])('a word with letters of several alphabets is told: %s', (_what, word) => {
  expect(mixesAlphabets(word)).toBe(true);
  expect(mixesAlphabets(`anton.${word}-1`)).toBe(true);
});

test.each([
  ['English', 'Anne-Marie O\u2019Neil'],
  ['German', 'J\u00fcrgen Gro\u00df'],
  ['Polish', '\u0141ukasz \u017b\u00f3\u0142\u0107'],
  ['Romanian', '\u0218tefan \u021ai\u021beica'],
  ['Turkish', '\u0130brahim I\u015f\u0131k'],
  ['Azerbaijani', '\u018fli M\u0259mm\u0259dov'],
  ['Vietnamese', 'Nguy\u1ec5n Th\u1ecb Ph\u01b0\u01a1ng'],
  ['Vietnamese in parts', 'Nguye\u0302\u0303n'],
  ['German capitals', 'Gro\u1e9e'],
  ['Uzbek', 'Jo\u02bbrayev G\u02bbani'],
  ['Hausa', '\u0198asimu \u0181aba'],
  ['Ewe', '\u0189o\u0256zi K\u0254\u0192i A\u028ba'],
  ['Russian', '\u0410\u0440\u0442\u0451\u043c \u0419\u043e\u0444\u0444\u0435'],
  [
    'Ukrainian',
    '\u041b\u0443\u043a\u2019\u044f\u043d \u0490\u0443\u0434\u0437\u044c \u0407\u0436\u0430\u043a\u0435\u0432\u0438\u0447',
  ],
  [
    'Kazakh',
    '\u04d8\u0441\u0435\u043b \u04a2\u04b1\u0440\u0493\u043e\u0436\u0438\u043d \u04b0\u043b\u0430\u043d \u0406\u043b\u0438\u044f\u0441',
  ],
  ['Greek', '\u0393\u03b9\u03ce\u03c1\u03b3\u03bf\u03c2 \u0394\u03ae\u03bc\u03bf\u03c5'],
  [
    'Armenian',
    '\u0531\u0580\u0574\u0565\u0576 \u0540\u0578\u057e\u0570\u0561\u0576\u0576\u056b\u057d\u0575\u0561\u0576',
  ],
  ['Georgian', '\u10d2\u10d8\u10dd\u10e0\u10d2\u10d8 \u10d1\u10d4\u10e0\u10d8\u10eb\u10d4'],
  ['Hebrew', '\u05e0\u05d5\u05e2\u05d4 \u05dc\u05d5\u05d9'],
  ['Arabic', '\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f \u0639\u0644\u064a'],
  ['Persian', '\u0646\u06cc\u06a9\u06cc\u200c\u0646\u0698\u0627\u062f'],
  ['Hindi', '\u0928\u0930\u0947\u0928\u094d\u0926\u094d\u0930 \u0936\u0930\u094d\u092e\u093e'],
  ['Tamil', '\u0b95\u0bae\u0bb2\u0bcd'],
  ['Thai', '\u0e2a\u0e21\u0e0a\u0e32\u0e22 \u0e43\u0e08\u0e14\u0e35'],
  ['Khmer', '\u179f\u17bb\u1781'],
  ['Amharic', '\u12a0\u1260\u1260'],
  ['Chinese', '\u738b\u5c0f\u660e'],
  ['Chinese with Bopomofo', '\u738b\u3105'],
  ['Japanese', '\u9ad8\u6a4b \u307f\u306a\u307f \u30b5\u30c8\u30fc\u4f50\u3005\u6728'],
  ['Korean', '\ud64d\uae38\ub3d9 \u91d1\uae38\ub3d9'],
  ['Cherokee', '\u13e3\u13b3\u13a9'],
  ['Mongolian', '\u182e\u1823\u1829'],
])('names of people are taken: %s', (_language, name) => {
  expect(mixesAlphabets(name)).toBe(false);
  expect(mixesAlphabets(name.toUpperCase())).toBe(false);
});

test.each([
  ['Lisu', '\ua4e1\ua4f0\ua4f3'],
  ['Cherokee', '\u13aa\u13b0\u13a2'],
  ['Coptic', '\u2c9f\u2c9f'],
  ['Gothic', '\u{10330}\u{10331}'],
  ['Canadian syllabics', '\u1587\u15c5'],
  ['wide letters', '\uff41nna'],
  ['bold letters', '\u{1d41a}nna'],
  ['turned commas', 'anna\u02bb'],
])('letters of a username are those of a script in general use: not %s', (_what, username) => {
  expect(hasPlainLetters(username)).toBe(false);
});

test.each([
  'tourist',
  'team_42.b-1',
  '\u0430\u043d\u043d\u0430.kim',
  '\u04d9\u0441\u0435\u043b',
  '\u0561\u0580\u0574\u0565\u0576',
  '\u5c0f\u660e1',
  '\ud64d\uae38\ub3d9',
  '\u30b5\u30c8\u30fc',
  '\u0e2a\u0e21\u0e0a\u0e32',
  'm\u0259mm\u0259d',
])('a username has plain letters: %s', (username) => {
  expect([hasPlainLetters(username), mixesAlphabets(username)]).toEqual([true, false]);
});
