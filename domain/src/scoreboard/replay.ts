import { endTimeMs, isBeforeWindow, isFloating, lastTimelyMs } from '#contests/contest-phase.ts';
import { contestTimeMs } from '#contests/contest-time.ts';
import { isRemoved } from '#contests/removed-intervals.ts';
import type { Scoreboard } from '#scoreboard/board.ts';
import type { ScoreboardEvent } from '#scoreboard/rows.ts';
import { NO_ADJUSTMENT, type ParticipantRow, type ScoreboardContest, timesOf } from '#scoreboard/rows.ts';
import { tookPart } from '#scoreboard/standing.ts';

/** An event of a past contest, to happen again by another clock. */
export interface ReplayedEvent {
  /** Contest time in ms at which it happens; negative for what was so from the beginning. */
  afterMs: number;
  /** Its times are contest times, too. */
  event: ScoreboardEvent;
}

/**
 * What happened in the main time of a contest that is over, in order, as events of a log. Verdicts come with the
 * solutions, since it is known how these end; practice, removed intervals and supervisors are left out.
 *
 * @param withoutUserId whose past row does not stand beside the present one
 */
export function replayOf({ contest, rows }: Scoreboard, withoutUserId: number): ReplayedEvent[] {
  const people = [...rows.byUser.values()].filter(
    (row) => !row.isSupervisor && row.userId !== withoutUserId && tookPart(contest, row),
  );
  const events = people.flatMap((row) => [...beginningOf(contest, row), ...attemptsOf(contest, row)]);
  return events.sort((one, other) => one.afterMs - other.afterMs || solutionOf(one) - solutionOf(other));
}

/** People stand in the table from the beginning, in the order in which they joined. */
function beginningOf(contest: ScoreboardContest, row: ParticipantRow): ReplayedEvent[] {
  const { userId, joinedAtMs, extraTimeMs, isSupervisor, adjustment } = row;
  const afterMs = Number.NEGATIVE_INFINITY;
  const joinedAfterMs = Math.min(-1, (joinedAtMs ?? 0) - endTimeMs(timesOf(contest, row)));
  const joined = { type: 'joined', userId, isSupervisor, joinedAtMs: joinedAfterMs } as const;
  const events: ReplayedEvent[] = [{ afterMs, event: joined }];
  if (extraTimeMs > 0) events.push({ afterMs, event: { type: 'extraTime', userId, extraTimeMs } });
  // A floating contest knows no shift, but it may be left from before it became one.
  const decided = isFloating(contest) ? { ...adjustment, startShiftMs: 0 } : adjustment;
  if (adjustment !== NO_ADJUSTMENT)
    events.push({ afterMs, event: { type: 'adjusted', userId, adjustment: decided } });
  return events;
}

function attemptsOf(contest: ScoreboardContest, row: ParticipantRow): ReplayedEvent[] {
  const { userId } = row;
  const own = timesOf(contest, row);
  const endMs = lastTimelyMs(own);
  const counts = (sentAtMs: number) =>
    sentAtMs <= endMs && !isRemoved(contest, sentAtMs) && !isBeforeWindow(own, sentAtMs);
  // Everybody of a floating contest goes by their own clock, as the one who takes part virtually does.
  const clock = isFloating(contest) ? own : contest;
  return contest.problemIds.flatMap((problemId) =>
    (row.attempts.get(problemId) ?? [])
      .filter(({ sentAtMs }) => counts(sentAtMs))
      .map(({ solutionId, sentAtMs, verdictId }) => {
        const afterMs = contestTimeMs(clock, sentAtMs);
        return {
          afterMs,
          event: { type: 'attempt', solutionId, userId, problemId, sentAtMs: afterMs, verdictId },
        };
      }),
  );
}

const solutionOf = ({ event }: ReplayedEvent) => (event.type === 'attempt' ? event.solutionId : 0);

/** An event whose times are contest times, as it happens in a contest that starts at an instant. */
export function eventFrom(startTimeMs: number, { event }: ReplayedEvent): ScoreboardEvent {
  if (event.type === 'attempt') return { ...event, sentAtMs: startTimeMs + event.sentAtMs };
  if (event.type === 'joined') return { ...event, joinedAtMs: startTimeMs + event.joinedAtMs };
  return event;
}
