import type { Db } from '@balloon/database/connect.ts';
import {
  type ContestState,
  type ContestStatus,
  endTimeMs,
  isMainTime,
  type OwnTimes,
  withOwnTimes,
} from '@balloon/domain/contests/contest-phase.ts';
import type { User } from '#services.ts';

/*
 * Who has opened a contest in contest mode. The end of the main time is kept as it was then: contests that organisers move to
 * another time later, or put into the mode, take hold of nobody who has not opened them again.
 */

interface Opened {
  openedUntilMs: number | null;
}

/** A contest in which somebody takes part now. */
interface TakenContest extends OwnTimes, Opened {
  contest: ContestState & { id: number; confines: boolean };
  status: ContestStatus;
}

/** Whether contest mode has taken hold of somebody who takes part, as long as the main time runs. */
export const isOpened = ({ openedUntilMs }: Opened, nowMs: number): boolean =>
  openedUntilMs !== null && openedUntilMs >= nowMs;

/** Whether nothing has to be noted of a participant who opens a contest. */
export const isNoted = (taken: TakenContest): boolean => untilToNote(taken) === null;

/** Notes that a participant, or a team by one of its members, has opened a contest in contest mode. */
export async function noteOpened(db: Db, { id }: Pick<User, 'id'>, taken: TakenContest): Promise<void> {
  const openedUntilMs = untilToNote(taken);
  if (openedUntilMs === null) return;
  await db
    .updateTable('contestParticipant')
    .set({ openedUntilMs })
    .where('contestId', '=', taken.contest.id)
    .where('accountId', '=', id)
    .where((eb) => eb.or([eb('openedUntilMs', 'is', null), eb('openedUntilMs', '<', openedUntilMs)]))
    .execute();
}

/** The end of the main time where it is still to be noted. */
function untilToNote({ contest, status, openedUntilMs, ...own }: TakenContest): number | null {
  if (!contest.confines || !isMainTime(status)) return null;
  const untilMs = endTimeMs(withOwnTimes(contest, own));
  return openedUntilMs !== null && openedUntilMs >= untilMs ? null : untilMs;
}
