import { type ContestTimes, lastEndTimeMs } from '@balloon/domain/contests/contest-phase.ts';
import { useEffect, useState } from 'react';
import { serverNowMs } from '#shared/api/live/server-clock.ts';

/** Browsers fire longer timers at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Whether the main time is over for everybody, and with it the freeze; draws again when it ends. */
export function useIsOver(contest: ContestTimes): boolean {
  const leftMs = lastEndTimeMs(contest) - serverNowMs();
  const [, setDraws] = useState(0);
  useEffect(() => {
    if (leftMs < 0) return;
    const timer = setTimeout(() => setDraws((draws) => draws + 1), Math.min(leftMs + 1, MAX_TIMER_MS));
    return () => clearTimeout(timer);
  }, [leftMs]);
  return leftMs < 0;
}
