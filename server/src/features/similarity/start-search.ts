import { randomUUID } from 'node:crypto';
import { ConflictError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { getSupervisedContest } from '#features/contests/supervision.ts';
import { searchSimilar } from '#features/similarity/search-similar.ts';
import { beginSearch, findSearch } from '#features/similarity/similarity.queries.ts';
import type { Services, User } from '#services.ts';

/** A search that says nothing for so long has ended with its process, ms. */
export const SILENT_AFTER_MS = 60_000;

/**
 * Begins to compare the solutions of a contest, in the background.
 *
 * @param isStopping whether the process ends
 * @throws {NotFoundError} CONTEST_NOT_FOUND
 * @throws {ConflictError} SIMILARITY_RUNNING
 */
export async function startSearch(
  services: Services,
  user: User,
  contestId: number,
  isStopping: () => boolean,
): Promise<void> {
  const { db, log } = services;
  const token = randomUUID();
  await db.transaction().execute(async (tx) => {
    const { name } = await getSupervisedContest(tx, user, contestId);
    await tx.selectFrom('contest').select('id').where('id', '=', contestId).forKeyShare().execute();
    const running = await findSearch(tx, contestId);
    if (running && isRunning(running)) {
      throw new ConflictError('SIMILARITY_RUNNING', 'Solutions of this contest are being compared already');
    }
    await beginSearch(tx, contestId, user.id, token);
    await recordChange(tx, user, {
      action: 'contest.compareSolutions',
      ...{ subjectId: contestId, subjectName: name, contestId },
    });
  });
  searchSimilar(db, { contestId, token }, isStopping).catch((error: unknown) =>
    log.warn({ err: error, contestId }, 'comparing solutions failed; a supervisor may start it again'),
  );
}

/** Whether a search has yet to end. */
export const isRunning = (search: { endedAtMs: number | null; beatAtMs: number; nowMs: number }) =>
  search.endedAtMs === null && search.nowMs - search.beatAtMs < SILENT_AFTER_MS;
