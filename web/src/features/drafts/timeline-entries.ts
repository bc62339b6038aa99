import type { DraftStep, DraftTimeline } from '@balloon/contracts/drafts.ts';

/** A snapshot or a solution that was sent. */
export interface TimelineEntry {
  key: string;
  atMs: number;
  step?: DraftStep;
  solution?: DraftTimeline['solutions'][number];
}

/** Snapshots and solutions in the order of their instants; a solution stands after a snapshot of the same one. */
export function timelineEntries({
  steps,
  solutions,
}: Pick<DraftTimeline, 'steps' | 'solutions'>): TimelineEntry[] {
  return [
    ...steps.map((step) => ({ key: `step ${step.takenAtMs}`, atMs: step.takenAtMs, step })),
    ...solutions.map((solution) => ({ key: `solution ${solution.id}`, atMs: solution.sentAtMs, solution })),
  ].sort((a, b) => a.atMs - b.atMs);
}
