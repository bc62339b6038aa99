import { outcomeOf, type Shown, shownAt } from '#stand-ins/judge-model.ts';
import type { VirtualClock } from '#stand-ins/stand-in.ts';

/** Run of a stand-in. */
export interface BookedRun {
  id: number;
  authorId: string;
  problem: string;
  /** Name as the list of runs shows it. */
  language: string;
  source: string;
  sentAtMs: number;
}

/** Runs of a stand-in in the order of their ids. */
export interface RunBook {
  readonly runs: readonly BookedRun[];
  /** Takes a run at this moment. */
  add(run: Omit<BookedRun, 'id' | 'sentAtMs'>): BookedRun;
  /** State of a run at this moment. */
  shown(run: BookedRun): Shown;
}

/** Opens the book of runs. @param firstId systems are old: ids have many digits */
export function createRunBook(clock: VirtualClock, firstId: number): RunBook {
  const runs: BookedRun[] = [];
  return {
    runs,
    add(run) {
      const booked = { ...run, id: firstId + runs.length, sentAtMs: clock.nowMs() };
      runs.push(booked);
      return booked;
    },
    shown: (run) => shownAt(outcomeOf(run.source), run.sentAtMs, clock),
  };
}
