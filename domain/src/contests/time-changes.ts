import {
  type ContestTimes,
  endTimeMs,
  freezeTimeMs,
  hasFreeze,
  isFloating,
  lastEndTimeMs,
  thawTimeMs,
  waitsForThaw,
} from '#contests/contest-phase.ts';
import type { RemovedInterval } from '#contests/removed-intervals.ts';

/*
 * What the control screen does to the times of a contest. Each function returns the times afterwards, or null where
 * the contest is in no phase for it.
 */

/** Start of a whole second, so that forms show the times without a rest. */
const wholeSecond = (atMs: number) => Math.floor(atMs / 1000) * 1000;

/** Starts a waiting contest now; everything after the start moves with it. */
export function startedNow<Times extends ContestTimes>(times: Times, atMs: number): Times | null {
  return atMs < times.startTimeMs ? { ...times, startTimeMs: wholeSecond(atMs) } : null;
}

/**
 * Moves the end. A freeze that has begun stays where it is, so that nothing hidden is revealed; a later one moves
 * with the end, but never into the past, so that nothing seen is hidden. A contest without a freeze keeps none.
 *
 * @param byMs negative for an earlier end
 * @returns null when the end would not lie ahead
 */
export function extendedBy<Times extends ContestTimes>(
  times: Times,
  byMs: number,
  atMs: number,
): Times | null {
  const { startTimeMs, durationTimeMs, relativeFreezeTimeMs } = times;
  const duration = durationTimeMs + byMs;
  if (duration <= 0 || startTimeMs + duration <= atMs) return null;
  if (relativeFreezeTimeMs === durationTimeMs) {
    return { ...times, durationTimeMs: duration, relativeFreezeTimeMs: duration };
  }
  // A freeze from the beginning hides everything, and goes on doing so.
  const hasBegun = freezeTimeMs(times) <= atMs || relativeFreezeTimeMs === 0;
  const earliest = Math.max(0, atMs - startTimeMs);
  const freeze = hasBegun ? relativeFreezeTimeMs : Math.max(relativeFreezeTimeMs + byMs, earliest);
  return { ...times, durationTimeMs: duration, relativeFreezeTimeMs: Math.min(freeze, duration) };
}

/** Freezes the results of a running contest now, or again those that somebody opened after the end. */
export function frozenNow<Times extends ContestTimes>(times: Times, atMs: number): Times | null {
  if (wasThawedByHand(times) && thawTimeMs(times) < atMs) return { ...times, thawedAtMs: null };
  const isOpen = times.startTimeMs <= atMs && atMs < freezeTimeMs(times);
  return isOpen ? { ...times, relativeFreezeTimeMs: atMs - times.startTimeMs } : null;
}

/** Whether the results were frozen beyond the end and somebody opened them, which can be taken back. */
export function wasThawedByHand(times: ContestTimes): boolean {
  return hasFreeze(times) && times.thawsByHand === true && (times.thawedAtMs ?? null) !== null;
}

/**
 * Opens frozen results. A running contest has no freeze from then on; after the end the freeze stays in what was seen
 * while it ran.
 */
export function thawed<Times extends ContestTimes>(times: Times, atMs: number): Times | null {
  if (waitsForThaw(times, atMs)) return { ...times, thawedAtMs: atMs };
  const isFrozen = freezeTimeMs(times) <= atMs && times.startTimeMs <= atMs && atMs < endTimeMs(times);
  return isFrozen ? { ...times, relativeFreezeTimeMs: times.durationTimeMs } : null;
}

/**
 * Takes back the opening of results where the contest goes on: it was for the end before it, and the next one has a
 * ceremony of its own. What everybody has seen of a contest that stays over does not freeze again.
 */
export function withOpeningOfLastEnd<Times extends ContestTimes>(times: Times, atMs: number): Times {
  if ((times.thawedAtMs ?? null) === null || lastEndTimeMs(times) < atMs) return times;
  return { ...times, thawedAtMs: null };
}

/** Whether an interval may be cut out: it lies within the main time, and none of it is cut out already. */
export function canRemoveInterval(
  times: ContestTimes,
  { fromMs, toMs }: Pick<RemovedInterval, 'fromMs' | 'toMs'>,
): boolean {
  // Windows of their own would not move with it: who lost time gets extra time.
  if (isFloating(times)) return false;
  const isInside = times.startTimeMs <= fromMs && fromMs < toMs && toMs <= endTimeMs(times);
  return isInside && !times.removedIntervals?.some((other) => fromMs < other.toMs && other.fromMs < toMs);
}

/**
 * Cuts an interval out. Where it moves the end, the freeze follows as when the contest is extended.
 *
 * @returns null when the moved end would not lie ahead
 */
export function withRemovedInterval<Times extends ContestTimes>(
  times: Times,
  interval: Omit<RemovedInterval, 'id'>,
  atMs: number,
): Times | null {
  const { removedIntervals = [] } = times;
  const { fromMs, toMs, isEndMoved } = interval;
  const moved = isEndMoved ? extendedBy(times, toMs - fromMs, atMs) : times;
  const id = 1 + Math.max(0, ...removedIntervals.map((other) => other.id));
  return moved && { ...moved, removedIntervals: [...removedIntervals, { id, fromMs, toMs, isEndMoved }] };
}

/**
 * Wall-clock offset of an offset in contest time, both from the start: later by the intervals before it that moved the end.
 * Of an interval that begins there it is the beginning.
 */
export function wallOffsetMs({ startTimeMs, removedIntervals = [] }: ContestTimes, offsetMs: number): number {
  const moving = removedIntervals
    .filter(({ isEndMoved }) => isEndMoved)
    .toSorted((a, b) => a.fromMs - b.fromMs);
  return moving.reduce(
    (wallMs, { fromMs, toMs }) => (fromMs < startTimeMs + wallMs ? wallMs + toMs - fromMs : wallMs),
    offsetMs,
  );
}

/**
 * Puts a removed interval back, so that what was sent in it counts. The end that it moved comes back when wished.
 *
 * @returns null when that end would not lie ahead
 */
export function withRestoredInterval<Times extends ContestTimes>(
  times: Times,
  { id, movesEnd }: { id: number; movesEnd: boolean },
  atMs: number,
): Times | null {
  const { removedIntervals = [] } = times;
  const interval = removedIntervals.find((one) => one.id === id);
  if (!interval) return times;
  const movesBack = movesEnd && interval.isEndMoved;
  const moved = movesBack ? extendedBy(times, interval.fromMs - interval.toMs, atMs) : times;
  return moved && { ...moved, removedIntervals: removedIntervals.filter((one) => one !== interval) };
}
