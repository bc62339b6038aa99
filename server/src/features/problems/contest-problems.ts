import type { ContestProblem, Language, ListedContestProblem } from '@balloon/contracts/problems.ts';
import { problemPosition } from '@balloon/domain/problem-index.ts';
import { scoreCell } from '@balloon/domain/scoreboard-cell.ts';
import type { Locale } from '@balloon/domain/statement-locale.ts';
import { NotFoundError } from '#errors.ts';
import { enterContestWithProblems } from '#features/contests/contest-access.ts';
import type { StoredContest } from '#features/contests/contests.queries.ts';
import type { ContestLanguages } from '#features/problems/contest-languages.ts';
import { contestProblemViews } from '#features/problems/contest-problem-views.ts';
import { findContestProblems, findOwnAttempts } from '#features/problems/contest-problems.queries.ts';
import { findKnownOrigins } from '#features/problems/origin.ts';
import type { OwnAttempts } from '#features/problems/own-attempts.ts';
import type { ProblemPages } from '#features/problems/problem-pages.ts';
import type { PackedPage } from '#http/packed-page.ts';
import type { Services, User } from '#services.ts';

/** An answer as data, and as the text that others receive, too, where there is one. */
export interface SharedAnswer<Answer> {
  answer: Answer;
  page: PackedPage | null;
}

/** What this process keeps of the problems of contests. */
export interface KnownProblems {
  pages: ProblemPages;
  attempts: OwnAttempts;
  languages: ContestLanguages;
}

/**
 * The problems of a contest with their statements and the caller's standing on each.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} as `enterContestWithProblems`
 */
export async function listContestProblems(
  services: Services,
  { pages, attempts: ownAttempts }: KnownProblems,
  user: User,
  { contestId, locale }: { contestId: number; locale: Locale },
): Promise<SharedAnswer<ListedContestProblem[]>> {
  const { contest } = await enterContestWithProblems(services, user, contestId);
  const [rows, attempts] = await Promise.all([pages.rowsOf(contestId), ownAttempts.of(contestId, user.id)]);
  const knownOrigins = await findKnownOrigins(services.db, user, rows);
  const { views, untouched } = await pages.setOf(contestId, locale, knownOrigins);
  return {
    answer: withStanding(views, attempts, contest),
    page: attempts.length === 0 ? untouched : null,
  };
}

/** The same list for the form of a contest, read anew. */
export async function readContestProblems(
  services: Services,
  user: User,
  contestId: number,
  locale: Locale,
): Promise<ListedContestProblem[]> {
  const { contest } = await enterContestWithProblems(services, user, contestId);
  const { db } = services;
  const rows = await findContestProblems(db, contestId);
  const views = await contestProblemViews(db, rows, locale, await findKnownOrigins(db, user, rows));
  return withStanding(views, await findOwnAttempts(db, contestId, user.id), contest);
}

function withStanding(
  views: readonly ContestProblem[],
  attempts: Awaited<ReturnType<typeof findOwnAttempts>>,
  contest: StoredContest,
): ListedContestProblem[] {
  return views.map((view) => {
    const ownAttempts = attempts.filter(({ problemId }) => problemId === view.id);
    // The scoreboard's own rule, so that the list and the own row agree.
    const { acceptedBy, wrongTries } = scoreCell(ownAttempts, Number.POSITIVE_INFINITY, contest);
    return { ...view, verdictStatus: { accepted: acceptedBy !== null, wrongsNumber: wrongTries } };
  });
}

/**
 * Returns a problem of a contest by its letters.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, PROBLEM_NOT_FOUND
 * @throws {ForbiddenError} as `enterContestWithProblems`
 */
export async function readContestProblem(
  services: Services,
  { pages }: KnownProblems,
  user: User,
  { locale, ...wanted }: { contestId: number; symbolIndex: string; locale: Locale },
): Promise<SharedAnswer<ContestProblem>> {
  const { rows, position } = await requireContestProblem(services, pages, user, wanted);
  const knownOrigins = await findKnownOrigins(services.db, user, rows);
  const set = await pages.setOf(wanted.contestId, locale, knownOrigins);
  const [answer, page] = [set.views[position], set.pages[position]];
  if (!answer || !page) throw problemNotFound(wanted);
  return { answer, page };
}

/**
 * The languages that a problem of a contest takes, the most used first; inactive ones are among them.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND, PROBLEM_NOT_FOUND
 * @throws {ForbiddenError} as `enterContestWithProblems`
 */
export async function listContestLanguages(
  services: Services,
  { pages, languages }: KnownProblems,
  user: User,
  wanted: { contestId: number; symbolIndex: string },
): Promise<SharedAnswer<Language[]>> {
  const { row } = await requireContestProblem(services, pages, user, wanted);
  return languages.of(wanted.contestId, row.id);
}

interface WantedProblem {
  contestId: number;
  symbolIndex: string;
}

async function requireContestProblem(
  services: Services,
  pages: ProblemPages,
  user: User,
  wanted: WantedProblem,
) {
  await enterContestWithProblems(services, user, wanted.contestId);
  const rows = await pages.rowsOf(wanted.contestId);
  const position = problemPosition(wanted.symbolIndex) ?? -1;
  const row = rows[position];
  if (!row) throw problemNotFound(wanted);
  return { rows, position, row };
}

const problemNotFound = ({ contestId, symbolIndex }: WantedProblem) =>
  new NotFoundError('PROBLEM_NOT_FOUND', `Contest ${contestId} has no problem ${symbolIndex}`);
