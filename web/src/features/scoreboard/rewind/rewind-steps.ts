import type { ScoreboardActivity } from '@balloon/contracts/scoreboard/scoreboard.ts';
import type { RewindRange } from '@balloon/domain/contests/contest-time.ts';

export const STEP_MS = 10_000;
const MINUTE_MS = 60_000;

type Range = Pick<RewindRange, 'fromMs' | 'toMs'>;

/** Returns the instant to which a key leads, or `null` for keys without effect. */
export function instantAfterKey(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  atMs: number,
  { fromMs, toMs }: Range,
): number | null {
  const step = shiftKey ? MINUTE_MS : STEP_MS;
  const ways: Record<string, number> = {
    ArrowLeft: atMs - step,
    ArrowDown: atMs - step,
    ArrowRight: atMs + step,
    ArrowUp: atMs + step,
    PageDown: atMs - 10 * MINUTE_MS,
    PageUp: atMs + 10 * MINUTE_MS,
    Home: fromMs,
    End: toMs,
  };
  const wanted = ways[key];
  return wanted === undefined ? null : within(wanted, { fromMs, toMs });
}

export const within = (atMs: number, { fromMs, toMs }: Range) => Math.min(Math.max(atMs, fromMs), toMs);

/** Returns the end of the range where less than a step is left to it: a slider moves in whole steps. */
export const snapped = (atMs: number, { toMs }: Pick<Range, 'toMs'>) => (toMs - atMs < STEP_MS ? toMs : atMs);

/** Returns the nearest instant in a direction at which the table changed, or `null` when there is none. */
export function changeBeside(activity: ScoreboardActivity, atMs: number, direction: 1 | -1): number | null {
  const instants = activity.steps.map(({ step }) => activity.fromMs + step * activity.stepMs);
  const found =
    direction === 1
      ? instants.find((instant) => instant > atMs)
      : instants.findLast((instant) => instant < atMs);
  return found ?? null;
}

/** Returns the activity in equal parts of a range, from 0 to 1 (the busiest). */
export function densityOf(activity: ScoreboardActivity, { fromMs, toMs }: Range, parts: number): number[] {
  const sums = new Array<number>(parts).fill(0);
  for (const { step, count } of activity.steps) {
    const share = (activity.fromMs + step * activity.stepMs - fromMs) / Math.max(1, toMs - fromMs);
    if (share < 0 || share > 1) continue;
    const part = Math.min(parts - 1, Math.floor(share * parts));
    sums[part] = (sums[part] ?? 0) + count;
  }
  const most = Math.max(1, ...sums);
  return sums.map((sum) => sum / most);
}
