import type { Formats } from '#shared/text/format.ts';

/** Below this the clock of a processor says nothing about a share. */
const MEASURABLE_MS = 50;

/** How much longer tests took, in percent with one digit; null where the times are too short to tell. */
export function timeDrift({ beforeMs, afterMs }: { beforeMs: number; afterMs: number }): number | null {
  if (beforeMs < MEASURABLE_MS) return null;
  return Math.round((afterMs / beforeMs - 1) * 1000) / 10;
}

/** Number with its sign, also of what is more. */
export const signed = (value: number, { number }: Pick<Formats, 'number'>) =>
  `${value > 0 ? '+' : ''}${number(value)}`;
