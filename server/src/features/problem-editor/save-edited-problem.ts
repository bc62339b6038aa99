import type { EditedProblem, SaveEditedProblem } from '@balloon/contracts/problems/problem-editor.ts';
import { type Tx, takeTime } from '@balloon/database/connect.ts';
import type { z } from 'zod';
import { recordChange } from '#features/audit/record-change.ts';
import { expectVersion } from '#features/audit/stale-edit.ts';
import { readEditedProblem } from '#features/problem-editor/read-edited-problem.ts';
import { writeEditorial } from '#features/problem-editor/write-editorial.ts';
import { writeJudging } from '#features/problem-editor/write-judging.ts';
import { writeStatements } from '#features/problem-editor/write-statements.ts';
import { problemNotFound } from '#features/problems/problem-access.ts';
import { findProblem } from '#features/problems/problems.queries.ts';
import { lockProblem } from '#features/problems/roll-back.ts';
import { tellContestsOf } from '#features/problems/tell-contests.ts';
import { findLatestVersionNumber, storeVersion } from '#features/problems/versions.queries.ts';
import { boundHtml, boundMarkdown } from '#markup/bounded-markup.ts';
import type { Services, User } from '#services.ts';

type Save = z.output<typeof SaveEditedProblem>;

/**
 * Saves what changed in the editor as one version of the problem, and notifies the contests that use it. Verdicts
 * stay; those made with other tests, another checker or other limits are stale from now on.
 *
 * @throws {NotFoundError} PROBLEM_NOT_FOUND
 * @throws {ConflictError} CHANGED_MEANWHILE when somebody saved since the editor was filled, JUDGED_ELSEWHERE,
 *   CHECKER_NOT_CHECKED, CHECKER_DOES_NOT_COMPILE
 * @throws {InvalidInputError} MARKUP_TOO_COMPLEX, CONTENTS_MISSING, UNKNOWN_LANGUAGE
 */
export function saveEditedProblem(
  { db, log }: Services,
  admin: User,
  problemId: number,
  save: Save,
): Promise<EditedProblem> {
  for (const { htmlStatement, attachments } of save.statements) {
    boundHtml(htmlStatement);
    boundMarkdown(attachments.content?.text ?? '');
  }
  for (const text of Object.values(save.editorials ?? {})) boundMarkdown(text);
  return db.transaction().execute(async (tx) => {
    await takeTime(tx);
    await lockProblem(tx, problemId);
    const stored = await findLatestVersionNumber(tx, problemId);
    await expectVersion(tx, { kind: 'problem', id: problemId, stored, read: save.basedOnVersion });
    const versionNumber = await storeAll(tx, admin, problemId, save);
    await tellContestsOf(tx, problemId);
    log.info({ problemId, versionNumber, adminId: admin.id }, 'a problem was saved');
    return readEditedProblem(tx, problemId);
  });
}

async function storeAll(tx: Tx, admin: User, problemId: number, save: Save): Promise<number> {
  const problem = await findProblem(tx, problemId);
  if (!problem) throw problemNotFound(problemId);
  const texts = await writeStatements(tx, problem, save.statements);
  const editorial = await writeEditorial(tx, problemId, save);
  const judging = save.judging && (await writeJudging(tx, problem, save.judging, save));
  await tx.updateTable('problem').set({ updatedAt: new Date() }).where('id', '=', problemId).execute();
  const { versionNumber } = await storeVersion(tx, problemId, admin.id, save.comment);
  await recordChange(tx, admin, {
    action: 'problem.save',
    ...{ subjectId: problemId, subjectName: problem.title, version: versionNumber },
    before: { ...texts.before, ...editorial.before, ...judging?.before, versionNumber: versionNumber - 1 },
    after: { ...texts.after, ...editorial.after, ...judging?.after, comment: save.comment, versionNumber },
  });
  return versionNumber;
}
