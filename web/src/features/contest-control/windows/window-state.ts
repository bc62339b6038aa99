import type { ContestWindows, OwnWindow } from '@balloon/contracts/contests/own-windows.ts';
import type { WindowState } from '@balloon/contracts/contests/window-states.ts';
import { endTimeMs, withOwnWindow } from '@balloon/domain/contests/contest-phase.ts';

/** The state of a window at an instant of the server's clock, which goes on between two answers. */
export function windowState({ endTimeMs: endMs }: Pick<OwnWindow, 'endTimeMs'>, nowMs: number): WindowState {
  if (endMs === null) return 'waiting';
  return nowMs < endMs ? 'running' : 'ended';
}

export type Period = Pick<ContestWindows['contest'], 'startTimeMs' | 'durationTimeMs' | 'windowTimeMs'>;

/** Whether nobody can start any more. */
export const isPeriodOver = (period: Period, nowMs: number): boolean =>
  nowMs >= period.startTimeMs + period.durationTimeMs;

/** End that a window has with some extra time in all; null for somebody who has not started. */
export function endWithExtra(
  { startTimeMs, durationTimeMs, windowTimeMs }: Period,
  { startedAtMs }: Pick<OwnWindow, 'startedAtMs'>,
  extraTimeMs: number,
): number | null {
  if (startedAtMs === null) return null;
  const period = { startTimeMs, durationTimeMs, windowTimeMs, relativeFreezeTimeMs: durationTimeMs };
  return endTimeMs(withOwnWindow({ ...period, practiceDurationTimeMs: 0 }, startedAtMs)) + extraTimeMs;
}

/** Length of the window of somebody who would start at an instant. */
export function lengthFrom(
  { startTimeMs, durationTimeMs, windowTimeMs }: Period,
  startMs: number,
  extraTimeMs: number,
): number {
  return Math.min(windowTimeMs ?? 0, startTimeMs + durationTimeMs - startMs) + extraTimeMs;
}
