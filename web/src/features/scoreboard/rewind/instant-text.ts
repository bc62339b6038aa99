import type { Contest } from '@balloon/contracts/contests.ts';
import { isFloating } from '@balloon/domain/contests/contest-phase.ts';
import { contestTimeMs, formatDuration, type RewindRange } from '@balloon/domain/contests/contest-time.ts';
import { useFormats } from '#shared/text/format.ts';

/**
 * Writes instants of a rewound table: contest time, or the time of day where everybody has a clock of their own, with the day
 * unless all of the range lies in one.
 */
export function useInstantText(contest: Contest, { fromMs, toMs }: RewindRange): (atMs: number) => string {
  const formats = useFormats();
  if (!isFloating(contest)) return (atMs) => formatDuration(contestTimeMs(contest, atMs));
  if (formats.date(fromMs) === formats.date(toMs)) return (atMs) => formats.time(atMs);
  return (atMs) => `${formats.shortDay(atMs)} ${formats.time(atMs)}`;
}

/** Time since the viewer's own start of a floating contest, while their window runs; null at all other instants. */
export function ownTimeAt(
  { windowTimeMs, ownStartedAtMs, ownExtraTimeMs, periodEndTimeMs }: OwnWindow,
  atMs: number,
): string | null {
  if (windowTimeMs === null || ownStartedAtMs === null || atMs < ownStartedAtMs) return null;
  const endMs = Math.min(ownStartedAtMs + windowTimeMs, periodEndTimeMs) + ownExtraTimeMs;
  return atMs <= endMs ? formatDuration(atMs - ownStartedAtMs) : null;
}

type OwnWindow = Pick<Contest, 'windowTimeMs' | 'ownStartedAtMs' | 'ownExtraTimeMs' | 'periodEndTimeMs'>;
