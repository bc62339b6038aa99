import { type Db, executePrepared, keptUnknown } from '@balloon/database/connect.ts';
import { ACCESS_GROUPS } from '@balloon/domain/contests/contest-access.ts';
import { sql } from 'kysely';
import { sessionLifetimeMs } from '#features/session/session-lifetime.ts';
import type { TeamAccount } from '#services.ts';

const NOW_MS = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/**
 * Valid sessions with their people; leaves out those that expired, were revoked, or belong to a person who is
 * banned, locked or deleted.
 */
function livingSessions(db: Db) {
  return db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.accountId')
    .where('session.expiresAtMs', '>', NOW_MS)
    .where('account.deletedAtMs', 'is', null)
    .where('account.isBanned', '=', false)
    .where('account.accessMask', '<>', ACCESS_GROUPS.locked.mask)
    .select([
      'session.id',
      'session.rotatedAtMs',
      'session.seenAtMs',
      'session.successorSalt',
      'account.id as userId',
      'account.username',
      'account.accessMask',
      sql<string>`encode(session.device_hash, 'hex')`.as('device'),
      sql<number[]>`array(select group_id from user_group_member where account_id = account.id)`.as(
        'groupIds',
      ),
      TEAMS.as('teams'),
      NOW_MS.as('nowMs'),
    ]);
}

/**
 * Teams for which a person may act: those of participants that are not banned, locked or deleted. A team whose account has
 * other rights lends them to nobody.
 */
const TEAMS = sql<TeamAccount[]>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', team_account.id, 'username', team_account.username, 'name', team.name,
    'groupIds', array(select group_id from user_group_member where account_id = team_account.id)
  ) order by team_account.id), '[]')
  from team_member
  join team on team.account_id = team_member.team_id
  join account team_account on team_account.id = team.account_id
  where team_member.account_id = account.id
    and account.access_mask = ${sql.lit(ACCESS_GROUPS.user.mask)}
    and team_account.access_mask = ${sql.lit(ACCESS_GROUPS.user.mask)}
    and not team_account.is_banned and team_account.deleted_at_ms is null
)`;

/** A session behind a token; `expiresAtMs` says how long it lives without the token. */
export type TokenSession = FoundSession & { expiresAtMs: number };

/** The living sessions behind hashes of tokens, by the hash in Base64, in which the hashes are given, too. */
export async function findSessions(
  db: Db,
  keys: readonly string[],
): Promise<ReadonlyMap<string, TokenSession>> {
  const given = keys.map((key) => Buffer.from(key, 'base64'));
  const hashes = sql`any(${keptUnknown(given, 'bytea[]')})`;
  const query = livingSessions(db)
    .select([
      'session.expiresAtMs',
      sql<string>`encode(session.token_hash, 'base64')`.as('key'),
      sql<string | null>`case when session.previous_valid_until_ms > ${NOW_MS}
        then encode(session.previous_token_hash, 'base64') end`.as('previousKey'),
      'session.previousValidUntilMs',
    ])
    .where(sql<boolean>`(session.token_hash = ${hashes} or session.previous_token_hash = ${hashes})`)
    .compile();
  const found = new Map<string, TokenSession>();
  for (const row of await executePrepared(db, 'sessions', query)) {
    const { key, previousKey, previousValidUntilMs, ...session } = row;
    found.set(key, { ...session, isCurrentToken: true, validUntilMs: session.expiresAtMs });
    if (previousKey === null || previousValidUntilMs === null) continue;
    const validUntilMs = Math.min(session.expiresAtMs, previousValidUntilMs);
    found.set(previousKey, { ...session, isCurrentToken: false, validUntilMs });
  }
  return found;
}

/** The still valid ones of these sessions; sockets outlast the token of their handshake. */
export function findSessionsById(db: Db, ids: readonly number[]) {
  return livingSessions(db)
    .select([sql<boolean>`false`.as('isCurrentToken'), 'session.expiresAtMs as validUntilMs'])
    .where('session.id', 'in', [...ids])
    .execute();
}
export type FoundSession = Awaited<ReturnType<typeof findSessionsById>>[number];

export interface NewSession {
  tokenHash: Buffer;
  accountId: number;
  nowMs: number;
  expiresAtMs: number;
  ip: string | null;
  userAgent: string | null;
  deviceHash: Buffer;
  /** Hash of the password that was shown; absent where none was. */
  passwordHash?: string | null;
}

/**
 * Opens a session, unless the account has another password by now. The lock makes a change of the password, which ends all
 * sessions, wait until it sees this one.
 *
 * @returns whether it was opened
 */
export async function insertSession(db: Db, session: NewSession): Promise<boolean> {
  const { tokenHash, accountId, nowMs, expiresAtMs, ip, userAgent, deviceHash, passwordHash } = session;
  const isStillRight = passwordHash === undefined ? sql`true` : sql`password_hash = ${passwordHash}`;
  const { numAffectedRows } = await sql`
    insert into session (
      token_hash, account_id, created_at_ms, rotated_at_ms, seen_at_ms, expires_at_ms, ip, user_agent, device_hash
    )
    select ${tokenHash}::bytea, id, ${nowMs}::bigint, ${nowMs}::bigint, ${nowMs}::bigint, ${expiresAtMs}::bigint,
      ${ip}::inet, ${userAgent}::text, ${deviceHash}::bytea
    from account where id = ${accountId} and ${isStillRight}
    for share
  `.execute(db);
  return numAffectedRows === 1n;
}

/**
 * Gives the session a new token. Of several requests that try it with the same old token one succeeds.
 *
 * @param salt from which the new token was made
 * @param oldValidUntilMs how long the old token stays good, unless the new one is shown before
 */
export async function replaceToken(
  db: Db,
  change: { oldHash: Buffer; newHash: Buffer; salt: Buffer; nowMs: number; oldValidUntilMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({
      tokenHash: change.newHash,
      previousTokenHash: change.oldHash,
      previousValidUntilMs: change.oldValidUntilMs,
      rotatedAtMs: change.nowMs,
      successorSalt: change.salt,
    })
    .where('tokenHash', '=', change.oldHash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Notes that the new token of a session has arrived.
 *
 * @param oldValidUntilMs how long the old token stays good, for requests already under way
 */
export async function settleToken(db: Db, hash: Buffer, oldValidUntilMs: number): Promise<void> {
  await db
    .updateTable('session')
    .set((eb) => ({
      successorSalt: null,
      previousValidUntilMs: eb.fn<number>('least', ['previousValidUntilMs', eb.val(oldValidUntilMs)]),
    }))
    .where('tokenHash', '=', hash)
    .where('successorSalt', 'is not', null)
    .execute();
}

/**
 * Revokes the session of a token, be it the present or the previous one.
 *
 * @returns its id, or `undefined` when there was none
 */
export async function deleteSession(db: Db, hash: Buffer): Promise<number | undefined> {
  const deleted = await db
    .deleteFrom('session')
    .where((eb) => eb.or([eb('tokenHash', '=', hash), eb('previousTokenHash', '=', hash)]))
    .returning('id')
    .executeTakeFirst();
  return deleted?.id;
}

/** Lets no session of an account live longer unused than its role allows, which may be another one by now. */
export async function boundSessions(db: Db, accountId: number, accessMask: number): Promise<void> {
  const latestMs = sql<number>`${NOW_MS} + ${sessionLifetimeMs(accessMask)}::bigint`;
  await db
    .updateTable('session')
    .set({ expiresAtMs: latestMs })
    .where('accountId', '=', accountId)
    .where('expiresAtMs', '>', latestMs)
    .execute();
}

/** Deletes expired sessions. */
export async function deleteExpiredSessions(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('session').where('expiresAtMs', '<=', nowMs).execute();
}
