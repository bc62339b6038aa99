import type { ManagedProblem } from '@balloon/contracts/problems/problem-admin.ts';
import type { Attachments } from '@balloon/contracts/problems/problems.ts';
import type { Db } from '@balloon/database/connect.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { findManagedProblems } from '#features/problem-admin/problem-search.queries.ts';
import { usageOf } from '#features/problem-admin/search-problems.ts';
import { findReadableProblem, problemNotFound } from '#features/problems/problem-access.ts';
import { problemViews } from '#features/problems/problem-view.ts';
import { PUBLIC_USER_COLUMNS, publicUser } from '#features/users/public-user.ts';
import type { Services, User } from '#services.ts';

/**
 * Reads a problem for the editor, in one language where it has several.
 *
 * @throws {NotFoundError} PROBLEM_NOT_FOUND, also for who may not read its present content
 */
export async function readManagedProblem(
  { db }: Services,
  user: User,
  { problemId, locale }: { problemId: number; locale: Locale },
): Promise<ManagedProblem> {
  const { isCurrentReadable } = await findReadableProblem(db, user, problemId);
  if (!isCurrentReadable) throw problemNotFound(problemId);
  return managedProblem(db, problemId, locale);
}

export async function managedProblem(db: Db, problemId: number, locale: Locale): Promise<ManagedProblem> {
  const [problem] = await findManagedProblems(db, [problemId]);
  if (!problem) throw problemNotFound(problemId);
  const [view] = await problemViews(db, [{ problem, version: null, showsOrigin: true }], locale);
  if (!view) throw new Error('A problem has no view');
  const locales = await db
    .selectFrom('problemStatement')
    .select('locale')
    .where('problemId', '=', problemId)
    .orderBy('locale')
    .execute();
  return {
    ...view,
    ...usageOf(problem),
    attachments: completeAttachments(view.attachments),
    textStatement: problem.textStatement,
    locales: locales.map(({ locale }) => locale),
    ...(await findLastSave(db, problemId)),
  };
}

/** Older editors break on files without `config`, and on `config` without `content`. */
function completeAttachments(attachments: Attachments): Attachments {
  const { config, content, files } = attachments;
  if (!config && !content && !files) return attachments;
  return { ...attachments, config: config ?? { markup: 'markdown' }, content: content ?? { text: '' } };
}

async function findLastSave(
  db: Db,
  problemId: number,
): Promise<Pick<ManagedProblem, 'savedBy' | 'savedAtMs'>> {
  const version = await db
    .selectFrom('problemVersion')
    .select(['createdAt', 'authorId'])
    .where('problemId', '=', problemId)
    .orderBy('versionNumber', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!version) return { savedBy: null, savedAtMs: null };
  return { savedBy: await findAuthor(db, version.authorId), savedAtMs: version.createdAt.getTime() };
}

/** Author of a version, or null. */
export async function findAuthor(db: Db, accountId: number | null) {
  if (accountId === null) return null;
  const account = await db
    .selectFrom('account')
    .select(PUBLIC_USER_COLUMNS)
    .where('id', '=', accountId)
    .executeTakeFirst();
  return account ? publicUser(account) : null;
}
