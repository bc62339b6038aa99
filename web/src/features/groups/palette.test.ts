import { describe, expect, test } from 'vitest';
import { PALETTE, SHADES, SWATCHES, swatchAfter } from '#features/groups/palette.ts';

describe('the palette', () => {
  test('has 160 colours in rows of 8, each once, with the usual one of groups', () => {
    expect(SWATCHES).toHaveLength(160);
    expect(Object.values(PALETTE).every((row) => row.length === SHADES)).toBe(true);
    expect(new Set(SWATCHES.map(({ color }) => color)).size).toBe(160);
    expect(SWATCHES.every(({ color }) => /^#[0-9A-F]{6}$/.test(color))).toBe(true);
    expect(SWATCHES[1]).toEqual({ color: '#EF9A9A', hue: 'red', shade: 2 });
  });

  test('is walked by arrows, a row at a time up and down, and not beyond its edges', () => {
    expect(swatchAfter('ArrowRight', 1)).toBe(2);
    expect(swatchAfter('ArrowDown', 1)).toBe(9);
    expect(swatchAfter('ArrowUp', 1)).toBeUndefined();
    expect(swatchAfter('ArrowRight', 159)).toBeUndefined();
    expect([swatchAfter('Home', 70), swatchAfter('End', 70), swatchAfter('a', 70)]).toEqual([
      0,
      159,
      undefined,
    ]);
  });
});
