import type { Db, Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { startChores } from '#chores.ts';
import { ConflictError } from '#errors.ts';
import { findSettings } from '#features/contest-admin/contest-settings.queries.ts';
import { changedSettings } from '#features/contest-admin/contest-settings.ts';
import { storeSettings } from '#features/contest-admin/save-contest.ts';
import { lockContestLog } from '#features/contests/contest-log.ts';
import type { Services, User } from '#services.ts';

const ROUND_MS = 2_000;

/** Puts problems that judges have built into the contests whose packages brought them. Returns the function that stops it. */
export function startPlacing(services: Services): () => void {
  const { db } = services;
  async function round(): Promise<void> {
    for (const contestId of await contestsToPlace(db)) await placeReady(services, contestId);
  }
  return startChores(
    services,
    ROUND_MS,
    round,
    'imported problems were not put into contests; the next round tries',
  );
}

/**
 * A problem of an import, `package_import`, which made it or found it on the site already. The refusal of a package that was imported before names the
 * problem.
 */
export const BUILT_PROBLEM = sql<number | null>`(
  select problem.id from problem where problem.deleted_at_ms is null and problem.id = case
    when package_import.state = 'done' then package_import.problem_id
    when package_import.state = 'refused' and package_import.reason ->> 'code' = 'alreadyImported'
      then (package_import.reason -> 'facts' ->> 'problemId')::integer
  end
)`;

async function contestsToPlace(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('contestPackageProblem')
    .innerJoin('packageImport', 'packageImport.id', 'contestPackageProblem.importId')
    .select('contestId')
    .distinct()
    .where('isPlaced', '=', false)
    .where(BUILT_PROBLEM, 'is not', null)
    .execute();
  return rows.map(({ contestId }) => contestId);
}

/** Puts what is ready into one contest. */
export async function placeReady(
  { db, log }: Pick<Services, 'db' | 'log'>,
  contestId: number,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockContestLog(tx, contestId);
    // Another web process may have placed them meanwhile, and organisers changed the set since.
    if (!(await contestsToPlace(tx)).includes(contestId)) return;
    try {
      await placeProblems(tx, contestId, null);
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error; // thrown before anything of the contest is written
      log.warn(
        { contestId, err: error },
        'imported problems stay outside of a contest whose results are final',
      );
      await markPlaced(tx, contestId);
    }
  });
}

/**
 * Gives a contest the problems of its package that became ready, in their order and colours, before those that others gave it.
 * The caller holds the lock of the contest.
 *
 * @throws {ConflictError} RESULTS_FINAL
 */
export async function placeProblems(
  tx: Tx,
  contestId: number,
  actor: Pick<User, 'id' | 'ip'> | null,
): Promise<void> {
  await takeBuilt(tx, contestId);
  const rows = await tx
    .selectFrom('contestPackageProblem')
    .innerJoin('problem', 'problem.id', 'contestPackageProblem.problemId')
    .select(['problem.id', 'position', 'color', 'isPlaced'])
    .where('contestId', '=', contestId)
    .where('problem.deletedAtMs', 'is', null)
    .orderBy('position')
    .execute();
  const stored = await findSettings(tx, contestId);
  if (!stored || stored.isSuspended) return markPlaced(tx, contestId);
  const problems = withNew(stored.settings.problems, rows);
  await storeSettings(tx, actor, contestId, stored, changedSettings(stored.settings, { problems }));
  await markPlaced(tx, contestId);
}

interface PackageRow {
  id: number;
  position: number;
  color: string | null;
  isPlaced: boolean;
}

/**
 * The problems of a contest with the new ones of its package, each before the first that comes after it in the package. The others
 * stay as organisers left them: where they are, in their colours, or out of the contest.
 */
function withNew(present: readonly { id: number }[], rows: readonly PackageRow[]) {
  const positions = new Map(rows.map(({ id, position }) => [id, position]));
  const fresh = rows.filter(({ isPlaced }) => !isPlaced);
  const freshIds = new Set(fresh.map(({ id }) => id));
  const problems: { id: number; color?: string }[] = present
    .filter(({ id }) => !freshIds.has(id))
    .map(({ id }) => ({ id }));
  for (const { id, position, color } of fresh) {
    const next = problems.findIndex((other) => (positions.get(other.id) ?? -1) > position);
    const afterLast = problems.findLastIndex((other) => positions.has(other.id)) + 1;
    problems.splice(next === -1 ? afterLast : next, 0, { id, ...(color !== null && { color }) });
  }
  return problems;
}

/** Notes the problems that imports have made. */
async function takeBuilt(tx: Tx, contestId: number): Promise<void> {
  await sql`
    update contest_package_problem set problem_id = built.problem_id
    from (
      select foreign_id, ${BUILT_PROBLEM} as problem_id from contest_package_problem
      join package_import on package_import.id = import_id where contest_id = ${contestId}
    ) as built
    where contest_id = ${contestId} and built.foreign_id = contest_package_problem.foreign_id
      and built.problem_id is not null
  `.execute(tx);
}

async function markPlaced(tx: Tx, contestId: number): Promise<void> {
  await tx
    .updateTable('contestPackageProblem')
    .set({ isPlaced: true })
    .where('contestId', '=', contestId)
    .where('problemId', 'is not', null)
    .execute();
}
