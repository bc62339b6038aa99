import { expect, test } from 'vitest';
import { BALLOON_COLORS, freeBalloonColor } from '#contests/balloon-colors.ts';

test('problems get the colours in order, without those that others have, and from the beginning when all are taken', () => {
  expect(freeBalloonColor([])).toBe(BALLOON_COLORS[0]);
  expect(freeBalloonColor([BALLOON_COLORS[0].toUpperCase(), BALLOON_COLORS[2]])).toBe(BALLOON_COLORS[1]);
  const of26: string[] = [];
  while (of26.length < 26) of26.push(freeBalloonColor(of26));
  expect(of26.slice(16)).toEqual(BALLOON_COLORS.slice(0, 10));
});
