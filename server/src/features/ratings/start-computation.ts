import type { RatingComputation } from '@balloon/contracts/ratings/rating-computations.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { NotFoundError } from '#errors.ts';
import { takeRatingTurn } from '#features/ratings/compute.queries.ts';
import { ratingsBeingComputed } from '#features/ratings/compute-ratings.ts';
import { computeVersion } from '#features/ratings/compute-version.ts';
import { findGroup } from '#features/ratings/ratings.queries.ts';
import { readComputation } from '#features/ratings/read-computations.ts';
import {
  endFormerPreviews,
  insertVersion,
  markFailed,
  noteProgress,
} from '#features/ratings/versions.queries.ts';
import type { Services, User } from '#services.ts';

/** Interval of progress reports in ms; the page asks about as often. */
const REPORT_EVERY_MS = 300;

/**
 * Starts a computation, which goes on in this process after the answer and ends as a preview. It takes the place of a
 * preview that waits for a decision. Its turn is a lock of its transaction: when the process dies, the next can start.
 *
 * @param groupId null: all groups
 * @throws {NotFoundError} GROUP_NOT_FOUND
 * @throws {ConflictError} RATINGS_BEING_COMPUTED while another computation runs
 */
export async function startComputation(
  services: Services,
  admin: User,
  groupId: number | null,
): Promise<RatingComputation> {
  if (groupId !== null && !(await findGroup(services.db, groupId))) {
    throw new NotFoundError('GROUP_NOT_FOUND', `There is no group ${groupId}`);
  }
  const started = Promise.withResolvers<number>();
  void compute(services, { admin, groupId, onStart: started.resolve }).catch(started.reject);
  return readComputation(services, await started.promise);
}

interface Start {
  admin: User;
  groupId: number | null;
  onStart: (number: number) => void;
}

async function compute(services: Services, { admin, groupId, onStart }: Start): Promise<void> {
  const { db, log } = services;
  let number: number | undefined;
  try {
    await db.transaction().execute(async (tx) => {
      if (!(await takeRatingTurn(tx))) throw ratingsBeingComputed();
      const computedAtMs = await databaseNowMs(tx);
      // Outside of the transaction, so that others see it at once.
      await endFormerPreviews(db);
      number = await insertVersion(db, { computedAtMs, computedById: admin.id, groupId });
      onStart(number);
      await computeToPreview(services, tx, { number, computedAtMs, groupId });
    });
  } catch (error) {
    if (number === undefined) throw error;
    if (!(error instanceof CancelledError)) log.error({ err: error }, 'ratings could not be computed');
    await markFailed(db, number);
  }
}

/** Somebody has discarded the computation while it ran. */
class CancelledError extends Error {}

async function computeToPreview(
  { db }: Services,
  tx: Tx,
  version: { number: number; computedAtMs: number; groupId: number | null },
): Promise<void> {
  let reportedAtMs = 0;
  const onProgress = async (donePairs: number, totalPairs: number) => {
    const nowMs = performance.now();
    if (donePairs < totalPairs && nowMs - reportedAtMs < REPORT_EVERY_MS) return;
    reportedAtMs = nowMs;
    if (!(await noteProgress(db, version.number, { donePairs, totalPairs }))) throw new CancelledError();
  };
  await computeVersion(tx, { ...version, onProgress });
  const { numUpdatedRows } = await tx
    .updateTable('ratingVersion')
    .set({ state: 'preview' })
    .where('number', '=', version.number)
    .where('state', '=', 'running')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new CancelledError();
}
