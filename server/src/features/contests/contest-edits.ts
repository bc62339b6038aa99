import type { ContestEdit } from '@balloon/contracts/contest-form.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import { ConflictError } from '#errors.ts';
import { PUBLIC_USER_COLUMNS, publicUser } from '#features/users/public-user.ts';

/**
 * Counts an edit of what the form of a contest shows, so that forms which were filled before are refused. Whatever
 * changes a contest calls it in its transaction.
 *
 * @param changed fields of the form
 * @returns number of the new revision
 */
export async function noteEdit(
  tx: Tx,
  { contestId, accountId, changed }: { contestId: number; accountId: number; changed: string[] },
): Promise<number> {
  const { revision } = await tx
    .updateTable('contest')
    .set((eb) => ({ revision: eb('revision', '+', 1), updatedAt: new Date() }))
    .where('id', '=', contestId)
    .returning('revision')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('contestEdit')
    .values({ contestId, revision, accountId, editedAtMs: await databaseNowMs(tx), changed })
    .execute();
  return revision;
}

/** The edits after a revision, newest first. */
export async function findEditsAfter(db: Db, contestId: number, revision: number): Promise<ContestEdit[]> {
  const rows = await db
    .selectFrom('contestEdit')
    .leftJoin('account', 'account.id', 'contestEdit.accountId')
    .select(['revision', 'editedAtMs', 'changed', ...PUBLIC_USER_COLUMNS])
    .where('contestId', '=', contestId)
    .where('revision', '>', revision)
    .orderBy('revision', 'desc')
    .execute();
  return rows.map(({ revision, editedAtMs, changed, id, username, firstName, lastName, accessMask }) => ({
    revision,
    editedAtMs,
    changed,
    editor:
      id === null || username === null || firstName === null || lastName === null || accessMask === null
        ? null
        : publicUser({ id, username, firstName, lastName, accessMask }),
  }));
}

/**
 * Refuses a form that was filled from an older revision, and says who changed what since.
 *
 * @param basedOn revision of the form; absent from older clients, whose forms are taken as they are
 * @throws {ConflictError} CONTEST_CHANGED, with the edits in `restParams`
 */
export async function refuseStaleForm(
  tx: Tx,
  contestId: number,
  { basedOn, revision }: { basedOn: number | undefined; revision: number },
): Promise<void> {
  if (basedOn === undefined || basedOn === revision) return;
  const edits = await findEditsAfter(tx, contestId, basedOn);
  const [newest] = edits;
  const who = newest?.editor?.fullName ?? 'Somebody';
  const what = [...new Set(edits.flatMap(({ changed }) => changed))].join(', ');
  throw new ConflictError(
    'CONTEST_CHANGED',
    `${who} has changed the contest meanwhile (${what}): look at the change and save again`,
    { restParams: { revision, edits } },
  );
}
