import { type ContestTimes, endTimeMs, freezeTimeMs } from '#contests/contest-phase.ts';
import { removedBeforeMs } from '#contests/removed-intervals.ts';

/**
 * The times that a contest would have had without the interruptions that moved its end: what a contest after its model
 * begins with. The freeze stays at the same contest time.
 */
export function withoutInterruptions<Times extends ContestTimes>(times: Times): Times {
  const { durationTimeMs, relativeFreezeTimeMs, removedIntervals = [] } = times;
  const moving = removedIntervals.filter(({ isEndMoved }) => isEndMoved);
  const durationMs = durationTimeMs - removedBeforeMs({ removedIntervals: moving }, endTimeMs(times));
  const freezeMs = relativeFreezeTimeMs - removedBeforeMs({ removedIntervals: moving }, freezeTimeMs(times));
  return {
    ...times,
    durationTimeMs: durationMs,
    relativeFreezeTimeMs: Math.max(0, Math.min(freezeMs, durationMs)),
    removedIntervals: [],
  };
}
