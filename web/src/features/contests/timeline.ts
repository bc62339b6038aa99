import {
  type ContestTimes,
  endTimeMs,
  freezeTimeMs,
  practiceEndTimeMs,
} from '@balloon/domain/contests/contest-phase.ts';

export type StageName = 'running' | 'frozen' | 'practice';

export interface Stage {
  name: StageName;
  fromMs: number;
  toMs: number;
  /** Share of the bar's width, 0 to 1. */
  width: number;
}

/** Share of the bar for the practice, whatever its length: a long one must not squeeze the contest. */
const PRACTICE_WIDTH = 0.22;

/** The stages of a contest with their places on a bar; stages of no length are left out. */
export function contestStages(contest: ContestTimes): Stage[] {
  const [startMs, freezeMs, endMs, practiceEndMs] = [
    contest.startTimeMs,
    // The freeze of a floating contest may lie before one's own start, or after one's own end.
    Math.min(Math.max(freezeTimeMs(contest), contest.startTimeMs), endTimeMs(contest)),
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

/** Share of a stage that has passed at an instant, 0 to 1. */
export function passedShare({ fromMs, toMs }: Stage, atMs: number): number {
  return Math.min(1, Math.max(0, (atMs - fromMs) / (toMs - fromMs)));
}

/** Stage in which the balloon stands: the present one, otherwise the first (start) or the last (end). */
export function currentStage(stages: readonly Stage[], atMs: number): Stage | undefined {
  return stages.find(({ toMs }) => atMs < toMs) ?? stages.at(-1);
}
