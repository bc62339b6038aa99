import { BALLOON_COLORS } from '@balloon/domain/contests/balloon-colors.ts';

const HEX = /^#[0-9a-f]{6}$/i;

/** Returns the given colour if valid, otherwise that of the letter's position. */
export function balloonColor(index: string, given?: string | null): string {
  if (given && HEX.test(given)) return given;
  let position = 0;
  for (const letter of index.toUpperCase()) position = position * 26 + letter.charCodeAt(0) - 64;
  return BALLOON_COLORS[Math.max(0, position - 1) % BALLOON_COLORS.length] ?? BALLOON_COLORS[0];
}

/** Returns black or white, whichever contrasts more with the colour (WCAG relative luminance). */
export function inkOn(hex: string): '#14171c' | '#ffffff' {
  return contrast(hex, '#ffffff') > contrast(hex, '#14171c') ? '#ffffff' : '#14171c';
}

/** WCAG contrast ratio of two hex colours, from 1 to 21. */
export function contrast(first: string, second: string): number {
  const [lighter, darker] = [luminance(first), luminance(second)].sort((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
