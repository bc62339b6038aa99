import type { Db, Tx } from '@balloon/database/connect.ts';
import { type ContestTimes, isHiddenByFreeze } from '@balloon/domain/contests/contest-phase.ts';
import type { Adjustment } from '@balloon/domain/scoreboard/rows.ts';
import { announce } from '#realtime/announcements.ts';

/**
 * An event that the scoreboard depends on. `solution` carries the complete state of the solution, so only the
 * last event of a solution matters.
 */
export type ContestEvent =
  | { type: 'joined'; userId: number; joinedAtMs: number }
  /** How much later than for everybody the main time of a participant ends; 0 takes it back. */
  | { type: 'extraTime'; userId: number; extraTimeMs: number }
  /** When a participant started a floating contest; null takes it back. */
  | { type: 'started'; userId: number; startedAtMs: number | null }
  /** What organisers decided about a participant, in place of what they decided before. */
  | { type: 'adjusted'; userId: number; adjustment: Adjustment }
  | { type: 'left'; userId: number }
  | {
      type: 'solution';
      solutionId: number;
      userId: number;
      problemId: number;
      sentAtMs: number;
      /** null = not judged (yet, or again) */
      verdictId: number | null;
    }
  | { type: 'deleted'; solutionId: number }
  /** Times, removed intervals, problems or a participant's role changed: results folded before may differ now. */
  | { type: 'changed' };

export interface LoggedContestEvent {
  seq: number;
  event: ContestEvent;
}

/**
 * Locks a contest's log until the end of the transaction. Operations that also touch solutions or the queue take
 * this lock first, always in this order, which prevents deadlocks.
 */
export async function lockContestLog(tx: Tx, contestId: number): Promise<void> {
  await lockedContest(tx, contestId).execute();
}

/** The row of the contest is the lock of its log, so that nothing is appended while somebody changes the contest. */
const lockedContest = (tx: Tx, contestId: number) =>
  tx
    .selectFrom('contest')
    .select([
      'startTimeMs',
      'durationTimeMs',
      'relativeFreezeTimeMs',
      'practiceDurationTimeMs',
      'extraTimeMs',
    ])
    .select(['thawsByHand', 'thawedAtMs', 'edgeInstants'])
    .where('id', '=', contestId)
    .forNoKeyUpdate(); // foreign keys to the contest stay free

/**
 * Appends to a contest's log and announces it at commit. Locks the log until then, so events have
 * no gaps and become visible in the order of their numbers.
 *
 * @returns the number of the event
 */
export function appendContestEvent(tx: Tx, contestId: number, event: ContestEvent, nowMs: number) {
  return appendContestEvents(tx, contestId, [event], nowMs);
}

/** Appends several events with one announcement for those who may notice them. Returns the last number. */
export async function appendContestEvents(
  tx: Tx,
  contestId: number,
  events: readonly ContestEvent[],
  nowMs: number,
): Promise<number> {
  const { edgeInstants, ...times } = await lockedContest(tx, contestId).executeTakeFirstOrThrow();
  const contest = { ...times, scoring: { edgeInstants } };
  const { lastEventSeq: seq } = await tx
    .updateTable('contestLogHead')
    .set((eb) => ({ lastEventSeq: eb('lastEventSeq', '+', events.length) }))
    .where('contestId', '=', contestId)
    .returning('lastEventSeq')
    .executeTakeFirstOrThrow();
  const firstSeq = seq - events.length + 1;
  await tx
    .insertInto('contestEvent')
    .values(
      events.map((event, index) => ({
        contestId,
        seq: firstSeq + index,
        happenedAtMs: nowMs,
        event: JSON.stringify(event),
      })),
    )
    .execute();
  const told = events.map((event) => ({ type: event.type, hiddenOf: hiddenOf(event, contest, nowMs) }));
  for (const once of new Map(told.map((one) => [`${one.type} ${one.hiddenOf}`, one])).values()) {
    await announce(tx, 'contest.event', { contestId, seq, ...once });
  }
  return seq;
}

/**
 * Owner of an event that the freeze hides from others, or null. Sending is shown; a verdict or its reset is
 * not, because its time would reveal how far the solution got.
 */
function hiddenOf(event: ContestEvent, contest: ContestTimes, nowMs: number): number | null {
  if (event.type !== 'solution') return null;
  const isSendingIt = event.verdictId === null && event.sentAtMs === nowMs;
  if (isSendingIt) return null;
  return isHiddenByFreeze(contest, event.sentAtMs, nowMs) ? event.userId : null;
}

/** The events after `afterSeq`, oldest first. */
export async function readContestEvents(
  db: Db,
  contestId: number,
  afterSeq: number,
  limit = 10_000,
): Promise<LoggedContestEvent[]> {
  const rows = await db
    .selectFrom('contestEvent')
    .select(['seq', 'event'])
    .where('contestId', '=', contestId)
    .where('seq', '>', afterSeq)
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map(({ seq, event }) => ({ seq, event: event as ContestEvent }));
}
