import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import { ForbiddenError, UnauthenticatedError } from '#errors.ts';
import { accountsOfDevice, rememberDevice } from '#features/session/known-device.ts';
import { insertSession } from '#features/session/session.queries.ts';
import { sessionLifetimeMs } from '#features/session/session-lifetime.ts';
import { newToken, tokenHash } from '#features/session/session-token.ts';
import { type PasswordTry, tryPassword } from '#features/session/try-password.ts';
import type { Services } from '#services.ts';

export interface SignInInput {
  /** A username or an e-mail address, in any case. */
  login: string;
  password: string;
  ip: string | null;
  userAgent: string | null;
  /** Key of the browser, or null. */
  device: string | null;
}

export interface SignedIn {
  /** Token of the new session. */
  token: string;
  /** Key by which the browser is known from now on. */
  device: string;
}

/**
 * Opens a new session for a person who knows the password.
 *
 * @throws {UnauthenticatedError} WRONG_LOGIN_OR_PASSWORD, also for locked and deleted people
 * @throws {ForbiddenError} BANNED
 * @throws {ThrottledError} THROTTLED
 */
export async function signIn(services: Services, input: SignInInput): Promise<SignedIn> {
  const { db } = services;
  const account = await findAccountByLogin(db, input.login, { withBanned: true });
  const isRight = await tryPassword(services, await passwordTry(db, account, input));
  if (!account || !isRight) throw wrongPassword();
  if (account.isBanned) throw banned(account.banReason);
  const device = input.device ?? newToken();
  const { id: accountId, accessMask, passwordHash } = account;
  const token = await startSession(db, { ...input, accountId, accessMask, passwordHash, device });
  if (token === null) throw wrongPassword(); // it was changed while this one waited to be compared
  await rememberDevice(db, device, account.id, await databaseNowMs(db));
  return { token, device };
}

const wrongPassword = () => new UnauthenticatedError('WRONG_LOGIN_OR_PASSWORD', 'Wrong username or password');

/** Makes the refusal of a banned person, which only callers with the right password may receive. */
function banned(reason: string | null) {
  const why = reason ? `: ${reason}` : '';
  return new ForbiddenError('BANNED', `This account is blocked${why}. Ask the organisers`, {
    restParams: { reason, why },
  });
}

async function passwordTry(
  db: Db,
  account: { id: number; passwordHash: string | null } | undefined,
  { login, password, ip, device }: SignInInput,
): Promise<PasswordTry> {
  const accounts = await accountsOfDevice(db, device);
  const isKnown = account !== undefined && device !== null && accounts.includes(account.id);
  return {
    login: await inLowerCase(db, login),
    ip,
    known: isKnown ? `device ${tokenHash(device).toString('hex')} ${account.id}` : null,
    browserOf: accounts.length > 0 ? Math.min(...accounts) : null,
    storedHash: account?.passwordHash ?? null,
    password,
  };
}

/** A name in the lower case by which accounts are found: names that find one account the same way are one. */
async function inLowerCase(db: Db, name: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select lower(${name}) as name`.execute(db);
  return rows[0]?.name ?? name;
}

/**
 * Opens a new session beside the person's other ones, on a device of its own where none is given.
 *
 * @returns its token; null when the account no longer has the password
 */
export async function startSession(
  db: Db,
  who: {
    accountId: number;
    accessMask: number;
    ip: string | null;
    userAgent: string | null;
    device?: string | null;
    /** Hash of the password that was shown; absent where none was. */
    passwordHash?: string | null;
  },
): Promise<string | null> {
  const token = newToken();
  const nowMs = await databaseNowMs(db);
  const { accountId, accessMask, ip, userAgent, device, passwordHash } = who;
  const expiresAtMs = nowMs + sessionLifetimeMs(accessMask);
  const isOpened = await insertSession(db, {
    tokenHash: tokenHash(token),
    accountId,
    nowMs,
    expiresAtMs,
    ip,
    userAgent: userAgent?.slice(0, 500) ?? null,
    deviceHash: tokenHash(device ?? token),
    ...(passwordHash !== undefined && { passwordHash }),
  });
  if (!isOpened) return null;
  await db
    .updateTable('account')
    .set({ signedInAtMs: nowMs, activeAtMs: nowMs })
    .where('id', '=', accountId)
    .execute();
  return token;
}

/** Account that may sign in by this name. A username wins over another person's equal e-mail. */
export function findAccountByLogin(db: Db, login: string, { withBanned = false } = {}) {
  const wanted = sql<string>`lower(${login})`;
  return db
    .selectFrom('account')
    .select(['id', 'username', 'passwordHash', 'accessMask', 'firstName', 'lastName', 'email'])
    .select(['isBanned', 'banReason'])
    .where('deletedAtMs', 'is', null)
    .$if(!withBanned, (query) => query.where('isBanned', '=', false))
    .where('accessMask', '<>', ACCESS_GROUPS.locked.mask)
    .where((eb) =>
      eb.or([
        eb(eb.fn<string>('lower', ['username']), '=', wanted),
        eb(eb.fn<string>('lower', ['email']), '=', wanted),
      ]),
    )
    .orderBy((eb) => eb(eb.fn<string>('lower', ['username']), '=', wanted), 'desc')
    .limit(1)
    .executeTakeFirst();
}
