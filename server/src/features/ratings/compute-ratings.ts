import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { ConflictError } from '#errors.ts';
import { takeRatingTurn } from '#features/ratings/compute.queries.ts';
import { computeVersion } from '#features/ratings/compute-version.ts';
import { lockDecisions, storeVersion } from '#features/ratings/decide-computation.ts';
import { endFormerPreviews, insertVersion, noteProgress } from '#features/ratings/versions.queries.ts';
import type { Services, User } from '#services.ts';

/**
 * Computes the ratings of all groups and stores them at once, as older clients ask. Readers see the former ratings until
 * the new ones are complete.
 *
 * @returns number of computed pairs of group and contest
 * @throws {ConflictError} RATINGS_BEING_COMPUTED while another computation runs
 */
export function computeRatings({ db }: Services, admin: User): Promise<number> {
  return db.transaction().execute((tx) => computeAndStore(tx, admin));
}

/** Computes and stores the ratings in a transaction of the caller. */
export async function computeAndStore(tx: Tx, admin: Pick<User, 'id' | 'ip'>): Promise<number> {
  if (!(await takeRatingTurn(tx))) throw ratingsBeingComputed();
  await lockDecisions(tx); // before the previews are locked, as whoever decides about one does
  const computedAtMs = await databaseNowMs(tx);
  await endFormerPreviews(tx);
  const version = { computedAtMs, groupId: null };
  const number = await insertVersion(tx, { ...version, computedById: admin.id });
  const onProgress = async (donePairs: number, totalPairs: number) =>
    void (await noteProgress(tx, number, { donePairs, totalPairs }));
  const { pairs } = await computeVersion(tx, { ...version, number, onProgress });
  await storeVersion(tx, admin, { number, groupId: null });
  return pairs;
}

export const ratingsBeingComputed = () =>
  new ConflictError('RATINGS_BEING_COMPUTED', 'Ratings are being computed already: wait a little');
