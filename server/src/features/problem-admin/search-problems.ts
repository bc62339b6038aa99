import type {
  FoundProblem,
  ProblemSearch,
  ProblemSearchQuery,
} from '@balloon/contracts/problems/problem-admin.ts';
import type { Problem, SystemType } from '@balloon/contracts/problems/problems.ts';
import type { Db } from '@balloon/database/connect.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import type { z } from 'zod';
import { supervisedGroups } from '#features/contests/supervision.ts';
import {
  findManagedProblems,
  findProblemIds,
  type ManagedProblemRow,
} from '#features/problem-admin/problem-search.queries.ts';
import { problemViews } from '#features/problems/problem-view.ts';
import { systemsMeantBy } from '#older-forms/older-system.ts';
import type { Services, User } from '#services.ts';

/**
 * Page of the problems that a supervisor may read, by text, system and state.
 *
 * @param isOlder whether the client sees our own system under the name of another
 */
export async function searchProblems(
  { db }: Services,
  user: User,
  { locale, isOlder, ...query }: ProblemSearchQuery & { locale: Locale; isOlder: boolean },
): Promise<z.infer<typeof ProblemSearch>> {
  const { systemType } = query;
  const meant = (chosen: SystemType) => (isOlder ? systemsMeantBy(chosen) : [chosen]);
  const systemTypes = systemType === 'all' ? null : meant(systemType);
  const filter = { ...query, systemTypes, groupIds: supervisedGroups(user) };
  const { ids, total } = await findProblemIds(db, filter, query);
  const rows = await findManagedProblems(db, ids);
  const shown = rows.map((problem) => ({ problem, version: null, showsOrigin: true }));
  const views =
    query.brief === '1' ? await briefViews(db, rows, locale) : await problemViews(db, shown, locale);
  const problems = views.flatMap((view, index): FoundProblem[] => {
    const row = rows[index];
    return row ? [{ ...view, ...usageOf(row) }] : [];
  });
  return { q: query.q, problems, problemsNumber: total };
}

/** How much a problem is used, and whether it is complete. */
export const usageOf = ({ counts, ...row }: ManagedProblemRow) => ({
  solutionsNumber: counts.solutions,
  acceptedNumber: counts.accepted,
  contestsNumber: row.contestsNumber,
  hasTests: row.hasTests,
  isFailing: row.isFailing,
  isDeleted: row.isDeleted,
  tags: row.tags,
  canRescan: row.canRescan,
  latestVersionNumber: row.latestVersionNumber,
  outside: row.outside,
});

/** Problems without their statements, under their titles in a language. */
async function briefViews(db: Db, rows: readonly ManagedProblemRow[], locale: Locale): Promise<Problem[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const titles = await db
    .selectFrom('problemStatement')
    .select(['problemId', 'title'])
    .where('problemId', 'in', ids)
    .where('locale', '=', locale)
    .execute();
  const byId = new Map(titles.map(({ problemId, title }) => [problemId, title]));
  return rows.map((row) => briefView(row, byId.get(row.id) ?? row.title));
}

const briefView = (row: ManagedProblemRow, title: string): Problem => ({
  id: row.id,
  title,
  systemType: row.systemType as SystemType, // the contract's list is the table's
  foreignProblemIdentifier: row.foreignProblemIdentifier,
  ...(row.sourceUrl === null ? {} : { sourceUrl: row.sourceUrl }),
  htmlStatement: '',
  attachments: {},
  samples: [],
  locale: null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  timeLimitMs: row.timeLimitMs,
  memoryLimitKb: row.memoryLimitKb,
});
