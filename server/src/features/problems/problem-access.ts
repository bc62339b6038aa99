import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import {
  canJoin,
  canReadProblems,
  canSeeContestInList,
  isAdmin,
  isSupervisor,
  type Viewer,
} from '@balloon/domain/contest-access.ts';
import { contestStatus } from '@balloon/domain/contest-phase.ts';
import { sql } from 'kysely';
import { NotFoundError } from '#errors.ts';
import { viewerOf } from '#features/contests/contest-access.ts';
import { CONTEST_COLUMNS, type StoredContest } from '#features/contests/contests.queries.ts';
import { findProblem, type StoredProblem } from '#features/problems/problems.queries.ts';
import type { User } from '#services.ts';

type ConnectedContest = StoredContest & { isJoined: boolean };

/** A problem with those of its contests that the reader may know of. */
export interface ReadableProblem {
  problem: StoredProblem;
  connectedContests: { id: number; name: string }[];
}

/**
 * A problem outside of a contest. Participants read it while one of their contests shows it to them;
 * moderators also what their groups' contests or no contest use; admins everything.
 *
 * @throws {NotFoundError} PROBLEM_NOT_FOUND, also for those who may not read it
 */
export async function findReadableProblem(db: Db, user: User, problemId: number): Promise<ReadableProblem> {
  const problem = await findProblem(db, problemId);
  if (!problem) throw notFound(problemId);
  const contests = await findContestsOf(db, problemId, user.id);
  const atMs = await databaseNowMs(db);
  const viewer = viewerOf(user);
  const visible = contests.filter((contest) => showsProblem(contest, viewer, atMs));
  const isFree = isSupervisor(user.accessMask) && contests.length === 0;
  if (visible.length === 0 && !isFree && !isAdmin(user.accessMask)) throw notFound(problemId);
  return { problem, connectedContests: visible.map(({ id, name }) => ({ id, name })) };
}

const notFound = (problemId: number) =>
  new NotFoundError('PROBLEM_NOT_FOUND', `There is no problem ${problemId}`);

function showsProblem(contest: ConnectedContest, viewer: Viewer, atMs: number): boolean {
  if (isSupervisor(viewer.accessMask)) return canSeeContestInList(viewer, contest);
  const { can, joined } = canJoin({ viewer, contest, isJoined: contest.isJoined, atMs });
  return can && joined && canReadProblems(viewer, contestStatus(contest, atMs));
}

/** The contests that use a problem, removed ones left out. */
function findContestsOf(db: Db, problemId: number, accountId: number): Promise<ConnectedContest[]> {
  return db
    .selectFrom('contest')
    .innerJoin('contestProblem', 'contestProblem.contestId', 'contest.id')
    .where('contestProblem.problemId', '=', problemId)
    .where('contest.isSuspended', '=', false)
    .select([
      ...CONTEST_COLUMNS,
      sql<boolean>`exists (
        select from contest_participant
        where contest_participant.contest_id = contest.id and account_id = ${accountId}
      )`.as('isJoined'),
    ])
    .orderBy('contest.id')
    .execute();
}
