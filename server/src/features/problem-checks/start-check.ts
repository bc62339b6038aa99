import type { ProblemCheck, StartCheck } from '@balloon/contracts/judging/problem-checks.ts';
import type { CheckerSpec } from '@balloon/contracts/judging/testset.ts';
import { missingBlobs } from '@balloon/database/blobs.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { ConflictError, InvalidInputError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { callOffCheck } from '#features/problem-checks/cancel-check.ts';
import { programHash } from '#features/problem-checks/problem-checks.queries.ts';
import { readCheck } from '#features/problem-checks/read-check.ts';
import { problemNotFound } from '#features/problems/problem-access.ts';
import { findProblem, type StoredProblem } from '#features/problems/problems.queries.ts';
import { findLatestVersionNumber } from '#features/problems/versions.queries.ts';
import { enqueuePackageWork } from '#features/queue/enqueue-judging.ts';
import type { Services, User } from '#services.ts';

/**
 * Queues a check: of a checker program that is about to be saved, or else of the saved problem against the solutions of
 * its package. One that waits already is returned instead, unless the problem has changed since it began: that one is
 * called off.
 *
 * @throws {NotFoundError} PROBLEM_NOT_FOUND
 * @throws {InvalidInputError} CHECKER_NEEDS_NO_CHECK for a built-in comparison, CONTENTS_MISSING
 * @throws {ConflictError} PROBLEM_WITHOUT_TESTS, NO_REFERENCE_SOLUTIONS when no package of the problem is kept
 */
export async function startCheck(
  services: Services,
  admin: User,
  problemId: number,
  { checker }: StartCheck,
): Promise<ProblemCheck> {
  const checkId = await services.db.transaction().execute(async (tx) => {
    const problem = await findProblem(tx, problemId);
    if (!problem) throw problemNotFound(problemId);
    const subject = checker ? await ofChecker(tx, checker) : await ofSolutions(tx, problem);
    const versionNumber = await findLatestVersionNumber(tx, problemId);
    if (subject.kind === 'solutions') await callOffOutdated(tx, problemId, subject);
    const started = await tx
      .insertInto('problemCheck')
      .values({
        ...{ problemId, versionNumber, authorId: admin.id, createdAtMs: await databaseNowMs(tx) },
        ...subject,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!started) return findWaiting(tx, problemId, subject);
    await enqueuePackageWork(tx, { checkId: started.id, accountId: admin.id });
    await recordChange(tx, admin, {
      action: 'problem.check',
      ...{ subjectId: problemId, subjectName: problem.title, after: { kind: subject.kind, versionNumber } },
    });
    return started.id;
  });
  return readCheck(services.db, problemId, checkId);
}

/** Calls off the waiting check of tests or of a package that the problem has no more. */
async function callOffOutdated(
  tx: Tx,
  problemId: number,
  { testsetId, importId }: Awaited<ReturnType<typeof ofSolutions>>,
): Promise<void> {
  const outdated = await tx
    .selectFrom('problemCheck')
    .select('id')
    .where('problemId', '=', problemId)
    .where('kind', '=', 'solutions')
    .where('state', '=', 'waiting')
    .where((eb) =>
      eb.or([eb('testsetId', 'is distinct from', testsetId), eb('importId', 'is distinct from', importId)]),
    )
    .executeTakeFirst();
  if (outdated) await callOffCheck(tx, outdated.id);
}

type Subject = Awaited<ReturnType<typeof ofChecker>> | Awaited<ReturnType<typeof ofSolutions>>;

async function ofChecker(tx: Tx, checker: CheckerSpec) {
  if (checker.kind !== 'program') {
    throw new InvalidInputError('CHECKER_NEEDS_NO_CHECK', 'A built-in comparison is not compiled');
  }
  const [missing] = await missingBlobs(
    tx,
    checker.program.files.map(({ sha256 }) => sha256),
  );
  if (missing) {
    throw new InvalidInputError('CONTENTS_MISSING', `The content ${missing} was not sent: upload it again`);
  }
  const checkerSha256 = programHash(checker);
  return { kind: 'checker', checker: JSON.stringify(checker), checkerSha256 } as const;
}

async function ofSolutions(tx: Tx, { id: problemId, testsetId }: StoredProblem) {
  if (testsetId === null) {
    throw new ConflictError('PROBLEM_WITHOUT_TESTS', 'The problem has no tests here yet');
  }
  const kept = await tx
    .selectFrom('packageImport')
    .select('id')
    .where('problemId', '=', problemId)
    .where('state', '=', 'done')
    .where('blobSha256', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!kept) {
    const message = 'No package of this problem is kept here, and its solutions are in the package';
    throw new ConflictError('NO_REFERENCE_SOLUTIONS', message);
  }
  return { kind: 'solutions', testsetId, importId: kept.id, checkerSha256: null } as const;
}

async function findWaiting(tx: Tx, problemId: number, { kind, checkerSha256 }: Subject): Promise<number> {
  const { id } = await tx
    .selectFrom('problemCheck')
    .select('id')
    .where('problemId', '=', problemId)
    .where('kind', '=', kind)
    .where('checkerSha256', checkerSha256 === null ? 'is' : '=', checkerSha256)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}
