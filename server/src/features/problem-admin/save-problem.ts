import type { ManagedProblem, SaveProblem } from '@balloon/contracts/problems/problem-admin.ts';
import type { Tx } from '@balloon/database/connect.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { expectVersion } from '#features/audit/stale-edit.ts';
import { plainText } from '#features/packages/statement-content.ts';
import { managedProblem } from '#features/problem-admin/read-managed-problem.ts';
import { problemNotFound } from '#features/problems/problem-access.ts';
import { findProblem, findStatements, type StatementContent } from '#features/problems/problems.queries.ts';
import { lockProblem } from '#features/problems/roll-back.ts';
import { withStoredNames } from '#features/problems/statement-files.ts';
import { tellContestsOf } from '#features/problems/tell-contests.ts';
import { findLatestVersionNumber, storeVersion } from '#features/problems/versions.queries.ts';
import { boundHtml, boundMarkdown } from '#markup/bounded-markup.ts';
import type { Services, User } from '#services.ts';

/**
 * Saves a problem from the editor as its next version, in the language that was edited, and notifies the contests
 * that use it. Absent fields stay.
 *
 * @throws {NotFoundError} PROBLEM_NOT_FOUND
 * @throws {ConflictError} CHANGED_MEANWHILE when somebody saved since the editor was filled
 * @throws {InvalidInputError} MARKUP_TOO_COMPLEX
 */
export function saveProblem(
  { db, log }: Services,
  admin: User,
  { problemId, form, locale }: { problemId: number; form: SaveProblem; locale: Locale },
): Promise<ManagedProblem> {
  if (form.htmlStatement !== undefined) boundHtml(form.htmlStatement);
  boundMarkdown(form.attachments?.content?.text ?? '');
  return db.transaction().execute(async (tx) => {
    await lockProblem(tx, problemId);
    const stored = await findLatestVersionNumber(tx, problemId);
    await expectVersion(tx, { kind: 'problem', id: problemId, stored, read: form.basedOnVersion });
    // A client that names no language means the one that it was shown.
    const edited =
      form.locale === undefined ? (await managedProblem(tx, problemId, locale)).locale : form.locale;
    const states = await storeContent(tx, problemId, { ...form, locale: edited });
    const { versionNumber } = await storeVersion(tx, problemId, admin.id);
    await recordChange(tx, admin, {
      action: 'problem.save',
      ...{ subjectId: problemId, subjectName: states.after.title, version: versionNumber },
      ...{
        before: { ...states.before, versionNumber: versionNumber - 1 },
        after: { ...states.after, versionNumber },
      },
    });
    await tellContestsOf(tx, problemId);
    log.info({ problemId, versionNumber, adminId: admin.id }, 'a problem was saved');
    return managedProblem(tx, problemId, edited ?? locale);
  });
}

/**
 * Writes the statement of the edited language. The problem's own columns hold a copy of one of the languages.
 *
 * @returns what it was and is
 */
async function storeContent(tx: Tx, problemId: number, form: SaveProblem) {
  const own = await findProblem(tx, problemId);
  if (!own) throw problemNotFound(problemId);
  const statements = await findStatements(tx, [problemId]);
  const edited = statements.find(({ locale }) => locale === form.locale);
  const { title, htmlStatement, attachments } = edited ?? own;
  const content = contentOf(edited ?? own, form, problemId);
  if (edited) {
    await tx
      .updateTable('problemStatement')
      .set(content)
      .where('problemId', '=', problemId)
      .where('locale', '=', edited.locale)
      .execute();
  }
  const isOwn = !edited || isSame(edited, own);
  await tx
    .updateTable('problem')
    .set({ ...(isOwn ? { ...content, textStatement: textOf(content, form) } : {}), updatedAt: new Date() })
    .where('id', '=', problemId)
    .execute();
  return { before: { title, htmlStatement, attachments: JSON.stringify(attachments) }, after: content };
}

const isSame = (one: StatementContent, other: StatementContent) =>
  one.title === other.title && one.htmlStatement === other.htmlStatement;

function contentOf(before: StatementContent, form: SaveProblem, problemId: number) {
  const { title = before.title, htmlStatement, attachments = before.attachments } = form;
  return {
    title,
    htmlStatement:
      htmlStatement === undefined ? before.htmlStatement : withStoredNames(htmlStatement, problemId),
    attachments: JSON.stringify(attachments),
  };
}

const textOf = ({ htmlStatement }: { htmlStatement: string }, { textStatement }: SaveProblem) =>
  textStatement ?? plainText(htmlStatement);
