import type { Language, ListedContestProblem } from '@balloon/contracts/problems/problems.ts';
import { problemPosition } from '@balloon/domain/contests/problem-index.ts';
import { scoreCell } from '@balloon/domain/scoreboard/cell.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { NotFoundError } from '#errors.ts';
import { enterContestWithProblems } from '#features/contests/contest-access.ts';
import type { StoredContest } from '#features/contests/contests.queries.ts';
import type { ContestLanguages } from '#features/problems/contest/contest-languages.ts';
import { contestProblemViews } from '#features/problems/contest/contest-problem-views.ts';
import { findContestProblems, findOwnAttempts } from '#features/problems/contest/contest-problems.queries.ts';
import type { OwnAttempts as KnownAttempts } from '#features/problems/contest/own-attempts.ts';
import {
  listWith,
  type ProblemForm,
  type ProblemPages,
  type Standing,
} from '#features/problems/contest/problem-pages.ts';
import { findKnownOrigins } from '#features/problems/origin.ts';
import type { PackedPage } from '#http/answers/packed-page.ts';
import type { PackedAnswer } from '#http/answers/send-packed.ts';
import type { Services, User } from '#services.ts';

/** An answer as data, and as the text that others receive, too, where there is one. */
export interface SharedAnswer<Answer> {
  answer: Answer;
  page: PackedPage | null;
}

/** What this process keeps of the problems of contests. */
export interface KnownProblems {
  pages: ProblemPages;
  attempts: KnownAttempts;
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
  { contestId, ...form }: { contestId: number } & ProblemForm,
): Promise<PackedAnswer> {
  const { contest } = await enterContestWithProblems(services, user, contestId);
  const [rows, attempts] = await Promise.all([pages.rowsOf(contestId), ownAttempts.of(contestId, user.id)]);
  const knownOrigins = await findKnownOrigins(services.db, user, rows);
  const set = await pages.setOf(contestId, form, knownOrigins);
  return listWith(
    set,
    set.ids.map((id) => standingOn(id, attempts, contest)),
  );
}

/** Reads the problems of a contest for its form, past what is in memory. */
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
  const attempts = await findOwnAttempts(db, contestId, user.id);
  return views.map((view) => ({ ...view, verdictStatus: standingOn(view.id, attempts, contest) }));
}

type OwnAttempts = Awaited<ReturnType<typeof findOwnAttempts>>;

/** The scoreboard's own rule, so that the list and the own row agree. */
function standingOn(problemId: number, attempts: OwnAttempts, contest: StoredContest): Standing {
  const own = attempts.filter((attempt) => attempt.problemId === problemId);
  const { acceptedBy, wrongTries } = scoreCell(own, Number.POSITIVE_INFINITY, contest);
  return { accepted: acceptedBy !== null, wrongsNumber: wrongTries };
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
  { locale, olderWords, ...wanted }: { contestId: number; symbolIndex: string } & ProblemForm,
): Promise<PackedPage> {
  const { rows, position } = await requireContestProblem(services, pages, user, wanted);
  const knownOrigins = await findKnownOrigins(services.db, user, rows);
  const set = await pages.setOf(wanted.contestId, { locale, olderWords }, knownOrigins);
  const page = set.pages[position];
  if (!page) throw problemNotFound(wanted);
  return page;
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
