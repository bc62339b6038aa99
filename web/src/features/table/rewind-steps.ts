import type { TableActivity } from '@balloon/contracts/scoreboard.ts';
import type { RewindRange } from '@balloon/domain/contest-time.ts';

export const STEP_MS = 10_000;
const MINUTE_MS = 60_000;

type Range = Pick<RewindRange, 'fromMs' | 'toMs'>;

/** Where a key leads from an instant; `null` for keys that do nothing. */
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

/** The nearest instant, in that direction, at which the table changed; `null` when there is none. */
export function changeBeside(activity: TableActivity, atMs: number, direction: 1 | -1): number | null {
  const instants = activity.steps.map(({ step }) => activity.fromMs + step * activity.stepMs);
  const found =
    direction === 1
      ? instants.find((instant) => instant > atMs)
      : instants.findLast((instant) => instant < atMs);
  return found ?? null;
}

/** How busy each of so many equal parts of a range was, from 0 to 1 of the busiest. */
export function densityOf(activity: TableActivity, { fromMs, toMs }: Range, parts: number): number[] {
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
