import {
  type ContestState,
  type ContestStatus,
  contestStatus,
  lastEndTimeMs,
  thawTimeMs,
} from '#contests/contest-phase.ts';

export interface AccessGroup {
  mask: number;
  /** Name on the wire. */
  name: string;
}

/** What an account may do. Masks are stored and part of the wire format. */
export const ACCESS_GROUPS = {
  locked: { mask: 16, name: 'Locked' },
  user: { mask: 256, name: 'User' },
  moderator: { mask: 1024, name: 'Moderator' },
  admin: { mask: 4096, name: 'Admin' },
} as const satisfies Record<string, AccessGroup>;

const LOCKED: AccessGroup = ACCESS_GROUPS.locked;

/** The group of a mask. An undefined mask gives no rights. */
export function accessGroupByMask(mask: number): AccessGroup {
  return Object.values(ACCESS_GROUPS).find((group) => group.mask === mask) ?? LOCKED;
}

/** An admin is not a moderator: every account is in exactly one access group. */
export const isModerator = (accessMask: number) => accessMask === ACCESS_GROUPS.moderator.mask;
export const isAdmin = (accessMask: number) => accessMask === ACCESS_GROUPS.admin.mask;
export const isSupervisor = (accessMask: number) => isModerator(accessMask) || isAdmin(accessMask);
/** The masks of `isSupervisor`, for queries. */
export const SUPERVISOR_MASKS: readonly number[] = [ACCESS_GROUPS.moderator.mask, ACCESS_GROUPS.admin.mask];

/** Person who makes the request. */
export interface Viewer {
  userId: number;
  accessMask: number;
  groupIds: readonly number[];
}

export interface ContestAccess extends ContestState {
  /** Empty means open to everybody. */
  allowedGroupIds: readonly number[];
  /** The contest in which somebody takes part virtually by this one, which is for that person alone. */
  virtualOfId?: number | null;
}

export interface JoinAnswer {
  /** May open the contest, joining it first if needed. */
  can: boolean;
  /** Is in the participant list already. */
  joined: boolean;
  /** The person is asked before being added to the results. */
  confirm: boolean;
  reason?: 'NOT_IN_TIME' | 'ACCESS_DENIED';
}

/**
 * Whether a person may enter a contest. Nobody enters a removed one; callers answer as if it did not exist.
 *
 * Supervisors of the contest may enter at any time; to a moderator of other groups it is closed like to anybody else.
 *
 * Somebody who joined keeps `can` when the start moves into the future, so what must stay
 * closed until then asks `canReadProblems`.
 */
export function canJoin(question: {
  viewer: Viewer;
  contest: ContestAccess;
  isJoined: boolean;
  /** Let in by a supervisor, whatever the groups say; absent: not. */
  isAdmitted?: boolean;
  atMs: number;
}): JoinAnswer {
  const { viewer, contest, isJoined, isAdmitted = false, atMs } = question;
  const status = contestStatus(contest, atMs);
  const supervises = supervisesContest(viewer, contest);
  const can =
    !contest.isSuspended && (supervises || canEnter(viewer, contest, status, { isJoined, isAdmitted }));
  const answer = { can, joined: isJoined, confirm: !isJoined && !supervises };
  if (can) return answer;
  return { ...answer, reason: isOutOfTime(status) ? 'NOT_IN_TIME' : 'ACCESS_DENIED' };
}

function canEnter(
  viewer: Viewer,
  contest: ContestAccess,
  status: ContestStatus,
  { isJoined, isAdmitted }: { isJoined: boolean; isAdmitted: boolean },
): boolean {
  if (accessGroupByMask(viewer.accessMask) === LOCKED) return false;
  if (status === 'NOT_ENABLED' || status === 'REMOVED') return false;
  return (isInGroup(viewer, contest) || isAdmitted) && (isJoined || !isOutOfTime(status));
}

const isOutOfTime = (status: ContestStatus) => status === 'WAITING' || status === 'FINISHED';

/**
 * Whether a viewer belongs to a contest's groups; a contest without groups is open to everybody, a virtual participation
 * to nobody who was not let in.
 */
function isInGroup(
  viewer: Viewer,
  { allowedGroupIds, virtualOfId = null }: Pick<ContestAccess, 'allowedGroupIds' | 'virtualOfId'>,
): boolean {
  if (virtualOfId !== null) return false;
  return allowedGroupIds.length === 0 || allowedGroupIds.some((id) => viewer.groupIds.includes(id));
}

/** Whether a person supervises a contest: admins all of them, moderators the open ones and those of their groups. */
export function supervisesContest(
  viewer: Viewer,
  contest: Pick<ContestAccess, 'allowedGroupIds' | 'isSuspended' | 'virtualOfId'>,
): boolean {
  return isSupervisor(viewer.accessMask) && canSeeContestInList(viewer, contest);
}

/**
 * Statements open with the contest and stay open; who supervises it prepares them before. A moderator of other groups who takes
 * part, since they were let in before they became one, waits like everybody.
 *
 * @param supervises as `supervisesContest` says
 */
export function canReadProblems(supervises: boolean, status: ContestStatus): boolean {
  if (status === 'REMOVED') return false;
  if (supervises) return true;
  return isOpenForSubmissions(status) || status === 'FINISHED';
}

/**
 * Whether a person may read how a problem is solved (its editorial, its tags): once every contest with it that the
 * person is in, or belongs to the groups of, is over for everybody in it. Supervisors always may.
 *
 * @param contests those with the problem, removed ones left out
 */
export function canReadEditorial(
  viewer: Viewer,
  contests: readonly (ContestAccess & { isJoined: boolean })[],
  atMs: number,
): boolean {
  if (isSupervisor(viewer.accessMask)) return true;
  return contests.every(
    (contest) => isOverForAll(contest, atMs) || !(contest.isJoined || isInGroup(viewer, contest)),
  );
}

/**
 * Whether a person may learn where a problem of an outside system comes from, which leads to its solutions: once the main
 * time, with the freeze and all extra time, of every contest with it that the person is in, or belongs to the groups of,
 * has ended, except where a contest shows it from the beginning. In the practice it is known. Supervisors always may.
 *
 * @param contests those with the problem, removed ones left out
 */
export function canSeeOrigin(
  viewer: Viewer,
  contests: readonly (ContestAccess & { isJoined: boolean; showsOrigin: boolean })[],
  atMs: number,
): boolean {
  if (isSupervisor(viewer.accessMask)) return true;
  return contests.every(
    (contest) =>
      contest.showsOrigin ||
      lastEndTimeMs(contest) < atMs ||
      !(contest.isJoined || isInGroup(viewer, contest)),
  );
}

/**
 * Whether a person may take part in a contest virtually: once its results are open to everybody, where its organisers allow
 * it. Nobody takes part virtually in a virtual participation.
 */
export function canTakePartVirtually(
  viewer: Viewer,
  contest: ContestAccess & { isListed?: boolean; allowsVirtual: boolean },
  atMs: number,
  isJoined: boolean,
): boolean {
  if (accessGroupByMask(viewer.accessMask) === LOCKED || !contest.allowsVirtual) return false;
  const isOver = contest.isEnabled && !contest.isSuspended && thawTimeMs(contest) < atMs;
  return isOver && (contest.virtualOfId ?? null) === null && canSeeContestInList(viewer, contest, isJoined);
}

/**
 * Whether practice and extra time are over, too. A virtual participation is over with its main time: its practice is there
 * to learn from what one did not solve.
 */
const isOverForAll = (contest: ContestAccess, atMs: number) =>
  lastEndTimeMs(contest) < atMs &&
  ((contest.virtualOfId ?? null) !== null || contestStatus(contest, atMs) === 'FINISHED');

/**
 * Who supervises the contest may submit at any time, also before the start, where times become negative.
 *
 * @param supervises as `supervisesContest` says
 */
export function canSubmit(supervises: boolean, status: ContestStatus): boolean {
  if (status === 'REMOVED') return false;
  return supervises || isOpenForSubmissions(status);
}

const isOpenForSubmissions = (status: ContestStatus) =>
  status === 'RUNNING' || status === 'FROZEN' || status === 'PRACTICE';

/**
 * Whether the contest list shows a contest: admins see all, others the open ones and those of
 * their groups. Removed contests are for supervisors, who can restore them, and unlisted ones for them and for who
 * has joined.
 */
export function canSeeContestInList(
  viewer: Viewer,
  contest: Pick<ContestAccess, 'allowedGroupIds' | 'isSuspended' | 'virtualOfId'> & { isListed?: boolean },
  isJoined = false,
): boolean {
  if (isAdmin(viewer.accessMask)) return true;
  const isHidden = contest.isSuspended || (contest.isListed === false && !isJoined);
  if (isHidden && !isModerator(viewer.accessMask)) return false;
  return isInGroup(viewer, contest);
}
