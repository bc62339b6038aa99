import {
  type ContestTimes,
  endTimeMs,
  freezeTimeMs,
  practiceEndTimeMs,
} from '@balloon/domain/contest-phase.ts';

export type StageName = 'running' | 'frozen' | 'practice';

export interface Stage {
  name: StageName;
  fromMs: number;
  toMs: number;
  /** Share of the bar's width, 0 to 1. */
  width: number;
}

/** How much of the bar the practice takes, however long it lasts: it must not press the contest flat. */
const PRACTICE_WIDTH = 0.22;

/** The stages of a contest with their places on a bar; stages of no length are left out. */
export function contestStages(contest: ContestTimes): Stage[] {
  const [startMs, freezeMs, endMs, practiceEndMs] = [
    contest.startTimeMs,
    Math.min(freezeTimeMs(contest), endTimeMs(contest)),
    endTimeMs(contest),
    practiceEndTimeMs(contest),
  ];
  const mainWidth = practiceEndMs > endMs ? 1 - PRACTICE_WIDTH : 1;
  const perMs = endMs > startMs ? mainWidth / (endMs - startMs) : 0;
  const stages: Stage[] = [
    { name: 'running', fromMs: startMs, toMs: freezeMs, width: (freezeMs - startMs) * perMs },
    { name: 'frozen', fromMs: freezeMs, toMs: endMs, width: (endMs - freezeMs) * perMs },
    {
      name: 'practice',
      fromMs: endMs,
      toMs: practiceEndMs,
      width: practiceEndMs > endMs ? PRACTICE_WIDTH : 0,
    },
  ];
  return stages.filter(({ fromMs, toMs }) => toMs > fromMs);
}

/** Where an instant lies on the bar, 0 to 1; before and after the contest it stays at the ends. */
export function placeOnBar(stages: readonly Stage[], atMs: number): number {
  let place = 0;
  for (const { fromMs, toMs, width } of stages) {
    if (atMs >= toMs) place += width;
    else if (atMs > fromMs) return place + (width * (atMs - fromMs)) / (toMs - fromMs);
  }
  return Math.min(1, place);
}
