import { isAdmin, supervisesContest, type Viewer } from '#contests/contest-access.ts';
import {
  type ContestState,
  isFloating,
  lastEndTimeMs,
  lastPublicTimeMs,
  thawTimeMs,
} from '#contests/contest-phase.ts';

/** Ratings are a matter of the group: its members see them, and admins see all. */
export function canSeeRatingsOfGroup(viewer: Viewer, groupId: number): boolean {
  return isAdmin(viewer.accessMask) || viewer.groupIds.includes(groupId);
}

type ScoredContest = ContestState & { allowedGroupIds: readonly number[] };

/**
 * Whether a contest may be added to a score table: while it has not been taken out of use.
 *
 * @param contest one that the viewer finds in the list
 */
export function canSeeScoresOf(viewer: Viewer, contest: ScoredContest): boolean {
  return !contest.isSuspended && (contest.isEnabled || supervisesContest(viewer, contest));
}

/**
 * The instant up to which a score table counts what others solved: no more than the contest's public table shows, and
 * nothing while some may have yet to start a floating contest. One's own solves always count.
 */
export function scoresUntilMs(viewer: Viewer, contest: ScoredContest, nowMs: number): number {
  if (isFloating(contest) && nowMs <= lastEndTimeMs(contest) && !supervisesContest(viewer, contest))
    return contest.startTimeMs - 1;
  const isLifted = nowMs > thawTimeMs(contest) || supervisesContest(viewer, contest);
  return isLifted ? Number.POSITIVE_INFINITY : lastPublicTimeMs(contest);
}
