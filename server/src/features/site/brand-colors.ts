import { converter, formatHex, type Oklch, wcagContrast } from 'culori';

/** The tokens of the page that carry the brand colour, in one theme. */
export interface BrandTokens {
  brand: string;
  hover: string;
  soft: string;
  on: string;
}

/** Text on any ground (WCAG AA). */
const LEAST_CONTRAST = 4.5;
const STEP = 0.01;
/** The grounds of the page's two themes, and what is written on the brand colour there. */
const THEMES = {
  light: { grounds: ['#ffffff', '#f5f6f8'], on: '#ffffff', soft: { l: 0.955, c: 0.024 }, away: -1 },
  dark: { grounds: ['#0f1115', '#171a20'], on: '#0f1115', soft: { l: 0.27, c: 0.06 }, away: 1 },
} as const;
/** Lightness of the ten shades; the sixth and the third follow the tokens. */
const SHADES = [0.955, 0.9, 0.82, 0.75, 0.67, 0.59, 0.51, 0.44, 0.36, 0.28];
const LIGHT_SHADE = 6;
const DARK_SHADE = 3;

const toOklch = converter('oklch');

/**
 * Derives a theme's colours from a brand colour: of its hue, and as light or dark as text needs (WCAG AA on
 * every ground of the page and on its own soft one). Lightness is that of Oklch, where equal steps look
 * equal.
 *
 * @param color such as `#610fc9`
 */
export function brandTokens(color: string, theme: keyof typeof THEMES): BrandTokens {
  const { grounds, on, soft: softer, away } = THEMES[theme];
  const given = oklch(color);
  const soft = hex({ ...given, l: softer.l, c: Math.min(given.c, softer.c) });
  const isReadable = (tried: Oklch) =>
    [...grounds, soft].every((ground) => wcagContrast(hex(tried), ground) >= LEAST_CONTRAST);
  let brand: Oklch = { ...given, l: Math.min(1, Math.max(0, given.l)) };
  while (!isReadable(brand) && brand.l >= 0 && brand.l <= 1) brand = { ...brand, l: brand.l + away * STEP };
  return { brand: hex(brand), hover: hex({ ...brand, l: brand.l + away * 0.06 }), soft, on };
}

/** Ten shades from light to dark, among them the brand colours of both themes. */
export function brandShades(color: string): string[] {
  const given = oklch(color);
  const shades = SHADES.map((l) => hex({ ...given, l, c: given.c * Math.min(1, 4 * l * (1 - l)) }));
  shades[LIGHT_SHADE] = brandTokens(color, 'light').brand;
  shades[DARK_SHADE] = brandTokens(color, 'dark').brand;
  return shades;
}

/** Style sheet that replaces our brand colour by a site's; overrides the page's own by one more `:root`. */
export function brandStyle(color: string): string {
  const block = (theme: keyof typeof THEMES) => {
    const { brand, hover, soft, on } = brandTokens(color, theme);
    const tokens = `--brand: ${brand}; --brand-hover: ${hover}; --brand-soft: ${soft}; --on-brand: ${on};`;
    return `:root:root[data-mantine-color-scheme="${theme}"] { ${tokens} }\n`;
  };
  return block('light') + block('dark');
}

/** Our mark for the browser's tab in a site's colour. */
export function paintIcon(svg: string, color: string): string {
  return svg
    .replaceAll(OURS.light, brandTokens(color, 'light').brand)
    .replaceAll(OURS.dark, brandTokens(color, 'dark').brand);
}

/** Colours in `favicon.svg`. */
const OURS = { light: '#2440d6', dark: '#93a5ff' };

const hex = (color: Oklch) => formatHex(color);

function oklch(color: string): Oklch {
  const parsed = toOklch(color);
  if (parsed === undefined) throw new RangeError(`${color} is no colour`);
  return parsed;
}
