import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { ConflictError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { findSettings, insertContest } from '#features/contest-admin/contest-settings.queries.ts';
import { changedSettings, defaultSettings } from '#features/contest-admin/contest-settings.ts';
import { storeSettings } from '#features/contest-admin/save-contest.ts';
import type { Importer, ImportPlan } from '#features/contest-import/import-contest.ts';
import { placeProblems } from '#features/contest-import/place-problems.ts';
import type { ContestPlan } from '#features/contest-import/plan-contest.ts';
import type { PlannedProblem } from '#features/contest-import/plan-problems.ts';
import { lockContestLog } from '#features/contests/contest-log.ts';
import { contestNotFound } from '#features/contests/supervision.ts';
import { cancelImportIn } from '#features/packages/cancel-import.ts';
import { enqueueImportIn } from '#features/packages/enqueue-import.ts';

interface Archive {
  sha256: string;
  fileName: string;
  sizeBytes: number;
}

/**
 * Makes the contest or changes it, and queues the problems whose files are new; returns its id.
 *
 * @throws {ConflictError} RESULTS_FINAL, CHANGED_MEANWHILE
 */
export async function storeContestPlan(
  tx: Tx,
  importer: Importer,
  { contest, problems, teams }: Omit<ImportPlan, 'contest'> & { contest: ContestPlan },
  archive: Archive,
): Promise<number> {
  await cancelOutdated(tx, importer, problems); // not under the lock of a contest: it waits for a result that is being stored
  const contestId =
    contest.contestId === null
      ? await makeContest(
          tx,
          importer,
          contest,
          teams.groups.map(({ id }) => id),
        )
      : await changeContest(tx, importer, contest.contestId, contest);
  const { foreignId, formalName } = contest.record;
  await tx
    .insertInto('contestPackage')
    .values({ contestId, foreignId, formalName })
    .onConflict((conflict) => conflict.column('contestId').doUpdateSet({ foreignId, formalName }))
    .execute();
  await dropOthers(tx, contestId, problems);
  for (const problem of problems) await storeProblem(tx, importer, contestId, problem, archive);
  await placeProblems(tx, contestId, importer);
  return contestId;
}

/**
 * Cancels imports of former files of the problems. A package without revisions that is built before its newer one would be taken for
 * the same, and one that is built after it would replace it.
 *
 * @throws {ConflictError} CHANGED_MEANWHILE when one of them has ended since the plan was made
 */
async function cancelOutdated(
  tx: Tx,
  importer: Importer,
  problems: readonly PlannedProblem[],
): Promise<void> {
  for (const { outdatedImportId } of problems) {
    if (outdatedImportId === null || (await cancelImportIn(tx, importer, outdatedImportId))) continue;
    throw new ConflictError('CHANGED_MEANWHILE', 'A problem of the package was built meanwhile: try again');
  }
}

/** A new contest is open to the groups of its package. */
async function makeContest(
  tx: Tx,
  importer: Importer,
  { change }: ContestPlan,
  groups: readonly string[],
): Promise<number> {
  const rows = await tx
    .selectFrom('userGroup')
    .select('id')
    .where('foreignId', 'in', groups.length > 0 ? groups : [''])
    .execute();
  const groupIds = rows.map(({ id }) => id);
  const settings = { ...changedSettings(defaultSettings(await databaseNowMs(tx)), change), groupIds };
  const contestId = await insertContest(tx, settings, importer?.id ?? null);
  await recordChange(tx, importer, {
    ...{ action: 'contest.create', subjectId: contestId, subjectName: settings.name, contestId, version: 1 },
    after: { ...settings },
  });
  await lockContestLog(tx, contestId);
  return contestId;
}

async function changeContest(
  tx: Tx,
  importer: Importer,
  contestId: number,
  { change }: ContestPlan,
): Promise<number> {
  await lockContestLog(tx, contestId);
  const stored = await findSettings(tx, contestId);
  if (!stored) throw contestNotFound(contestId);
  await storeSettings(tx, importer, contestId, stored, changedSettings(stored.settings, change));
  return contestId;
}

/** Forgets problems that the package has no more; the contest keeps them until somebody removes them. */
async function dropOthers(tx: Tx, contestId: number, problems: readonly PlannedProblem[]): Promise<void> {
  await tx
    .deleteFrom('contestPackageProblem')
    .where('contestId', '=', contestId)
    .where('foreignId', 'not in', ['', ...problems.map(({ foreignId }) => foreignId)])
    .execute();
}

async function storeProblem(
  tx: Tx,
  importer: Importer,
  contestId: number,
  { foreignId, position, label, name, color, fingerprint, part, isQueued, problemId, fate }: PlannedProblem,
  { sha256, fileName, sizeBytes }: Archive,
): Promise<void> {
  if (fate === null || fate === 'same') return;
  const shown = { position, label, name, color, isPlaced: false };
  const importId = isQueued
    ? await enqueueImportIn(tx, importer, {
        ...{ fileName, sha256, sizeBytes, part },
        ...(problemId === null ? { force: false } : { force: true, problemId }),
      })
    : null;
  const built = importId === null ? {} : { importId, fingerprint };
  await tx
    .insertInto('contestPackageProblem')
    .values({ contestId, foreignId, ...shown, fingerprint, importId, problemId })
    .onConflict((conflict) =>
      conflict.columns(['contestId', 'foreignId']).doUpdateSet({ ...shown, ...built, problemId }),
    )
    .execute();
}
