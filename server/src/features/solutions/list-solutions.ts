import type {
  SolutionList,
  SolutionListQuery,
  UsedJudges,
  UsedLanguages,
  UsedVerdicts,
  UserSolutionListQuery,
} from '@balloon/contracts/solutions/solutions.ts';
import type { Db } from '@balloon/database/connect.ts';
import { isAdmin, isSupervisor } from '@balloon/domain/contests/contest-access.ts';
import { sharesSolutions, solutionListAuthor } from '@balloon/domain/contests/solution-visibility.ts';
import { joinedVerdict } from '@balloon/domain/judging/joined-verdicts.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { findContestsClosedHere } from '#features/contests/confinement/closed-here.ts';
import { enterContest, sharedContest, viewerOf } from '#features/contests/contest-access.ts';
import { getSupervisedContest } from '#features/contests/supervision.ts';
import { authorGroupsFor } from '#features/solutions/author-groups.ts';
import { type OwnPage, readOwnPage } from '#features/solutions/own-pages.ts';
import {
  findOwnVerdicts,
  findUsedJudges,
  findUsedLanguages,
  listSolutionIds,
  type SolutionFilter,
} from '#features/solutions/solution-filter.queries.ts';
import { findSolutions, renderSolution } from '#features/solutions/solution-view.ts';
import { findTitles } from '#features/solutions/solutions.queries.ts';
import type { Services, User } from '#services.ts';

/**
 * Lists solutions of a contest, newest first: `my` or, for its supervisors, `all`. Others get their own,
 * whatever they select, unless the contest opens its sources after its end.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} as `enterContest`
 */
export async function listContestSolutions(
  services: Services,
  user: User,
  { contestId, select, ...query }: SolutionListQuery & { contestId: number; select: 'my' | 'all' },
): Promise<SolutionList> {
  const visited = await enterContest(services, user, contestId);
  const authorId = solutionListAuthor(viewerOf(user), select, visited.contest);
  const isShared =
    select === 'all' && authorId !== null && sharesSolutions(sharedContest(visited, 'sources'));
  if (!isShared) return listSolutions(services, user, query, { contestId, authorId, groupIds: null });
  const scope = { contestId, authorId: null, groupIds: null, withoutSupervisors: true };
  return withoutRatings(await listSolutions(services, user, query, scope), user);
}

/**
 * Languages in which solutions of a contest are written, by name; for its supervisors.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 */
export async function listUsedLanguages(
  services: Services,
  user: User,
  contestId: number,
): Promise<UsedLanguages> {
  await getSupervisedContest(services.db, user, contestId);
  return findUsedLanguages(services.db, contestId);
}

/**
 * Judges whose verdicts stand in a contest; for its supervisors.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 */
export async function listUsedJudges(services: Services, user: User, contestId: number): Promise<UsedJudges> {
  await getSupervisedContest(services.db, user, contestId);
  return findUsedJudges(services.db, contestId);
}

/** Verdicts that somebody finds among their own solutions, as their contests show them. */
export async function listOwnVerdicts({ db }: Services, user: User): Promise<UsedVerdicts> {
  const found = await findOwnVerdicts(db, user.id, await findContestsClosedHere(db, user));
  const areJoined = !isSupervisor(user.accessMask);
  const shown = found.map(({ verdictId, joinsVerdicts }) =>
    areJoined && joinsVerdicts ? joinedVerdict(verdictId) : verdictId,
  );
  return [...new Set(shown)];
}

/** Ratings of others are for who may see those groups; a list of solutions does not ask which. */
function withoutRatings(list: SolutionList, viewer: User): SolutionList {
  const solutions = list.solutions.map((solution) => {
    if (solution.userId === viewer.id) return solution;
    const { rating: _, ...author } = solution.author;
    return { ...solution, author };
  });
  return { ...list, solutions };
}

/**
 * Lists solutions of all contests, newest first. Participants get their own; `all` gives moderators those of
 * the contests that are open to everybody or to a group of theirs, and admins all. What a contest would refuse to a
 * participant on this device or at this address is left out.
 */
export async function listUserSolutions(
  services: Services,
  user: User,
  { select, locale, ...query }: UserSolutionListQuery,
): Promise<SolutionList> {
  const authorId = solutionListAuthor(viewerOf(user), select);
  const seesAllContests = authorId === user.id || isAdmin(user.accessMask);
  const groupIds = seesAllContests ? null : user.groupIds;
  const exceptContestIds = await findContestsClosedHere(services.db, user);
  const scope = { contestId: null, authorId, groupIds, exceptContestIds };
  const list = await listSolutions(services, user, query, scope);
  return locale === undefined ? list : withTitlesIn(services.db, list, locale);
}

/** Adds titles of problems, for which a list of several contests has no other source. */
async function withTitlesIn(db: Db, list: SolutionList, locale: Locale): Promise<SolutionList> {
  const ids = list.solutions.map(({ id }) => id);
  const titles = await findTitles(db, ids, locale);
  const solutions = list.solutions.map((solution) => {
    const title = titles.get(solution.id) ?? solution.problem.title;
    return { ...solution, problem: { ...solution.problem, title } };
  });
  return { ...list, solutions };
}

/** A page of solutions. Lists of many authors are long, and may be read elsewhere; one's own comes from an index. */
async function listSolutions(
  { db, replicas }: Services,
  user: User,
  query: SolutionListQuery,
  scope: Scope,
): Promise<SolutionList> {
  const filter = {
    ...scope,
    // Participants only list their own, so the filter by author is for supervisors.
    userIds: isSupervisor(user.accessMask) || scope.withoutSupervisors ? query.filterUserIds : [],
    problemIds: query.filterProblemIds,
    verdictIds: query.filterVerdictIds,
    asShown: !isSupervisor(user.accessMask),
    languageIds: query.filterLanguageIds,
    authorGroupIds: authorGroupsFor(user, query.filterGroupIds),
    judgeIds: isSupervisor(user.accessMask) ? query.filterJudgeIds : [],
  };
  const read = async (over: Db) => {
    const page = ownPageOf(scope, filter, query);
    if (page) return readOwnPage(over, page);
    const { ids, total } = await listSolutionIds(over, filter, query);
    return { total, stored: ids.length === 0 ? [] : await findSolutions(over, ids) };
  };
  const { total, stored } = await (scope.authorId === null ? replicas.read(db, read) : read(db));
  const viewer = viewerOf(user);
  return {
    solutions: stored.map((solution) => renderSolution(solution, viewer)),
    solutionsNumber: total,
  };
}

type Scope = Pick<
  SolutionFilter,
  'contestId' | 'authorId' | 'groupIds' | 'withoutSupervisors' | 'exceptContestIds'
>;

/** The page that is asked for, if it is the first one of what somebody sent in a contest, without any choice. */
function ownPageOf(
  { contestId, authorId }: Scope,
  { userIds, problemIds, verdictIds, languageIds, authorGroupIds, judgeIds }: SolutionFilter,
  { count, offset }: { count: number; offset: number },
): OwnPage | null {
  const choices = [userIds, problemIds, verdictIds, languageIds, judgeIds];
  if (contestId === null || authorId === null || authorGroupIds !== null || offset > 0) return null;
  return choices.every(({ length }) => length === 0) ? { contestId, authorId, count } : null;
}
