import { expect, test } from 'vitest';
import { ratingAxis, ratingZone, zoneBands } from '#rating/zones.ts';

test.each([
  [-20, 1],
  [1349.99, 1],
  [1350, 2],
  [1499.99, 2],
  [1500, 3],
  [1650, 4],
  [1749.99, 4],
  [1750, 5],
  [3000, 5],
] as const)('%d is in zone %d', (rating, zone) => {
  expect(ratingZone(rating)).toBe(zone);
});

test('the axis leaves 50 points above and below', () => {
  expect(ratingAxis([1499, 1519.3, 1480.2])).toEqual([1430, 1570]);
  expect(ratingAxis([1499])).toEqual([1449, 1549]);
});

test('bands are the zones that the axis crosses, cut at its ends', () => {
  expect(zoneBands([1430, 1570])).toEqual([
    { zone: 2, from: 1430, to: 1500 },
    { zone: 3, from: 1500, to: 1570 },
  ]);
  expect(zoneBands([1300, 1800]).map(({ zone }) => zone)).toEqual([1, 2, 3, 4, 5]);
  expect(zoneBands([1350, 1500])).toEqual([{ zone: 2, from: 1350, to: 1500 }]);
});
