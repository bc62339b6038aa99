import type { DraftStep, DraftTimeline } from '@balloon/contracts/hall/drafts.ts';

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
    ...steps.map((step) => ({ key: `step ${placeOf(step)}`, atMs: step.takenAtMs, step })),
    ...solutions.map((solution) => ({ key: `solution ${solution.id}`, atMs: solution.sentAtMs, solution })),
  ].sort((a, b) => a.atMs - b.atMs);
}

/** Name of a snapshot in addresses: its instant, and who of a team wrote. */
export const placeOf = ({ takenAtMs, memberId }: Pick<DraftStep, 'takenAtMs' | 'memberId'>): string =>
  memberId === undefined ? String(takenAtMs) : `${takenAtMs}.${memberId}`;

/** Writer: a member of a team by id, or the account itself. */
export type Writer = number | 'account';

/** Writers and senders, where they are members of a team. */
export function writersOf({ steps, solutions }: Pick<DraftTimeline, 'steps' | 'solutions'>): Writer[] {
  const writers = new Set([...steps, ...solutions].map(({ memberId }) => memberId ?? 'account'));
  return writers.size === 1 && writers.has('account') ? [] : [...writers];
}

/** What one of the writers wrote and sent. */
export function ofWriter({ steps, solutions }: Pick<DraftTimeline, 'steps' | 'solutions'>, writer: Writer) {
  const isTheirs = ({ memberId = 'account' }: { memberId?: Writer | undefined }) => memberId === writer;
  return { steps: steps.filter(isTheirs), solutions: solutions.filter(isTheirs) };
}
