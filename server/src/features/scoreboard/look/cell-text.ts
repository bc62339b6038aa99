import type { ContestTimes } from '@balloon/domain/contests/contest-phase.ts';
import { formatTimeSinceStart } from '@balloon/domain/contests/contest-time.ts';
import type { ViewedCell } from '@balloon/domain/scoreboard/scoreboard.ts';

/** Text of a cell for older clients. */
export interface CellText {
  /** `—`, `+`, `+2` (two wrong tries before), `-2` (two wrong tries, unsolved). */
  result: string;
  /** `hh:mm` since the start; set for solved cells only. */
  acceptedAt?: string;
}

export function cellText(
  contest: Pick<ContestTimes, 'startTimeMs' | 'removedIntervals'>,
  cell: ViewedCell,
): CellText {
  const { acceptedAtMs, wrongTries } = cell;
  if (acceptedAtMs === undefined) return { result: wrongTries === 0 ? '—' : `-${wrongTries}` };
  return {
    result: wrongTries === 0 ? '+' : `+${wrongTries}`,
    acceptedAt: formatTimeSinceStart(contest, acceptedAtMs),
  };
}
