import type { SolutionReset, SolutionResetList } from '@balloon/contracts/solutions/solutions.ts';
import type { Db } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { getSupervisedContest, supervisedGroups } from '#features/contests/supervision.ts';
import { findReadableProblem } from '#features/problems/problem-access.ts';
import { progressOfReset } from '#features/solutions/rejudging/reset-progress.ts';
import { BATCH } from '#features/solutions/rejudging/reset-solutions.ts';
import { isOfGroups } from '#features/solutions/solution-filter.queries.ts';
import { publicUser } from '#features/users/public-user.ts';
import { findUsers } from '#features/users/users.queries.ts';
import type { Services, User } from '#services.ts';

type Means = Pick<Services, 'db' | 'announcements'>;

/**
 * Lists the resets of many solutions of a contest that are under way, or ended within the last minute, oldest first.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, also for who does not supervise it
 */
export async function listResets(
  services: Means,
  supervisor: User,
  contestId: number,
): Promise<SolutionResetList> {
  await getSupervisedContest(services.db, supervisor, contestId);
  const ofContest = storedResets(services.db).where('solutionReset.contestId', '=', contestId);
  return { resets: await shown(services, await ofContest.execute()) };
}

/**
 * Lists those of all contests with a problem that the caller supervises.
 *
 * @throws {NotFoundError} PROBLEM_NOT_FOUND, also for who may not read it
 */
export async function listResetsOfProblem(
  services: Means,
  supervisor: User,
  problemId: number,
): Promise<SolutionResetList> {
  const { db } = services;
  await findReadableProblem(db, supervisor, problemId);
  const groupIds = supervisedGroups(supervisor);
  const stored = await storedResets(db)
    .where('solutionReset.contestId', 'in', (eb) =>
      eb.selectFrom('contestProblem').select('contestId').where('problemId', '=', problemId),
    )
    .$if(groupIds !== null, (query) => query.where(isOfGroups(groupIds ?? [], 'solutionReset')))
    .execute();
  return { resets: await shown(services, stored) };
}

type Stored = Awaited<ReturnType<ReturnType<typeof storedResets>['execute']>>;

async function shown(services: Means, stored: Stored): Promise<SolutionReset[]> {
  const authorIds = stored.flatMap(({ authorId }) => authorId ?? []);
  const authors = new Map(
    (await findUsers(services.db, [...new Set(authorIds)])).map((user) => [user.id, user]),
  );
  return Promise.all(
    stored.map(async ({ authorId, isJudged, contestId, contestName, ...reset }) => {
      const author = authorId === null ? undefined : authors.get(authorId);
      const contest = { id: contestId, name: contestName };
      const facts = { ...reset, contest, author: author ? publicUser(author) : null };
      const all = reset.solutionsNumber;
      if (isJudged) return { ...facts, handledNumber: all, judgedNumber: all, isOver: true };
      const { handledNumber = 0, waitingNumber = 0 } = (await progressOfReset(services, reset.id)) ?? {};
      const judgedNumber = handledNumber - waitingNumber;
      return { ...facts, handledNumber, judgedNumber, isOver: judgedNumber === all };
    }),
  );
}

const storedResets = (db: Db) =>
  db
    .selectFrom('solutionReset')
    .innerJoin('contest', 'contest.id', 'solutionReset.contestId')
    // A single batch has no progress to be seen.
    .where(sql<number>`cardinality(solution_ids)`, '>', BATCH)
    .select([
      'solutionReset.id',
      'solutionReset.contestId',
      'contest.name as contestName',
      'solutionReset.authorId',
      'solutionReset.startedAtMs',
      sql<number>`cardinality(solution_ids)`.as('solutionsNumber'),
      sql<boolean>`judged_at_ms is not null`.as('isJudged'),
    ])
    .orderBy('solutionReset.id');
