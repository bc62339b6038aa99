import { BALLOON_COLORS } from '@balloon/domain/contests/balloon-colors.ts';
import { expect, test } from 'vitest';
import { balloonColor, contrast, inkOn } from '#shared/ui/labels/balloon-colors.ts';

test('letters take the colours in order and start again after the last', () => {
  expect(balloonColor('A')).toBe(BALLOON_COLORS[0]);
  expect(balloonColor('b')).toBe(BALLOON_COLORS[1]);
  expect(balloonColor('Q')).toBe(BALLOON_COLORS[0]);
  expect(balloonColor('AA')).toBe(BALLOON_COLORS[26 % 16]);
});

test('a given colour wins, unless it is none', () => {
  expect(balloonColor('A', '#123abc')).toBe('#123abc');
  expect(balloonColor('A', 'red; background: url(x)')).toBe(BALLOON_COLORS[0]);
  expect(balloonColor('A', null)).toBe(BALLOON_COLORS[0]);
});

test.each(BALLOON_COLORS)('the letter on %s can be read', (color) => {
  expect(contrast(inkOn(color), color)).toBeGreaterThanOrEqual(4.5);
});

test('neighbouring balloons differ in lightness, for people who see fewer colours', () => {
  for (const [position, color] of BALLOON_COLORS.slice(1).entries()) {
    expect(contrast(BALLOON_COLORS[position] ?? '', color)).toBeGreaterThanOrEqual(1.25);
  }
});

test('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});
