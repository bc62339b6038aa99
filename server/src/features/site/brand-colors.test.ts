import { wcagContrast } from 'culori';
import { describe, expect, test } from 'vitest';
import { brandShades, brandStyle, brandTokens } from '#features/site/brand-colors.ts';

const HUES = ['#610fc9', '#00acec', '#ffee00', '#ff0000', '#00ff88', '#000000', '#ffffff', '#808080'];
const GROUNDS = { light: ['#ffffff', '#f5f6f8'], dark: ['#0f1115', '#171a20'] } as const;

describe.each(HUES)('a site in %s', (color) => {
  test.each(['light', 'dark'] as const)('can be read in the %s theme', (theme) => {
    const { brand, hover, soft, on } = brandTokens(color, theme);
    for (const ground of [...GROUNDS[theme], soft]) {
      expect(wcagContrast(brand, ground)).toBeGreaterThanOrEqual(4.5);
    }
    expect(wcagContrast(on, brand)).toBeGreaterThanOrEqual(4.5);
    expect(wcagContrast(on, hover)).toBeGreaterThanOrEqual(4.5);
  });

  test('has ten shades from light to dark', () => {
    const shades = brandShades(color);
    expect(shades).toHaveLength(10);
    const contrasts = shades
      .filter((_, shade) => shade !== 3 && shade !== 6)
      .map((hex) => wcagContrast(hex, '#ffffff'));
    expect(contrasts).toEqual([...contrasts].sort((a, b) => a - b));
  });
});

test('a colour that can be read stays what it is', () => {
  expect(brandTokens('#610fc9', 'light').brand).toBe('#610fc9');
  expect(brandStyle('#610fc9')).toContain('[data-mantine-color-scheme="light"] { --brand: #610fc9;');
});
