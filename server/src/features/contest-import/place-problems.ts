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
 * Gives a contest the problems of its package that are ready, in their order and colours, before those that others gave it.
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
    .select(['problemId', 'color'])
    .where('contestId', '=', contestId)
    .orderBy('position')
    .execute();
  const stored = await findSettings(tx, contestId);
  if (!stored || stored.isSuspended) return markPlaced(tx, contestId);
  const own = rows.flatMap(({ problemId, color }) =>
    problemId === null ? [] : [{ id: problemId, ...(color !== null && { color }) }],
  );
  const ownIds = new Set(own.map(({ id }) => id));
  const others = stored.settings.problems.filter(({ id }) => !ownIds.has(id)).map(({ id }) => ({ id }));
  await storeSettings(
    tx,
    actor,
    contestId,
    stored,
    changedSettings(stored.settings, { problems: [...own, ...others] }),
  );
  await markPlaced(tx, contestId);
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
