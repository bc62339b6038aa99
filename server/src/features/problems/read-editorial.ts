import type { Editorial } from '@balloon/contracts/problems/editorials.ts';
import { LOCALES, type Locale, statementLocale } from '@balloon/domain/text/statement-locale.ts';
import { findEditorials } from '#features/problems/editorials.queries.ts';
import { findReadableProblem } from '#features/problems/problem-access.ts';
import type { Services, User } from '#services.ts';

/**
 * Returns how a problem is solved, in the wanted language where there is one. It is that of the newest version, also for
 * readers of an older one: editorials are written after the contest.
 *
 * @throws {NotFoundError} PROBLEM_NOT_FOUND, also for those who may not read the problem
 */
export async function readEditorial(
  { db }: Services,
  user: User,
  { problemId, locale: wanted }: { problemId: number; locale: Locale },
): Promise<Editorial> {
  const { problem, showsSolution } = await findReadableProblem(db, user, problemId);
  if (!showsSolution) return { editorial: null };
  const editorials = await findEditorials(db, problem.id);
  const written = LOCALES.filter((locale) => (editorials[locale] ?? '').trim() !== '');
  const locale = statementLocale(wanted, written);
  const text = locale && editorials[locale];
  return { editorial: text ? { locale, text } : null };
}
