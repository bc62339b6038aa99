import { expect, test } from 'vitest';
import { penaltyText, placeText } from '#features/scoreboard/rows/row-text.ts';

test('a row without a place has a dash, a tie its places', () => {
  expect([placeText({ displayRank: '' }), placeText({ displayRank: 4 })]).toEqual(['–', '4']);
  expect(placeText({ displayRank: '2-3' })).toBe('2–3');
});

test('a penalty has seconds where the contest counts in them', () => {
  expect(penaltyText({ penalty: 301 })).toBe('301');
  expect(penaltyText({ penalty: 301, penaltySec: 18_065 })).toBe('301:05');
  expect(penaltyText({ penalty: -2, penaltySec: -65 })).toBe('−1:05');
});
