import type {
  ContestProblem,
  Language,
  ListedContestProblem,
  SystemType,
} from '@balloon/contracts/problems.ts';
import type { Db } from '@balloon/database/connect.ts';
import { problemIndex } from '@balloon/domain/problem-index.ts';
import { scoreCell } from '@balloon/domain/scoreboard-cell.ts';
import type { Locale } from '@balloon/domain/statement-locale.ts';
import { NotFoundError } from '#errors.ts';
import { enterContestWithProblems } from '#features/contests/contest-access.ts';
import {
  type ContestProblemRow,
  findContestProblems,
  findLanguages,
  findOwnAttempts,
} from '#features/problems/contest-problems.queries.ts';
import { findKnownOrigins } from '#features/problems/origin.ts';
import { problemViews } from '#features/problems/problem-view.ts';
import { findVersions } from '#features/problems/versions.queries.ts';
import type { Services, User } from '#services.ts';

/**
 * The problems of a contest with their statements and the caller's standing on each.
 *
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ForbiddenError} as `enterContestWithProblems`
 */
export async function listContestProblems(
  { db }: Services,
  user: User,
  contestId: number,
  locale: Locale,
): Promise<ListedContestProblem[]> {
  const { contest } = await enterContestWithProblems(db, user, contestId);
  const [rows, attempts] = await Promise.all([
    findContestProblems(db, contestId),
    findOwnAttempts(db, contestId, user.id),
  ]);
  const views = await contestProblemViews(db, user, rows.map(withIndex), locale);
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
  { db }: Services,
  user: User,
  wanted: { contestId: number; symbolIndex: string; locale: Locale },
): Promise<ContestProblem> {
  const row = await requireContestProblem(db, user, wanted);
  const [view] = await contestProblemViews(db, user, [row], wanted.locale);
  if (!view) throw new Error('A problem has no view');
  return view;
}

/** The languages that a problem of a contest takes, the most used first; inactive ones are among them. */
export async function listContestLanguages(
  { db }: Services,
  user: User,
  wanted: { contestId: number; symbolIndex: string },
): Promise<Language[]> {
  const { row } = await requireContestProblem(db, user, wanted);
  const languages = await findLanguages(db, wanted.contestId, row.id);
  return languages.map(({ popularity, systemType, ...language }) => ({
    ...language,
    systemType: systemType as SystemType, // the contract's list is the table's
    ...(popularity === null ? {} : { popularity }),
  }));
}

interface IndexedRow {
  row: ContestProblemRow;
  symbolIndex: string;
}

const withIndex = (row: ContestProblemRow, position: number): IndexedRow => ({
  row,
  symbolIndex: problemIndex(position),
});

async function requireContestProblem(
  db: Db,
  user: User,
  { contestId, symbolIndex }: { contestId: number; symbolIndex: string },
): Promise<IndexedRow> {
  await enterContestWithProblems(db, user, contestId);
  const rows = (await findContestProblems(db, contestId)).map(withIndex);
  const found = rows.find((row) => row.symbolIndex === symbolIndex);
  if (!found) {
    throw new NotFoundError('PROBLEM_NOT_FOUND', `Contest ${contestId} has no problem ${symbolIndex}`);
  }
  return found;
}

async function contestProblemViews(
  db: Db,
  reader: User,
  rows: readonly IndexedRow[],
  locale: Locale,
): Promise<ContestProblem[]> {
  const [versions, knownOrigins] = await Promise.all([
    findVersions(
      db,
      rows.flatMap(({ row }) => row.pinnedUuid ?? []),
    ),
    findKnownOrigins(
      db,
      reader,
      rows.map(({ row }) => row),
    ),
  ]);
  const shown = rows.map(({ row }) => ({
    problem: row,
    showsOrigin: knownOrigins.has(row.id),
    version: versions.find(({ uuid }) => uuid === row.pinnedUuid) ?? null,
  }));
  const views = await problemViews(db, shown, locale);
  return rows.flatMap(({ row, symbolIndex }, index) => {
    const view = views[index];
    if (!view) return [];
    const { linkId, contestId, color, versionId, closedAtMs, judgingPausedAtMs } = row;
    return {
      ...view,
      internalSymbolIndex: symbolIndex,
      color,
      isClosed: closedAtMs !== null,
      isJudgingPaused: judgingPausedAtMs !== null,
      ProblemToContest: { id: linkId, contestId, problemId: row.id, versionId },
    };
  });
}
