import { afterEach, expect, test, vi } from 'vitest';
import { createDurationText, durationParts } from '#features/contests/duration-text.ts';

const MINUTE_MS = 60_000;

test.each([
  [0, { days: 0, hours: 0, minutes: 0 }],
  [5 * 60, { days: 0, hours: 5, minutes: 0 }],
  [150, { days: 0, hours: 2, minutes: 30 }],
  [36 * 60, { days: 0, hours: 36, minutes: 0 }],
  [49 * 60 + 5, { days: 2, hours: 1, minutes: 5 }],
])('%i minutes', (minutes, parts) => {
  expect(durationParts(minutes * MINUTE_MS)).toEqual(parts);
});

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['ru-ru', 0, '0 мин'],
  ['ru-ru', 5 * 60, '5 ч'],
  ['ru-ru', 150, '2 ч 30 мин'],
  ['ru-ru', 72 * 60, '3 дн.'],
  ['en-us', 150, '2 hr, 30 min'],
  ['en-us', 72 * 60, '3 days'],
])('in %s %i minutes are %j', (locale, minutes, text) => {
  const plain = (words: string) => words.replaceAll('\u00a0', ' ');
  expect(plain(createDurationText(locale)(minutes * MINUTE_MS))).toBe(text);
  vi.stubGlobal('Intl', { NumberFormat: Intl.NumberFormat });
  expect(plain(createDurationText(locale)(minutes * MINUTE_MS))).toBe(text.replace(',', ''));
});
