/**
 * Balloon colours by position of the problem, used when the organiser chose none. Neighbours differ
 * in lightness as well as in hue, so that they stay apart for people who see fewer colours
 * (built on the palettes of Okabe & Ito and of Paul Tol).
 */
export const BALLOON_COLORS = [
  '#d55e00',
  '#56b4e9',
  '#f0d53c',
  '#0072b2',
  '#e58fb8',
  '#009e73',
  '#882255',
  '#e69f00',
  '#44aa99',
  '#5b3fa8',
  '#b8c34a',
  '#1d4e89',
  '#ee8866',
  '#117733',
  '#c9a5e0',
  '#7a4a21',
] as const;

/**
 * Returns the first balloon colour that no problem of a contest has; from the beginning again when all are taken.
 *
 * @param used colours of the problems, `#rrggbb` in any case
 */
export function freeBalloonColor(used: Iterable<string>): string {
  const taken = [...used].map((color) => color.toLowerCase());
  const free = BALLOON_COLORS.find((color) => !taken.includes(color));
  return free ?? BALLOON_COLORS[taken.length % BALLOON_COLORS.length] ?? BALLOON_COLORS[0];
}
