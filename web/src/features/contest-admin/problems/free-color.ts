import { BALLOON_COLORS } from '#shared/ui/labels/balloon-colors.ts';

/** The first balloon colour that no problem of the set has; from the beginning again when all are taken. */
export function freeColor(problems: readonly { color: string }[]): string {
  const used = new Set(problems.map(({ color }) => color.toLowerCase()));
  const free = BALLOON_COLORS.find((color) => !used.has(color));
  return free ?? BALLOON_COLORS[problems.length % BALLOON_COLORS.length] ?? BALLOON_COLORS[0];
}
