import { JudgingRules, TestRules } from '@balloon/contracts/judging/testset.ts';
import type {
  EditedJudging,
  EditedProblem,
  EditedStatement,
} from '@balloon/contracts/problems/problem-editor.ts';
import type { SystemType } from '@balloon/contracts/problems/problems.ts';
import type { Db } from '@balloon/database/connect.ts';
import { isLocale, type Locale } from '@balloon/domain/text/statement-locale.ts';
import { findOutsideOrigin } from '#features/problem-admin/problem-search.queries.ts';
import { findAuthor } from '#features/problem-admin/read-managed-problem.ts';
import { findRescannable } from '#features/problem-admin/rescan-problem.ts';
import { findLastVerification } from '#features/problem-checks/problem-checks.queries.ts';
import {
  findLastReport,
  findTestset,
  listSizedTests,
} from '#features/problem-editor/problem-editor.queries.ts';
import { findEditorials, findTags } from '#features/problems/editorials.queries.ts';
import { problemNotFound } from '#features/problems/problem-access.ts';
import { safeAttachments, sampleView } from '#features/problems/problem-view.ts';
import {
  findProblem,
  findSamples,
  findStatements,
  type StatementContent,
  type StoredProblem,
} from '#features/problems/problems.queries.ts';
import { sanitizeStatement } from '#features/problems/sanitize-statement.ts';
import { withFileAddresses } from '#features/problems/statement-files.ts';
import { testPicture } from '#features/problems/test-picture.ts';

/**
 * Reads a problem with everything that the editor changes: statements in all languages, tests, checker, limits.
 *
 * @throws {NotFoundError} PROBLEM_NOT_FOUND
 */
export async function readEditedProblem(db: Db, problemId: number): Promise<EditedProblem> {
  const problem = await findProblem(db, problemId);
  if (!problem) throw problemNotFound(problemId);
  const { id, systemType, foreignProblemIdentifier, sourceUrl, testsetId } = problem;
  const samples = await findSamples(db, testsetId === null ? [] : [testsetId]);
  return {
    ...{ id, foreignProblemIdentifier, sourceUrl },
    systemType: systemType as SystemType, // the contract's list is the table's
    statements: await editedStatements(db, problem),
    sampleTests: samples.map(sampleView),
    tags: await findTags(db, id),
    editorials: await findEditorials(db, id),
    judging: testsetId === null ? null : await editedJudging(db, testsetId),
    ...(await newestVersion(db, problemId)),
    canRescan: (await findRescannable(db, problemId)) !== undefined,
    outside: await findOutsideOrigin(db, problemId),
    lastImport: (await findLastReport(db, problemId)) ?? null,
    lastCheck: await findLastVerification(db, problemId),
  };
}

/** The statement of each language of the page; without any, the problem's own. */
async function editedStatements(db: Db, problem: StoredProblem): Promise<EditedStatement[]> {
  const translated = await findStatements(db, [problem.id]);
  const show = ({ title, htmlStatement, attachments, samples }: StatementContent, locale: Locale | null) => ({
    ...{ locale, title, samples },
    htmlStatement: sanitizeStatement(withFileAddresses(htmlStatement, problem.id)),
    attachments: safeAttachments(attachments),
  });
  const known = translated.flatMap((one) => (isLocale(one.locale) ? [show(one, one.locale)] : []));
  return known.length > 0 ? known : [show(problem, null)];
}

async function editedJudging(db: Db, testsetId: number): Promise<EditedJudging | null> {
  const stored = await findTestset(db, testsetId);
  const { rules, ...limitsAndChecker } = stored;
  const parsed = JudgingRules.safeParse({ ...rules, ...limitsAndChecker });
  if (!parsed.success) return null; // written by a later version of the product
  const { interactor, languageLimits, ...known } = parsed.data;
  const { timeLimitMs, memoryLimitKb, checker, inputFile, outputFile, scoring, groups } = known;
  const tests = await listSizedTests(db, testsetId);
  return {
    ...{ timeLimitMs, memoryLimitKb, checker, inputFile, outputFile, scoring, groups },
    ...(languageLimits ? { languageLimits } : {}),
    hasInteractor: interactor !== null,
    tests: tests.map(({ group, description: _, pictureSha256, pictureType, ...test }) => ({
      ...test,
      picture: testPicture({ pictureSha256, pictureType }),
      ...TestRules.parse({ ...test, group }),
    })),
  };
}

async function newestVersion(db: Db, problemId: number) {
  const version = await db
    .selectFrom('problemVersion')
    .select(['versionNumber', 'createdAt', 'authorId'])
    .where('problemId', '=', problemId)
    .orderBy('versionNumber', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    versionNumber: version?.versionNumber ?? 0,
    savedBy: await findAuthor(db, version?.authorId ?? null),
    savedAtMs: version?.createdAt.getTime() ?? null,
  };
}
