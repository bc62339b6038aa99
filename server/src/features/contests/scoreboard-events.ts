import type { ScoreboardEvent } from '@balloon/domain/scoreboard/scoreboard.ts';
import type { ContestEvent } from '#features/contests/contest-log.ts';

/** Converts a logged event for the scoreboard; the log holds no roles. */
export function toScoreboardEvent(
  event: ContestEvent,
  supervisorIds: ReadonlySet<number>,
): ScoreboardEvent | null {
  switch (event.type) {
    case 'joined':
      return { ...event, isSupervisor: supervisorIds.has(event.userId) };
    case 'solution':
      return { ...event, type: 'attempt' };
    case 'extraTime':
    case 'started':
    case 'adjusted':
    case 'left':
    case 'deleted':
      return event;
    case 'changed':
      return null; // times and problems come with each look at the board
  }
}
