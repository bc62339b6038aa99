import {
  canJoin,
  canReadProblems,
  isSupervisor,
  type JoinAnswer,
  supervisesContest,
  type Viewer,
} from '@balloon/domain/contests/contest-access.ts';
import {
  type ContestStatus,
  contestStatus,
  lastEndTimeMs,
  type OwnTimes,
  thawTimeMs,
  withOwnTimes,
} from '@balloon/domain/contests/contest-phase.ts';
import type { SharedContest } from '@balloon/domain/contests/solution-visibility.ts';
import { ForbiddenError, ServiceError } from '#errors.ts';
import { confinedError, isReachable } from '#features/contests/confinement/confine.ts';
import { isNoted, noteOpened } from '#features/contests/confinement/opened-contest.ts';
import { type ContestSource, contestFor, type Visit } from '#features/contests/contest-heads.ts';
import type { StoredContest } from '#features/contests/contests.queries.ts';
import { expectNetwork } from '#features/contests/devices/networks.ts';
import { expectDevice, isDeviceKnown } from '#features/contests/devices/one-device.ts';
import { entryError } from '#features/contests/entry-errors.ts';
import type { User } from '#services.ts';

/** A contest for one person at one moment of the database's clock. */
export interface VisitedContest extends OwnTimes {
  contest: StoredContest;
  /** Phase for this person, who may have times of their own. */
  status: ContestStatus;
  nowMs: number;
  /** Whether the person takes part from any address. */
  isFromAnywhere: boolean;
  /** End of the main time as it was when the person last opened the contest in contest mode; null: never. */
  openedUntilMs: number | null;
  /** Whether the person may enter, and whether they have. */
  join: JoinAnswer;
}

/** A visited contest as the rules of what it opens after its end see it. */
export function sharedContest(
  { contest, status, join, nowMs }: VisitedContest,
  what: 'sources' | 'tests',
): SharedContest {
  const afterEnd = what === 'sources' ? contest.sourcesAfterEnd : contest.testsAfterEnd;
  // Sources come with their verdicts, so they wait for frozen results, too.
  const isEverybodyDone = nowMs > lastEndTimeMs(contest) && nowMs > thawTimeMs(contest);
  return { ...contest, afterEnd, status, isJoined: join.joined, isEverybodyDone };
}

/** The caller as the rules in domain/ see them. */
export function viewerOf(user: User): Viewer {
  return { userId: user.id, accessMask: user.accessMask, groupIds: user.groupIds };
}

/**
 * Loads a contest for a person, whether they may enter or not.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also for removed ones
 * @throws {ForbiddenError} CONFINED to another contest by contest mode
 */
export async function visitContest(
  source: ContestSource,
  user: User,
  contestId: number,
): Promise<VisitedContest> {
  return expectVisible(user, await contestFor(source, contestId, user), contestId);
}

function expectVisible(user: User, found: Visit | undefined, contestId: number): VisitedContest {
  if (!found || found.contest.isSuspended) {
    throw entryError('CONTEST_NOT_FOUND', contestId);
  }
  const [confining] = user.confinedTo ?? [];
  if (confining && !isReachable(user, contestId)) throw confinedError(confining);
  return visitOf(user, found);
}

function visitOf(user: User, { contest, participation, nowMs }: Visit): VisitedContest {
  const { isJoined, isAdmitted, isFromAnywhere, openedUntilMs } = participation;
  const { ownExtraTimeMs, ownStartShiftMs, ownStartedAtMs } = participation;
  const times = { ownExtraTimeMs, ownStartShiftMs, ...ownWindow(user, ownStartedAtMs) };
  const own = withOwnTimes(contest, times);
  return {
    contest,
    ...times,
    nowMs,
    isFromAnywhere,
    openedUntilMs,
    status: contestStatus(own, nowMs),
    // Who has not joined may do so in all of the period of a floating contest.
    join: canJoin({
      ...{ viewer: viewerOf(user), contest: isJoined ? own : contest },
      ...{ isJoined, isAdmitted, atMs: nowMs },
    }),
  };
}

/** When a person started a floating contest; supervisors need not start, and have its whole period. */
export const ownWindow = (
  { accessMask }: Pick<User, 'accessMask'>,
  startedAtMs: number | null | undefined,
): { ownStartedAtMs: number | null | undefined } => ({
  ownStartedAtMs: isSupervisor(accessMask) ? undefined : (startedAtMs ?? null),
});

/**
 * A contest that the person may open, joined or not.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} CONTEST_NOT_IN_TIME, CONTEST_ACCESS_DENIED
 */
export async function openContest(
  source: ContestSource,
  user: User,
  contestId: number,
): Promise<VisitedContest> {
  return expectOpen(await visitContest(source, user, contestId));
}

function expectOpen(visited: VisitedContest): VisitedContest {
  if (visited.join.can) return visited;
  const isOutOfTime = visited.join.reason === 'NOT_IN_TIME';
  throw entryError(isOutOfTime ? 'CONTEST_NOT_IN_TIME' : 'CONTEST_ACCESS_DENIED', visited.contest.id);
}

/**
 * A contest that the person takes part in. Supervisors need not join, so that their visit adds no row to
 * the table. Contest mode takes hold of a participant by this.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} CONTEST_NOT_IN_TIME, CONTEST_ACCESS_DENIED, CONTEST_NOT_JOINED, NETWORK_NOT_ALLOWED, OTHER_DEVICE
 */
export async function enterContest(
  source: ContestSource,
  user: User,
  contestId: number,
): Promise<VisitedContest> {
  const visited = expectEntered(user, await visitContest(source, user, contestId));
  if (isSupervisor(user.accessMask)) return visited;
  await expectDevice(source, user, visited);
  await noteOpened(source.db, user, visited);
  return visited;
}

/** All that decides whether somebody may enter, but for the device, which may have to be read. */
function expectEntered(user: User, visited: VisitedContest): VisitedContest {
  expectOpen(visited);
  expectNetwork(user, visited);
  if (isSupervisor(user.accessMask) || visited.join.joined) return visited;
  throw entryError('CONTEST_NOT_JOINED', visited.contest.id);
}

/**
 * The contest as `enterContest` gives it, where all that decides is in memory and lets the person in.
 *
 * @returns null otherwise: `enterContest` reads what is missing, and says why somebody may not enter
 */
export function peekEnteredContest(
  source: ContestSource,
  user: User,
  contestId: number,
): VisitedContest | null {
  const found = source.heads?.peek(contestId, user);
  if (!found) return null;
  try {
    const visited = expectEntered(user, expectVisible(user, found, contestId));
    const isKnown = isDeviceKnown(source, user, visited) && isNoted(visited);
    return isSupervisor(user.accessMask) || isKnown ? visited : null;
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

/**
 * A contest whose problems the person may read now.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`, and CONTEST_NOT_STARTED
 */
export async function enterContestWithProblems(
  source: ContestSource,
  user: User,
  contestId: number,
): Promise<VisitedContest> {
  const visited = await enterContest(source, user, contestId);
  if (canReadProblems(supervisesContest(viewerOf(user), visited.contest), visited.status)) return visited;
  throw new ForbiddenError('CONTEST_NOT_STARTED', 'Problems open when the contest starts');
}
