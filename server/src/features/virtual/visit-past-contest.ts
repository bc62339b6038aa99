import type { Db } from '@balloon/database/connect.ts';
import { canSeeContestInList, canTakePartVirtually } from '@balloon/domain/contests/contest-access.ts';
import { type ContestTimes, endTimeMs, freezeTimeMs } from '@balloon/domain/contests/contest-phase.ts';
import { contestTimeMs } from '@balloon/domain/contests/contest-time.ts';
import { viewerOf, visitContest } from '#features/contests/contest-access.ts';
import { entryError } from '#features/contests/entry-errors.ts';
import type { User } from '#services.ts';

/** Length and freeze of a virtual participation: without what was cut out, as contest time counts. */
function timesOf(contest: ContestTimes) {
  const { windowTimeMs = null } = contest;
  // The window of a floating contest, whose freeze goes by the clock of the period and by nobody's own.
  if (windowTimeMs !== null) return { durationTimeMs: windowTimeMs, relativeFreezeTimeMs: windowTimeMs };
  return {
    durationTimeMs: contestTimeMs(contest, endTimeMs(contest)),
    relativeFreezeTimeMs: contestTimeMs(contest, freezeTimeMs(contest)),
  };
}

/**
 * A contest that a person may know of, and whether they may take part in it virtually.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also when the person may not know of it
 */
export async function visitPastContest(db: Db, user: User, contestId: number) {
  const { contest, nowMs, join } = await visitContest({ db }, user, contestId);
  const viewer = viewerOf(user);
  const isKnown = join.joined || canSeeContestInList(viewer, contest);
  if (!isKnown) throw entryError('CONTEST_NOT_FOUND', contestId);
  return {
    contest,
    nowMs,
    isAllowed: canTakePartVirtually(viewer, contest, nowMs, join.joined),
    ...timesOf(contest),
  };
}
