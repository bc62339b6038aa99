import type { ServerToClientEvents } from '@balloon/contracts/socket/events.ts';
import { olderConsoleLine } from '#older-forms/older-console.ts';
import { olderSolution } from '#older-forms/older-solution.ts';

/** Event with its payload, ready to be sent. */
export type SentEvent = {
  [Event in keyof ServerToClientEvents]: {
    event: Event;
    payload: Parameters<ServerToClientEvents[Event]>[0];
  };
}[keyof ServerToClientEvents];

/**
 * Events that older clients get in place of one of ours, or null when it is the same for them. They know no bulk of
 * resets, so each of it (one batch of rejudging at most) comes by itself, and so does each line of the log.
 */
export function olderEvents({ event, payload }: SentEvent): SentEvent[] | null {
  if (event === 'new solution') return [{ event, payload: olderSolution(payload) }];
  if (event === 'verdict updated') return [{ event, payload: olderSolution(payload) }];
  if (event === 'console lines') {
    return payload.lines.map((line) => ({
      event: line.isOfYandex ? 'console.log.yandex-import' : 'console.log.scanner',
      payload: olderConsoleLine(line),
    }));
  }
  if (event !== 'reset solutions') return null;
  return payload.solutionIds.map((solutionId) => ({ event: 'reset solution', payload: { solutionId } }));
}
