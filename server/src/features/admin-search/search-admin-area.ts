import type { AdminSearch } from '@balloon/contracts/site/admin-search.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { findContests, findGroups, findPeople } from '#features/admin-search/admin-search.queries.ts';
import { findProblems } from '#features/admin-search/find-problems.ts';
import { findSolution } from '#features/admin-search/find-solution.ts';
import { parseSearch } from '#features/admin-search/parse-search.ts';
import type { Services, User } from '#services.ts';

/** Finds a few contests, people, groups, problems and the solution of that number, as far as the reader may open them. */
export async function searchAdminArea(
  { db }: Services,
  reader: User,
  { q, locale }: { q: string; locale: Locale },
): Promise<AdminSearch> {
  const search = parseSearch(q);
  if (search.words.length === 0) {
    return { q, contests: [], people: [], groups: [], problems: [], solutions: [] };
  }
  const [contests, people, groups, problems, solutions] = await Promise.all([
    findContests(db, reader, search),
    findPeople(db, reader, search),
    findGroups(db, reader, search),
    findProblems(db, reader, search, locale),
    findSolution(db, reader, search.id),
  ]);
  return { q, contests, people, groups, problems, solutions };
}
