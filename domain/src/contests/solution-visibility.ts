import {
  type ContestAccess,
  isSupervisor,
  supervisesContest,
  type Viewer,
} from '#contests/contest-access.ts';
import type { ContestStatus } from '#contests/contest-phase.ts';

/**
 * Whether a solution exists for a person: in lists, by id, with its source and the words of the compiler, in the
 * dialog of a scoreboard cell and in live events. One's own, and all those of a contest for who supervises it; the
 * freeze changes nothing, because nobody else's solutions are ever sent.
 *
 * @param solution one of that contest, or a row of its scoreboard
 */
export function canSeeSolution(
  viewer: Viewer,
  solution: { userId: number },
  contest: Pick<ContestAccess, 'allowedGroupIds' | 'isSuspended'>,
): boolean {
  return viewer.userId === solution.userId || supervisesContest(viewer, contest);
}

/** Contest as one person enters it. */
export interface SharedContest extends Pick<ContestAccess, 'allowedGroupIds' | 'isSuspended'> {
  /** Who, besides the author and supervisors, sees it when contest and practice are over. */
  afterEnd: 'supervisors' | 'participants';
  status: ContestStatus;
  isJoined: boolean;
  /** Whether every participant has ended, also who has extra time, and the results are open. */
  isEverybodyDone: boolean;
}

/**
 * Whether solutions of other participants are open to a participant: once practice and extra time are over, where the contest
 * says so. Those of supervisors stay hidden, since supervisors are in no list of participants.
 */
export function sharesSolutions({
  afterEnd,
  status,
  isJoined,
  isEverybodyDone,
}: Omit<SharedContest, 'allowedGroupIds' | 'isSuspended'>) {
  return afterEnd === 'participants' && status === 'FINISHED' && isEverybodyDone && isJoined;
}

/** `canSeeSolution`, also of what the contest opens after its end. */
export function canSeeSharedSolution(
  viewer: Viewer,
  solution: { userId: number; isOfSupervisor: boolean },
  contest: SharedContest,
): boolean {
  if (canSeeSolution(viewer, solution, contest)) return true;
  return !solution.isOfSupervisor && sharesSolutions(contest);
}

/**
 * Author whose solutions a `my` or `all` list has: participants get their own whatever they select.
 *
 * @param contest the one of the list; absent for a list over all contests that the viewer supervises
 * @returns the only author, or `null` for everybody
 */
export function solutionListAuthor(
  viewer: Viewer,
  select: 'my' | 'all',
  contest?: Pick<ContestAccess, 'allowedGroupIds' | 'isSuspended'>,
): number | null {
  const supervises = contest ? supervisesContest(viewer, contest) : isSupervisor(viewer.accessMask);
  return select === 'all' && supervises ? null : viewer.userId;
}
