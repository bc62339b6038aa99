import { expect, test } from 'vitest';
import { suggestedUsername, transliterate } from '#text/transliterate.ts';

test.each([
  ['Анна', 'Смирнова', 'a.smirnova'],
  ['Юлия', 'Щукина', 'yu.schukina'],
  ['Ёлка', 'Подъячева-Новая', 'e.podyacheva-novaya'],
  ['  Пётр ', ' Ван дер Ваальс ', 'p.van-der-vaals'],
  ['José', 'Núñez', 'j.nunez'],
  ['Łukasz', 'O’Neil', 'l.oneil'],
  ['O\u02bbktam', 'Jo\u02bbrayev', 'o.jorayev'],
  ['J\u00fcrgen', 'GRO\u1e9e', 'j.gross'],
  ['Анна', '', 'anna'],
  ['', 'Смирнова', 'smirnova'],
  ['', '', ''],
  ['ь', 'Иванов', 'ivanov'],
  ['明', '王', '明.王'],
])('%s %s becomes %s', (first, last, username) => {
  expect(suggestedUsername(first, last)).toBe(username);
});

test('letters that are composed of two code points are read as one', () => {
  expect(transliterate('Йод'.normalize('NFD'))).toBe('yod');
});
