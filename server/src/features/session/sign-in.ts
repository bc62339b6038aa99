import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contest-access.ts';
import { sql } from 'kysely';
import { UnauthenticatedError } from '#errors.ts';
import { verifyPassword } from '#features/session/password.ts';
import { insertSession } from '#features/session/session.queries.ts';
import { sessionLifetimeMs } from '#features/session/session-lifetime.ts';
import { newToken, tokenHash } from '#features/session/session-token.ts';
import { countTry, forgiveTry } from '#features/session/sign-in-throttle.ts';
import type { Services } from '#services.ts';
import { Turns } from '#turns.ts';

export interface SignInInput {
  /** A username or an e-mail address, in any case. */
  login: string;
  password: string;
  ip: string | null;
  userAgent: string | null;
}

/**
 * Opens a new session for whoever knows the password and gives its token.
 *
 * @throws {UnauthenticatedError} WRONG_LOGIN_OR_PASSWORD, also for banned, locked and deleted people
 * @throws {ThrottledError} THROTTLED
 */
export function signIn(services: Services, input: SignInInput): Promise<string> {
  return TURNS.take(() => tryToSignIn(services, input));
}

/**
 * At the start of a contest everybody signs in at once: a few at a time, so that hashing leaves room for other
 * requests and tries under way do not fill the bound of a shared address.
 */
const TURNS = new Turns(4);

async function tryToSignIn({ db }: Services, input: SignInInput): Promise<string> {
  const account = await findAccountByLogin(db, input.login);
  // By the stored name: an e-mail, or letters that only the database takes for the same, would get tries of their own.
  const attempt = { login: account?.username ?? input.login, ip: input.ip };
  const countedIds = await countTry(db, attempt);
  const isRight = await verifyPassword(account?.passwordHash ?? null, input.password);
  if (!account || !isRight) {
    throw new UnauthenticatedError('WRONG_LOGIN_OR_PASSWORD', 'Wrong username or password');
  }
  await forgiveTry(db, attempt, countedIds);
  return startSession(db, { accountId: account.id, accessMask: account.accessMask, ...input });
}

/** A new session, whatever other ones the person has. */
export async function startSession(
  db: Db,
  who: { accountId: number; accessMask: number; ip: string | null; userAgent: string | null },
): Promise<string> {
  const token = newToken();
  const nowMs = await databaseNowMs(db);
  const { accountId, accessMask, ip, userAgent } = who;
  const expiresAtMs = nowMs + sessionLifetimeMs(accessMask);
  await insertSession(db, {
    tokenHash: tokenHash(token),
    accountId,
    nowMs,
    expiresAtMs,
    ip,
    userAgent: userAgent?.slice(0, 500) ?? null,
  });
  await db
    .updateTable('account')
    .set({ signedInAtMs: nowMs, activeAtMs: nowMs })
    .where('id', '=', accountId)
    .execute();
  return token;
}

/** Whoever may sign in by this name. A username wins over somebody else's e-mail that reads the same. */
export function findAccountByLogin(db: Db, login: string) {
  const wanted = sql<string>`lower(${login})`;
  return db
    .selectFrom('account')
    .select(['id', 'username', 'passwordHash', 'accessMask', 'firstName', 'lastName', 'email'])
    .where('deletedAtMs', 'is', null)
    .where('isBanned', '=', false)
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
