import type { ContestControl } from '@balloon/contracts/contests/contest-control.ts';
import type { ContestStatus } from '@balloon/domain/contests/contest-phase.ts';

/** Age in ms from which the oldest waiting solution is a matter for the organisers. */
const QUEUE_TOO_OLD_MS = 120_000;
/** Age in ms from which a question has waited too long. */
const QUESTION_TOO_OLD_MS = 300_000;

export type Tile = 'queue' | 'judges' | 'questions' | 'urgent' | 'faults' | 'people';

/** Tiles that need somebody now. Nothing does before a contest that nobody has entered, or after its end. */
export function tilesInNeed(state: ContestControl, status: ContestStatus, nowMs: number): ReadonlySet<Tile> {
  const { queue, judges, questions, urgent, problems } = state;
  const needs = new Set<Tile>();
  const isOlderThan = (atMs: number | null, ageMs: number) => atMs !== null && nowMs - atMs > ageMs;
  if (isOlderThan(queue.oldestSentAtMs, QUEUE_TOO_OLD_MS)) needs.add('queue');
  const isLive = status === 'RUNNING' || status === 'FROZEN' || status === 'PRACTICE' || status === 'WAITING';
  if (judges.available === 0 && (isLive || queue.waiting > 0)) needs.add('judges');
  if (isOlderThan(questions.oldestPostedAtMs, QUESTION_TOO_OLD_MS)) needs.add('questions');
  if (isLive && urgent.length > 0) needs.add('urgent');
  if (problems.some(({ failed }) => failed > 0)) needs.add('faults');
  return needs;
}
