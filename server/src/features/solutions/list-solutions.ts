import type { SolutionList, SolutionListQuery, UserSolutionListQuery } from '@balloon/contracts/solutions.ts';
import type { Db } from '@balloon/database/connect.ts';
import { isAdmin, isSupervisor } from '@balloon/domain/contest-access.ts';
import { solutionListAuthor } from '@balloon/domain/solution-visibility.ts';
import type { Locale } from '@balloon/domain/statement-locale.ts';
import { enterContest, viewerOf } from '#features/contests/contest-access.ts';
import { findSolutions, renderSolution } from '#features/solutions/solution-view.ts';
import { findTitles, listSolutionIds, type SolutionFilter } from '#features/solutions/solutions.queries.ts';
import { supervises } from '#features/solutions/supervision.ts';
import type { Services, User } from '#services.ts';

/**
 * Solutions of a contest, newest first: `my` or, for who supervises it, `all`. Others get their own, whatever
 * they ask for.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`
 */
export async function listContestSolutions(
  { db }: Services,
  user: User,
  { contestId, select, ...query }: SolutionListQuery & { contestId: number; select: 'my' | 'all' },
): Promise<SolutionList> {
  const { contest } = await enterContest(db, user, contestId);
  const authorId = supervises(user, contest) ? solutionListAuthor(viewerOf(user), select) : user.id;
  return listSolutions(db, user, query, { contestId, authorId, groupIds: null });
}

/**
 * Solutions of all contests, newest first. Participants get their own; `all` gives moderators those of the
 * contests that are open to everybody or to a group of theirs, and admins all.
 */
export async function listUserSolutions(
  { db }: Services,
  user: User,
  { select, locale, ...query }: UserSolutionListQuery,
): Promise<SolutionList> {
  const authorId = solutionListAuthor(viewerOf(user), select);
  const seesAllContests = authorId === user.id || isAdmin(user.accessMask);
  const groupIds = seesAllContests ? null : user.groupIds;
  const list = await listSolutions(db, user, query, { contestId: null, authorId, groupIds });
  return locale === undefined ? list : withTitlesIn(db, list, locale);
}

/** A list of several contests has nowhere else to take its titles from. */
async function withTitlesIn(db: Db, list: SolutionList, locale: Locale): Promise<SolutionList> {
  const ids = list.solutions.map(({ id }) => id);
  const titles = await findTitles(db, ids, locale);
  const solutions = list.solutions.map((solution) => {
    const title = titles.get(solution.id) ?? solution.problem.title;
    return { ...solution, problem: { ...solution.problem, title } };
  });
  return { ...list, solutions };
}

async function listSolutions(
  db: Db,
  user: User,
  query: SolutionListQuery,
  scope: Pick<SolutionFilter, 'contestId' | 'authorId' | 'groupIds'>,
): Promise<SolutionList> {
  const filter = {
    ...scope,
    // One's own are one's own, so the filter by author is for supervisors.
    userIds: isSupervisor(user.accessMask) ? query.filterUserIds : [],
    problemIds: query.filterProblemIds,
    verdictIds: query.filterVerdictIds,
  };
  const { ids, total } = await listSolutionIds(db, filter, query);
  const stored = ids.length === 0 ? [] : await findSolutions(db, ids);
  const viewer = viewerOf(user);
  return {
    solutions: stored.map((solution) => renderSolution(solution, viewer)),
    solutionsNumber: total,
  };
}
