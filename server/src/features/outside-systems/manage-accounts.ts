import type { EditOutsideAccount, NewOutsideAccount } from '@balloon/contracts/outside/outside-systems.ts';
import { NOW_MS } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import { OUTSIDE_SERVERS, type OutsideServerType } from '@balloon/domain/outside/outside-systems.ts';
import { ConflictError, NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { poolOf } from '#features/outside-systems/account-pool.ts';
import { openAccount, sealCredentials } from '#features/outside-systems/accounts.ts';
import { announceServer } from '#features/outside-systems/announce-outside.ts';
import { checkFields } from '#features/outside-systems/check-fields.ts';
import { KEPT_SESSION } from '#features/outside-systems/troubles.ts';
import { OUTSIDE } from '#features/queue/enqueue-judging.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

/**
 * Adds an account to a server, or to the server whose accounts it uses. Returns its id.
 *
 * @throws {NotFoundError} OUTSIDE_SERVER_NOT_FOUND
 * @throws {InvalidInputError} OUTSIDE_FIELDS
 * @throws {ConflictError} OUTSIDE_ACCOUNT_EXISTS
 */
export async function addAccount(
  { db, options }: Services,
  admin: User,
  serverId: number,
  { name, credentials }: NewOutsideAccount,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const server = await tx
      .selectFrom('outsideServer')
      .select(['systemType', poolOf(serverId).as('poolId')])
      .where('id', '=', serverId)
      .executeTakeFirst();
    if (!server) throw new NotFoundError('OUTSIDE_SERVER_NOT_FOUND', `There is no server ${serverId}`);
    const kept = withoutEmpty(credentials);
    checkFields('credentials', fieldsOf(server.systemType), kept);
    const stored = await tx
      .insertInto('outsideAccount')
      .values({ serverId: server.poolId, name, credentials: sealCredentials(options.settingsKey, kept) })
      .onConflict((conflict) => conflict.columns(['serverId', 'name']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!stored) throw accountExists(name);
    await recordChange(tx, admin, {
      action: 'outsideAccount.add',
      ...{ subjectId: stored.id, subjectName: name, after: { name, credentials: Object.keys(kept) } },
    });
    await announceServer(tx, serverId);
    await announce(tx, 'judging.waiting', { languageKey: OUTSIDE });
    return stored.id;
  });
}

const fieldsOf = (systemType: string) => OUTSIDE_SERVERS[systemType as OutsideServerType].credentials;

const withoutEmpty = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));

const accountExists = (name: string) =>
  new ConflictError('OUTSIDE_ACCOUNT_EXISTS', `This server has an account ${name} already`);

/**
 * Changes an account. New credentials end its session.
 *
 * @throws as `addAccount`, {NotFoundError} OUTSIDE_ACCOUNT_NOT_FOUND, and {ConflictError} OUTSIDE_ACCOUNT_SENT when it becomes
 *   somebody else in the system while it has runs without a verdict
 */
export async function editAccount(
  { db, options: { settingsKey } }: Services,
  admin: User,
  accountId: number,
  { name, credentials, isEnabled }: EditOutsideAccount,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, accountId);
    const newName = name ?? account.name;
    await refuseSameName(tx, account, newName);
    const opened = openAccount(settingsKey, account)?.credentials ?? {};
    const kept = withoutEmpty({ ...opened, ...credentials });
    if (credentials) checkFields('credentials', fieldsOf(account.systemType), kept);
    if (personOf(opened) !== personOf(kept) && (await hasRunning(tx, accountId)))
      throw new ConflictError(
        'OUTSIDE_ACCOUNT_SENT',
        'Solutions that this account has sent are looked for under its name: add the other one as a new account',
      );
    await tx
      .updateTable('outsideAccount')
      .set({
        name: newName,
        ...(credentials
          ? { credentials: sealCredentials(settingsKey, kept), session: KEPT_SESSION, authorId: null }
          : {}),
        ...(isEnabled === true ? { disabledAtMs: null, disabledBy: null, reason: null, freeAtMs: 0 } : {}),
        ...(isEnabled === false ? { disabledAtMs: NOW_MS, disabledBy: 'admin' as const, reason: null } : {}),
      })
      .where('id', '=', accountId)
      .execute();
    await recordChange(tx, admin, {
      action: 'outsideAccount.edit',
      ...{ subjectId: accountId, subjectName: newName },
      before: { name: account.name, isEnabled: account.disabledAtMs === null },
      after: {
        ...{ name: newName, isEnabled: isEnabled ?? account.disabledAtMs === null },
        // Names only: what a secret was and is concerns nobody.
        ...(credentials ? { credentials: Object.keys(credentials) } : {}),
      },
    });
    await announceServer(tx, account.serverId);
    await announce(tx, 'judging.waiting', { languageKey: OUTSIDE });
  });
}

/** Who the system takes an account for, in the fields that say so: runs are listed by person. A JUDGE_ID begins with the author. */
function personOf({ login = '', handle = '', judgeId = '' }: Readonly<Record<string, string>>): string {
  return JSON.stringify([login, handle, Number.parseInt(judgeId, 10) || 0]);
}

/** Whether a solution that the account has sent waits for its verdict. */
async function hasRunning(tx: Tx, accountId: number): Promise<boolean> {
  const running = await tx
    .selectFrom('outsideRun')
    .innerJoin('judging', 'judging.solutionId', 'outsideRun.solutionId')
    .select('outsideRun.solutionId')
    .where('outsideRun.accountId', '=', accountId)
    .limit(1)
    .executeTakeFirst();
  return running !== undefined;
}

async function lockAccount(tx: Tx, accountId: number) {
  const account = await tx
    .selectFrom('outsideAccount')
    .innerJoin('outsideServer', 'outsideServer.id', 'outsideAccount.serverId')
    .selectAll('outsideAccount')
    .select('outsideServer.systemType')
    .where('outsideAccount.id', '=', accountId)
    .forUpdate('outsideAccount')
    .executeTakeFirst();
  if (!account) throw new NotFoundError('OUTSIDE_ACCOUNT_NOT_FOUND', `There is no account ${accountId}`);
  return account;
}

async function refuseSameName(tx: Tx, { id, serverId }: { id: number; serverId: number }, name: string) {
  const other = await tx
    .selectFrom('outsideAccount')
    .select('id')
    .where('serverId', '=', serverId)
    .where('name', '=', name)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (other) throw accountExists(name);
}

/**
 * Removes an account. Runs of it that have no verdict yet could not be polled any more.
 *
 * @throws {NotFoundError} OUTSIDE_ACCOUNT_NOT_FOUND
 * @throws {ConflictError} OUTSIDE_ACCOUNT_IN_USE while it has runs without a verdict
 */
export async function removeAccount({ db }: Services, admin: User, accountId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { name, serverId } = await lockAccount(tx, accountId);
    if (await hasRunning(tx, accountId))
      throw new ConflictError(
        'OUTSIDE_ACCOUNT_IN_USE',
        'Solutions that this account has sent wait for their verdicts: disable it, and remove it afterwards',
      );
    await tx.deleteFrom('outsideAccount').where('id', '=', accountId).execute();
    await recordChange(tx, admin, {
      action: 'outsideAccount.remove',
      ...{ subjectId: accountId, subjectName: name, before: { name } },
    });
    await announceServer(tx, serverId);
  });
}
