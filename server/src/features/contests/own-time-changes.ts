import type { WindowChange } from '@balloon/contracts/people/own-time-changes.ts';
import type { Db, Tx } from '@balloon/database/connect.ts';
import type { OwnTimeChangeTable } from '@balloon/database/contest-tables.ts';
import type { Insertable } from 'kysely';
import { PUBLIC_USER_COLUMNS, publicUser } from '#features/users/public-user.ts';

/** Most changes of one participant that are told. */
const MAX_TOLD = 200;

/** Keeps changes of the own times of participants of a contest. */
export async function keepOwnTimeChanges(
  tx: Tx,
  contestId: number,
  changes: readonly Omit<Insertable<OwnTimeChangeTable>, 'contestId'>[],
): Promise<void> {
  await tx
    .insertInto('ownTimeChange')
    .values(changes.map((change) => ({ contestId, ...change })))
    .execute();
}

/** The newest changes of one participant's time, newest first. */
export async function findOwnTimeChanges(
  db: Db,
  contestId: number,
  accountId: number,
): Promise<WindowChange[]> {
  const rows = await db
    .selectFrom('ownTimeChange as change')
    .leftJoin('account', 'account.id', 'change.actorId')
    .select(PUBLIC_USER_COLUMNS)
    .select(['change.atMs', 'change.isOwn', 'change.oldStartedAtMs', 'change.startedAtMs'])
    .select(['change.oldExtraTimeMs', 'change.extraTimeMs', 'change.reason'])
    .where('change.contestId', '=', contestId)
    .where('change.accountId', '=', accountId)
    .orderBy('change.id', 'desc')
    .limit(MAX_TOLD)
    .execute();
  return rows.map(({ id, username, firstName, lastName, accessMask, ...change }) => ({
    ...change,
    actor:
      id === null || username === null || accessMask === null
        ? null
        : publicUser({ id, username, accessMask, firstName: firstName ?? '', lastName: lastName ?? '' }),
  }));
}
