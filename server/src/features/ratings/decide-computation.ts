import { ADVISORY_LOCKS } from '@balloon/database/advisory-locks.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { ConflictError, NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import {
  dropUnneededResults,
  findLastStored,
  findVersionGroups,
  hasLostFormer,
  lockVersion,
  useResults,
} from '#features/ratings/versions.queries.ts';
import type { Services, User } from '#services.ts';

/** Makes the results of a previewed computation count. @throws {ConflictError} as `lockForDecision` and `storeVersion` do */
export function storeComputation({ db }: Services, admin: User, number: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { groupId } = await lockForDecision(tx, number, ['preview']);
    await storeVersion(tx, admin, { number, groupId });
  });
}

/**
 * Makes the results of a computation count for its groups.
 *
 * @throws {ConflictError} RATINGS_CHANGED_MEANWHILE when other results count for a group than when it was computed
 */
export async function storeVersion(
  tx: Tx,
  admin: Pick<User, 'id' | 'ip'>,
  { number, groupId }: { number: number; groupId: number | null },
): Promise<void> {
  await lockDecisions(tx);
  const groups = await findVersionGroups(tx, number);
  if (groups.some(({ formerNumber, presentNumber }) => formerNumber !== presentNumber)) {
    throw new ConflictError(
      'RATINGS_CHANGED_MEANWHILE',
      'Ratings were stored or undone meanwhile: compute again',
    );
  }
  const groupIds = groups.map((group) => group.groupId);
  await useResults(tx, groupIds, number);
  await tx
    .updateTable('ratingVersion')
    .set({ state: 'stored', storedAtMs: await databaseNowMs(tx), storedById: admin.id })
    .where('number', '=', number)
    .execute();
  await dropUnneededResults(tx);
  await recordDecision(tx, admin, { action: 'ratings.compute', number, groupId });
}

/** Ends a computation that runs or waits for a decision; the ratings stay. @throws {ConflictError} COMPUTATION_DECIDED */
export function discardComputation({ db }: Services, number: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockForDecision(tx, number, ['preview', 'running']);
    await tx.updateTable('ratingVersion').set({ state: 'discarded' }).where('number', '=', number).execute();
    await dropUnneededResults(tx);
  });
}

/**
 * Undoes the last stored computation: for its groups the results count again that counted before.
 *
 * @throws {ConflictError} NOT_LAST_COMPUTATION, FORMER_RATINGS_GONE when those are deleted, as they are after ten others
 */
export function undoComputation({ db }: Services, admin: User, number: number): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { groupId } = await lockForDecision(tx, number, ['stored']);
    if ((await findLastStored(tx)) !== number) {
      throw new ConflictError('NOT_LAST_COMPUTATION', 'Only the last computation can be undone');
    }
    if (await hasLostFormer(tx, number)) {
      throw new ConflictError(
        'FORMER_RATINGS_GONE',
        'The ratings from before this computation are not kept any more: compute again',
      );
    }
    for (const [formerNumber, groupIds] of byFormer(await findVersionGroups(tx, number)))
      await useResults(tx, groupIds, formerNumber);
    await tx
      .updateTable('ratingVersion')
      .set({ state: 'undone', undoneAtMs: await databaseNowMs(tx), undoneById: admin.id })
      .where('number', '=', number)
      .execute();
    await dropUnneededResults(tx);
    await recordDecision(tx, admin, { action: 'ratings.undo', number, groupId });
  });
}

/** Lets decisions wait for each other, since each depends on which computation is the last. */
export async function lockDecisions(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.ratingDecision})`.execute(tx);
}

/** @throws {NotFoundError} COMPUTATION_NOT_FOUND @throws {ConflictError} COMPUTATION_DECIDED */
async function lockForDecision(tx: Tx, number: number, states: readonly string[]) {
  await lockDecisions(tx);
  const version = await lockVersion(tx, number);
  if (!version) throw new NotFoundError('COMPUTATION_NOT_FOUND', `There is no computation ${number}`);
  if (states.includes(version.state)) return version;
  throw new ConflictError('COMPUTATION_DECIDED', `The computation is ${version.state}`, {
    restParams: { state: version.state },
  });
}

function byFormer(groups: readonly { groupId: number; formerNumber: number | null }[]) {
  const byNumber = new Map<number | null, number[]>();
  for (const { groupId, formerNumber } of groups)
    byNumber.set(formerNumber, [...(byNumber.get(formerNumber) ?? []), groupId]);
  return byNumber;
}

async function recordDecision(
  tx: Tx,
  admin: Pick<User, 'id' | 'ip'>,
  {
    action,
    number,
    groupId,
  }: { action: 'ratings.compute' | 'ratings.undo'; number: number; groupId: number | null },
): Promise<void> {
  const { totalPairs: ratedContests } = await tx
    .selectFrom('ratingVersion')
    .select('totalPairs')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  const scope = groupId === null ? {} : { groupId };
  await recordChange(tx, admin, { action, subjectId: number, ...scope, after: { number, ratedContests } });
}
