import type { ImportFate } from '@balloon/contracts/people/team-import.ts';
import type { Db } from '@balloon/database/connect.ts';
import { problemIndex } from '@balloon/domain/contests/problem-index.ts';
import { sql } from 'kysely';
import type { FaultLog } from '#features/contest-import/fault-log.ts';
import { BUILT_PROBLEM } from '#features/contest-import/place-problems.ts';
import type { ProblemInPackage } from '#features/contest-import/read-contest-package.ts';

export interface PlannedProblem extends ProblemInPackage {
  position: number;
  fate: ImportFate | null;
  /** The problem that the package made before; null after its deletion, too. */
  problemId: number | null;
  /** Whether its files are to be built. */
  isQueued: boolean;
  /** Import of its former files that is under way; it would bring these after the new ones. */
  outdatedImportId: number | null;
}

/** Import states after which the same files are tried again. */
const ENDED_BADLY: ReadonlySet<string> = new Set(['failed', 'refused', 'cancelled']);

/** Decides what becomes of the problems: built anew when their files differ from those of the import before. */
export async function planProblems(
  db: Db,
  contestId: number | null,
  problems: readonly ProblemInPackage[],
  faults: FaultLog,
): Promise<PlannedProblem[]> {
  const stored = await findStored(db, contestId);
  const byId = new Map(stored.map((row) => [row.foreignId, row]));
  const wanted = new Set(problems.map(({ foreignId }) => foreignId));
  for (const { foreignId } of stored)
    if (!wanted.has(foreignId)) faults.warn('problems', foreignId, 'PROBLEM_LEFT_OUT');
  return problems.map((problem, position): PlannedProblem => {
    const row = byId.get(problem.foreignId);
    if (problem.label !== '' && problem.label !== problemIndex(position))
      faults.warn('problems', problem.foreignId, 'LABEL_DIFFERS');
    const endedWell = row?.wasHere || !ENDED_BADLY.has(row?.state ?? '');
    const hasSameFiles = row?.fingerprint === problem.fingerprint && endedWell;
    const problemId = row?.builtProblemId ?? row?.problemId ?? null;
    const isGone = problemId === null && (row?.state === 'done' || row?.wasHere === true);
    const isQueued = problem.part !== null && (!hasSameFiles || isGone);
    const isSame = row !== undefined && row.position === position && row.color === problem.color && !isQueued;
    const fate = row ? (isSame ? 'same' : 'update') : problem.part === null ? null : 'create';
    const outdatedImportId = isQueued && row?.state === 'waiting' ? row.importId : null;
    return { ...problem, position, fate, isQueued, problemId, outdatedImportId };
  });
}

function findStored(db: Db, contestId: number | null) {
  return db
    .selectFrom('contestPackageProblem')
    .leftJoin('packageImport', 'packageImport.id', 'contestPackageProblem.importId')
    .leftJoin('problem', (join) =>
      join.onRef('problem.id', '=', 'contestPackageProblem.problemId').on('problem.deletedAtMs', 'is', null),
    )
    .select([
      'contestPackageProblem.foreignId',
      'contestPackageProblem.position',
      'contestPackageProblem.color',
      'contestPackageProblem.fingerprint',
      'problem.id as problemId',
      'contestPackageProblem.importId',
      'packageImport.state',
      // Built, and perhaps not in the contest yet.
      BUILT_PROBLEM.as('builtProblemId'),
      sql<boolean>`coalesce(reason ->> 'code' = 'alreadyImported', false)`.as('wasHere'),
    ])
    .where('contestId', '=', contestId ?? 0)
    .execute();
}
