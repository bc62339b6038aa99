import { CheckerSpec, JudgingRules } from '@balloon/contracts/judging/testset.ts';
import type { SaveEditedProblem } from '@balloon/contracts/problems/problem-editor.ts';
import { missingBlobs } from '@balloon/database/blobs.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import type { z } from 'zod';
import { ConflictError, InvalidInputError } from '#errors.ts';
import { programHash } from '#features/problem-checks/problem-checks.queries.ts';
import { requireCompiled } from '#features/problem-checks/require-compiled.ts';
import { findTestset, listSizedTests } from '#features/problem-editor/problem-editor.queries.ts';
import type { StoredProblem } from '#features/problems/problems.queries.ts';
import { testPicture } from '#features/problems/test-picture.ts';
import { storeTestset } from '#features/problems/testsets/store-testset.ts';

type Judging = NonNullable<z.output<typeof SaveEditedProblem>['judging']>;

/**
 * Stores tests, checker and limits as the problem's testset. Rules that the editor does not show (interactor, graders,
 * groups) stay.
 *
 * @returns both states in short, for the audit log
 * @param force stores a checker that no judge has compiled
 * @throws {ConflictError} JUDGED_ELSEWHERE; CHECKER_NOT_CHECKED, CHECKER_DOES_NOT_COMPILE for another checker program
 * @throws {InvalidInputError} CONTENTS_MISSING, UNKNOWN_LANGUAGE
 */
export async function writeJudging(
  tx: Tx,
  problem: StoredProblem,
  judging: Judging,
  { force }: { force: boolean },
) {
  if (problem.systemType !== 'balloon') {
    throw new ConflictError(
      'JUDGED_ELSEWHERE',
      'Another system judges this problem; there are no tests here',
    );
  }
  requireLanguages(judging);
  await requireContents(tx, judging);
  const before = problem.testsetId === null ? null : await findTestset(tx, problem.testsetId);
  if (!force && !isSameProgram(before?.checker, judging.checker)) {
    await requireCompiled(tx, problem.id, judging.checker);
  }
  const testsBefore = problem.testsetId === null ? [] : await listSizedTests(tx, problem.testsetId);
  const explanations = new Map(
    testsBefore.map(({ inputSha256, description, ...test }) => [
      inputSha256,
      { description, picture: testPicture(test) },
    ]),
  );
  const { tests, languageLimits = {}, ...edited } = judging;
  await storeTestset(tx, problem.id, {
    ...(before ? keptRules(before) : {}),
    ...edited,
    // Absent when empty: the hash of such rules is that of rules from before there were any.
    ...(Object.keys(languageLimits).length > 0 ? { languageLimits } : {}),
    tests: tests.map(({ inputSha256, answerSha256, ...rules }) => ({
      ...rules,
      // The editor does not change it; it stays with what it is said of.
      ...explanations.get(inputSha256),
      input: { sha256: inputSha256 },
      answer: { sha256: answerSha256 },
    })),
  });
  return { before: summary(before, testsBefore.length), after: summary(judging, tests.length) };
}

/** Whether the program that judges stays: other arguments need no compilation. */
function isSameProgram(former: object | undefined, edited: CheckerSpec): boolean {
  const known = CheckerSpec.safeParse(former);
  if (edited.kind !== 'program' || !known.success || known.data.kind !== 'program') return false;
  return programHash(known.data) === programHash(edited);
}

type StoredRules = Awaited<ReturnType<typeof findTestset>>;

function keptRules({ rules, ...limitsAndChecker }: StoredRules) {
  const parsed = JudgingRules.safeParse({ ...rules, ...limitsAndChecker });
  if (!parsed.success) return {};
  const { languageLimits: _, ...kept } = parsed.data;
  return kept;
}

function summary(
  rules: { timeLimitMs: number; memoryLimitKb: number; checker: unknown } | null,
  testsNumber: number,
) {
  if (!rules) return { testsNumber };
  const { timeLimitMs, memoryLimitKb, checker } = rules;
  return { testsNumber, timeLimitMs, memoryLimitKb, checker: JSON.stringify(checker) };
}

/** Limits and programs may only name languages that there are. */
function requireLanguages({ languageLimits = {}, checker }: Judging): void {
  const ofChecker = checker.kind === 'program' ? [checker.program.language] : [];
  const named = [...Object.keys(languageLimits), ...ofChecker.filter((key) => key !== 'script')];
  const unknown = named.find((key) => !Object.hasOwn(LANGUAGES, key));
  if (unknown === undefined) return;
  throw new InvalidInputError('UNKNOWN_LANGUAGE', `There is no language ${unknown}: choose one of the list`);
}

/** Contents are uploaded before the save; those that nothing named for a day are gone. */
async function requireContents(tx: Tx, { tests, checker }: Judging): Promise<void> {
  const inTests = tests.flatMap(({ inputSha256, answerSha256 }) => [inputSha256, answerSha256]);
  const [missing] = await missingBlobs(tx, [...inTests, ...hashesOf(checker)]);
  if (missing) {
    throw new InvalidInputError('CONTENTS_MISSING', `The content ${missing} was not sent: upload it again`);
  }
}

const hashesOf = (checker: CheckerSpec) =>
  checker.kind === 'program' ? checker.program.files.map(({ sha256 }) => sha256) : [];
