import { isDeepStrictEqual } from 'node:util';
import type { EditOutsideServer, NewOutsideServer } from '@balloon/contracts/outside/outside-systems.ts';
import { NOW_MS } from '@balloon/database/clock.ts';
import type { Tx } from '@balloon/database/connect.ts';
import {
  OUTSIDE_SERVERS,
  type OutsideServerType,
  sharedAccountsOf,
} from '@balloon/domain/outside/outside-systems.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '#errors.ts';
import { recordChange } from '#features/audit/record-change.ts';
import { poolOf } from '#features/outside-systems/account-pool.ts';
import { announceServer } from '#features/outside-systems/announce-outside.ts';
import { checkFields } from '#features/outside-systems/check-fields.ts';
import { OUTSIDE } from '#features/queue/enqueue-judging.ts';
import { announce } from '#realtime/announcements.ts';
import type { Services, User } from '#services.ts';

/**
 * Adds a server of an outside system. Returns its id.
 *
 * @throws {InvalidInputError} OUTSIDE_FIELDS, OUTSIDE_URL_MISSING
 * @throws {ConflictError} OUTSIDE_SERVER_EXISTS at the same address
 */
export async function addServer({ db }: Services, admin: User, added: NewOutsideServer): Promise<number> {
  const { systemType, name, settings } = added;
  const rule = OUTSIDE_SERVERS[systemType];
  checkFields('settings', rule.settings, settings);
  const url = normal(added.url ?? rule.defaultUrl);
  if (url === null)
    throw new InvalidInputError('OUTSIDE_URL_MISSING', `${rule.name} needs the address of a server`);
  return db.transaction().execute(async (tx) => {
    const accountsOf = await findSharedAccounts(tx, systemType, url);
    const stored = await tx
      .insertInto('outsideServer')
      .values({
        ...{ systemType, name, url, settings: JSON.stringify(settings), createdAtMs: NOW_MS },
        ...{ sendEveryMs: added.sendEveryMs ?? rule.sendEveryMs, accountsOf },
      })
      .onConflict((conflict) => conflict.columns(['systemType', 'url']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!stored) throw serverExists(url);
    const after = { systemType, name, url, settings };
    await recordChange(tx, admin, {
      action: 'outsideServer.add',
      ...{ subjectId: stored.id, subjectName: name, after },
    });
    return stored.id;
  });
}

/** Finds the server at the same address whose accounts a new one uses, and adds it where it is missing; null: its own. */
async function findSharedAccounts(
  tx: Tx,
  systemType: OutsideServerType,
  url: string,
): Promise<number | null> {
  const shared = sharedAccountsOf(systemType);
  if (shared === null) return null;
  const { name, sendEveryMs } = OUTSIDE_SERVERS[shared];
  await tx
    .insertInto('outsideServer')
    .values({ ...{ systemType: shared, name, url, sendEveryMs, createdAtMs: NOW_MS } })
    .onConflict((conflict) => conflict.columns(['systemType', 'url']).doNothing())
    .execute();
  const { id } = await tx
    .selectFrom('outsideServer')
    .select('id')
    .where('systemType', '=', shared)
    .where('url', '=', url)
    .executeTakeFirstOrThrow();
  return id;
}

/** Addresses end with a slash, so that paths are appended to them. */
const normal = (url: string | null) => (url === null || url.endsWith('/') ? url : `${url}/`);

const serverExists = (url: string) =>
  new ConflictError('OUTSIDE_SERVER_EXISTS', `There is a server of this system at ${url} already`);

/**
 * Changes a server.
 *
 * @throws as `addServer`, and {NotFoundError} OUTSIDE_SERVER_NOT_FOUND, {ConflictError} OUTSIDE_SERVER_HAS_ACCOUNTS when
 *   the address would change
 */
export async function editServer(
  { db }: Services,
  admin: User,
  serverId: number,
  edit: EditOutsideServer,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const server = await lockServer(tx, serverId);
    const before = {
      ...{ name: server.name, url: server.url, settings: server.settings },
      sendEveryMs: server.sendEveryMs,
    };
    const after = {
      name: edit.name ?? before.name,
      url: normal(edit.url ?? before.url) ?? before.url,
      settings: edit.settings ?? before.settings,
      sendEveryMs: edit.sendEveryMs ?? before.sendEveryMs,
    };
    checkFields('settings', OUTSIDE_SERVERS[server.systemType as OutsideServerType].settings, after.settings);
    if (after.url !== server.url) await refuseOtherAddress(tx, server, after.url);
    const isElsewhere = after.url !== server.url || !isDeepStrictEqual(after.settings, before.settings);
    await tx
      .updateTable('outsideServer')
      .set({
        ...{ ...after, settings: JSON.stringify(after.settings) },
        // Whatever kept it away was found out by what is changed now.
        ...(isElsewhere ? { awayUntilMs: 0, failures: 0 } : {}),
      })
      .where('id', '=', serverId)
      .execute();
    await recordChange(tx, admin, {
      action: 'outsideServer.edit',
      ...{ subjectId: serverId, subjectName: after.name, before, after },
    });
  });
}

/** An address is this server's alone, and secrets of accounts never go to another one than they were entered for. */
async function refuseOtherAddress(
  tx: Tx,
  { id, systemType }: { id: number; systemType: string },
  url: string,
): Promise<void> {
  const account = await tx
    .selectFrom('outsideAccount')
    .select('id')
    .where('serverId', '=', poolOf(id))
    .executeTakeFirst();
  const sharing = await tx
    .selectFrom('outsideServer')
    .select('id')
    .where((eb) =>
      eb.or([eb('accountsOf', '=', id), eb.and([eb('id', '=', id), eb('accountsOf', 'is not', null)])]),
    )
    .limit(1)
    .executeTakeFirst();
  if (account || sharing)
    throw new ConflictError(
      'OUTSIDE_SERVER_HAS_ACCOUNTS',
      'Passwords of accounts are not sent to another address: add a server with the new address instead',
    );
  const other = await tx
    .selectFrom('outsideServer')
    .select('id')
    .where('systemType', '=', systemType)
    .where('url', '=', url)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (other) throw serverExists(url);
}

async function lockServer(tx: Tx, serverId: number) {
  const server = await tx
    .selectFrom('outsideServer')
    .selectAll()
    .where('id', '=', serverId)
    .forUpdate()
    .executeTakeFirst();
  if (!server) throw new NotFoundError('OUTSIDE_SERVER_NOT_FOUND', `There is no server ${serverId}`);
  return server;
}

/**
 * Removes a server with its accounts.
 *
 * @throws {NotFoundError} OUTSIDE_SERVER_NOT_FOUND
 * @throws {ConflictError} OUTSIDE_SERVER_IN_USE while problems or runs are of it
 */
export async function removeServer({ db }: Services, admin: User, serverId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { name, systemType, url } = await lockServer(tx, serverId);
    const used = await tx
      .selectFrom('outsideProblem')
      .select('problemId as id')
      .where('serverId', '=', serverId)
      .unionAll(tx.selectFrom('outsideRun').select('solutionId as id').where('serverId', '=', serverId))
      .unionAll(tx.selectFrom('outsideServer').select('id').where('accountsOf', '=', serverId))
      .limit(1)
      .executeTakeFirst();
    if (used)
      throw new ConflictError(
        'OUTSIDE_SERVER_IN_USE',
        'Problems, solutions or another server need this one: pause it instead of removing it',
      );
    await tx.deleteFrom('outsideServer').where('id', '=', serverId).execute();
    await recordChange(tx, admin, {
      action: 'outsideServer.remove',
      ...{ subjectId: serverId, subjectName: name, before: { systemType, name, url } },
    });
  });
}

/** Pauses sends to a server. Runs that were sent are polled on. @throws {NotFoundError} OUTSIDE_SERVER_NOT_FOUND */
export async function pauseServer(
  { db }: Services,
  admin: User,
  serverId: number,
  reason: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { name } = await lockServer(tx, serverId);
    await tx
      .updateTable('outsideServer')
      .set({ pausedAtMs: NOW_MS, pauseReason: reason === '' ? null : reason, pausedById: admin.id })
      .where('id', '=', serverId)
      .execute();
    await recordChange(tx, admin, {
      action: 'outsideServer.pause',
      ...{ subjectId: serverId, subjectName: name, after: { reason } },
    });
    await announceServer(tx, serverId);
  });
}

/** Lets sends to a server go on at once, also after failures. @throws {NotFoundError} OUTSIDE_SERVER_NOT_FOUND */
export async function resumeServer({ db }: Services, admin: User, serverId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { name } = await lockServer(tx, serverId);
    await tx
      .updateTable('outsideServer')
      .set({
        ...{ pausedAtMs: null, pauseReason: null, pausedById: null, hasDrifted: false },
        ...{ awayUntilMs: 0, failures: 0 },
      })
      .where('id', '=', serverId)
      .execute();
    await recordChange(tx, admin, {
      action: 'outsideServer.resume',
      ...{ subjectId: serverId, subjectName: name },
    });
    await announceServer(tx, serverId);
    await announce(tx, 'judging.waiting', { languageKey: OUTSIDE });
  });
}
