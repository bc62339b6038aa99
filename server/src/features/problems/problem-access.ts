import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import {
  canJoin,
  canReadEditorial,
  canReadProblems,
  canSeeContestInList,
  isAdmin,
  isSupervisor,
} from '@balloon/domain/contests/contest-access.ts';
import {
  contestStatus,
  isMainTime,
  type OwnTimes,
  withOwnTimes,
} from '@balloon/domain/contests/contest-phase.ts';
import { sql } from 'kysely';
import { NotFoundError } from '#errors.ts';
import { asTeam } from '#features/contests/acting/acting.ts';
import { isReachable } from '#features/contests/confinement/confine.ts';
import { isOpened } from '#features/contests/confinement/opened-contest.ts';
import { viewerOf } from '#features/contests/contest-access.ts';
import {
  type AccountId,
  actingAccount,
  CONTEST_COLUMNS,
  deviceOf,
  isAdmittedTo,
  isFromAnywhere,
  isJoinedBy,
  openedUntil,
  ownExtraTime,
  ownStart,
  ownStartShift,
  type StoredContest,
} from '#features/contests/contests.queries.ts';
import { isNetworkAllowed } from '#features/contests/devices/networks.ts';
import { isDeviceAllowed } from '#features/contests/devices/one-device.ts';
import { findProblem, type StoredProblem } from '#features/problems/problems.queries.ts';
import type { User } from '#services.ts';

type ConnectedContest = StoredContest &
  OwnTimes & {
    /** The account as which the reader takes part. */
    actingId: number;
    isJoined: boolean;
    isAdmitted: boolean;
    isFromAnywhere: boolean;
    device: string | null;
    openedUntilMs: number | null;
    pinnedUuid: string | null;
    pinnedNumber: number | null;
  };

/** A problem with the parts of it that the reader may see. */
export interface ReadableProblem {
  problem: StoredProblem;
  /** Contests with this problem, limited to those that the reader may know of. */
  connectedContests: { id: number; name: string; versionNumber: number | null }[];
  /** Whether the reader may see the current state; otherwise only versions that contests are pinned to. */
  isCurrentReadable: boolean;
  /** `all`, or those that contests show to the reader. */
  readableVersions: 'all' | ReadonlySet<string>;
  /** Whether the reader may learn how it is solved: editorial and tags. */
  showsSolution: boolean;
}

/**
 * Returns a problem outside of a contest. Participants read what their contests show them; moderators what
 * their groups' contests show, and problems that no contest uses; admins everything. A contest that is removed can be
 * restored, so to moderators it uses its problems still.
 *
 * @throws {NotFoundError} PROBLEM_NOT_FOUND, also for those who may not read it
 */
export async function findReadableProblem(db: Db, user: User, problemId: number): Promise<ReadableProblem> {
  const problem = await findProblem(db, problemId);
  if (!problem) throw problemNotFound(problemId);
  const all = await findContestsOf(db, problemId, actingAccount(user));
  const contests = all.filter(({ isSuspended }) => !isSuspended);
  const atMs = await databaseNowMs(db);
  const viewer = viewerOf(user);
  const visible = all.filter((contest) => showsProblem(contest, user, atMs));
  const connectedContests = visible
    .filter(({ isSuspended }) => !isSuspended)
    .map(({ id, name, pinnedNumber }) => ({ id, name, versionNumber: pinnedNumber }));
  const showsSolution = canReadEditorial(viewer, contests, atMs);
  if (isAdmin(user.accessMask)) {
    return { problem, connectedContests, isCurrentReadable: true, readableVersions: 'all', showsSolution };
  }
  const isFree = isSupervisor(user.accessMask) && all.every(({ virtualOfId }) => virtualOfId !== null);
  if (visible.length === 0 && !isFree) throw problemNotFound(problemId);
  return {
    problem,
    connectedContests,
    isCurrentReadable: isFree || visible.some(({ pinnedUuid }) => pinnedUuid === null),
    readableVersions: new Set(visible.flatMap(({ pinnedUuid }) => pinnedUuid ?? [])),
    showsSolution,
  };
}

export const problemNotFound = (problemId: number) =>
  new NotFoundError('PROBLEM_NOT_FOUND', `There is no problem ${problemId}`);

function showsProblem(contest: ConnectedContest, reader: User, atMs: number): boolean {
  const user = asTeam(reader, contest.actingId) ?? reader;
  const viewer = viewerOf(user);
  if (isSupervisor(viewer.accessMask)) return canSeeContestInList(viewer, contest);
  const own = withOwnTimes(contest, contest);
  const { isJoined, isAdmitted, isFromAnywhere } = contest;
  const status = contestStatus(own, atMs);
  if (!isNetworkAllowed(user, { contest, status, isFromAnywhere })) return false;
  if (!isDeviceAllowed(user, { contest, status }, contest.device)) return false;
  if (!isReachable(user, contest.id)) return false;
  // Or nobody would have to open an exam to read its problems.
  if (contest.confines && isMainTime(status) && !isOpened(contest, atMs)) return false;
  const { can, joined } = canJoin({ viewer, contest: own, isJoined, isAdmitted, atMs });
  return can && joined && canReadProblems(false, status);
}

/** The contests that use a problem, removed ones among them, without virtual participations of others. */
function findContestsOf(db: Db, problemId: number, accountId: AccountId): Promise<ConnectedContest[]> {
  return (
    db
      .selectFrom('contest')
      .innerJoin('contestProblem', 'contestProblem.contestId', 'contest.id')
      // When the version is gone, the contest shows what the problem is now.
      .leftJoin('problemVersion as pinned', (join) =>
        join
          .onRef('pinned.uuid', '=', 'contestProblem.versionId')
          .onRef('pinned.problemId', '=', 'contestProblem.problemId'),
      )
      .where('contestProblem.problemId', '=', problemId)
      .where((eb) => eb.or([eb('contest.virtualOfId', 'is', null), isJoinedBy(accountId)]))
      .select([
        ...CONTEST_COLUMNS,
        'pinned.uuid as pinnedUuid',
        'pinned.versionNumber as pinnedNumber',
        sql<number>`${accountId}::integer`.as('actingId'),
        isJoinedBy(accountId).as('isJoined'),
        isAdmittedTo(accountId).as('isAdmitted'),
        ownExtraTime(accountId).as('ownExtraTimeMs'),
        ownStartShift(accountId).as('ownStartShiftMs'),
        ownStart(accountId).as('ownStartedAtMs'),
        isFromAnywhere(accountId).as('isFromAnywhere'),
        deviceOf(accountId).as('device'),
        openedUntil(accountId).as('openedUntilMs'),
      ])
      .orderBy('contest.id')
      .execute()
  );
}
