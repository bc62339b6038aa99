import { readFileSync } from 'node:fs';
import type { OwnTimeChange } from '@balloon/contracts/people/own-time-changes.ts';
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { ownTimeText } from '#features/contests/own-time-text.ts';

const MINUTE_MS = 60_000;
const TEXTS = new URL('../../../public/js/locales/en-us.json', import.meta.url);

beforeAll(() =>
  i18next.init({
    lng: 'en-us',
    lowerCaseLng: true,
    keySeparator: false,
    nsSeparator: false,
    resources: { 'en-us': { translation: JSON.parse(readFileSync(TEXTS, 'utf8')) } },
  }),
);

const same: OwnTimeChange = {
  atMs: 0,
  isOwn: false,
  oldStartedAtMs: 5,
  startedAtMs: 5,
  oldExtraTimeMs: 0,
  extraTimeMs: 0,
};
const textOf = (change: Partial<OwnTimeChange>) =>
  ownTimeText({ ...same, ...change }, { dateTime: (ms) => `T${ms}` });

test('a change of the own time is told by what is another one after it', () => {
  expect(textOf({ isOwn: true, oldStartedAtMs: null })).toBe('Start');
  expect(textOf({ startedAtMs: null })).toBe('Start taken back');
  expect(textOf({ oldStartedAtMs: null })).toBe('Start set to T5');
  expect(textOf({ oldStartedAtMs: 4 })).toBe('Start moved to T5');
  expect(textOf({ extraTimeMs: 10 * MINUTE_MS })).toBe('Extra time: 10 min');
  const longer = { oldExtraTimeMs: 10 * MINUTE_MS, extraTimeMs: 15 * MINUTE_MS };
  expect(textOf(longer)).toBe('Extra time: 15 min instead of 10');
  expect(textOf({ oldExtraTimeMs: 10 * MINUTE_MS })).toBe('Extra time taken back');
});
