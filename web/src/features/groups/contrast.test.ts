import { expect, test } from 'vitest';
import { contrastOf, readableOn } from '#features/groups/contrast.ts';

test('contrast is that of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrastOf('#ffffff', '#777777')).toBe(contrastOf('#777777', '#ffffff'));
});

test('text on a colour is black or white, whichever reads better', () => {
  expect(readableOn('#FFF59D').ink).toBe('#000');
  expect(readableOn('#4527A0').ink).toBe('#fff');
  for (const color of ['#EF9A9A', '#9E9E9E', '#2979FF']) expect(readableOn(color).ratio).toBeGreaterThan(4.5);
});
