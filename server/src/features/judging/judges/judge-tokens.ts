import { randomBytes, timingSafeEqual } from 'node:crypto';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import type { FastifyRequest } from 'fastify';
import { ConflictError, InvalidInputError, NotFoundError } from '#errors.ts';
import { shownTokenHash, tokenHashOf } from '#http/callers/shown-token.ts';
import type { Services } from '#services.ts';

const TOKEN_BYTES = 32;
/** Shortest time in ms between two records of a token's use: a judge sends several requests a second. */
const SEEN_EVERY_MS = 60_000;

export interface JudgeToken {
  name: string;
  isRelay: boolean;
  createdAtMs: number;
  /** Null when the token was never used. */
  seenAtMs: number | null;
  revokedAtMs: number | null;
}

/** What a token lets in: relays get the secrets of accounts in outside systems, judges do not. */
export type TokenKind = 'judge' | 'relay';

/**
 * Makes a token for a judge or a relay. Only its hash is stored.
 *
 * @returns the token, to be shown once
 * @throws {ConflictError} JUDGE_TOKEN_EXISTS while another one of that name is valid
 * @throws {InvalidInputError} JUDGE_TOKEN_NAME
 */
export async function addJudgeToken(db: Db, name: string, kind: TokenKind = 'judge'): Promise<string> {
  if (!/^[\w.-]{1,100}$/.test(name)) {
    throw new InvalidInputError('JUDGE_TOKEN_NAME', 'A name has up to 100 letters, digits, dots and dashes');
  }
  const token = randomBytes(TOKEN_BYTES).toString('hex');
  const added = await db
    .insertInto('judgeToken')
    .values({
      ...{ name, tokenHash: tokenHashOf(token), isRelay: kind === 'relay' },
      createdAtMs: await databaseNowMs(db),
    })
    .onConflict((conflict) => conflict.column('name').where('revokedAtMs', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw new ConflictError('JUDGE_TOKEN_EXISTS', `${name} has a token: revoke it first`);
  return token;
}

/** Lists all tokens, revoked ones included, the newest first. */
export function listJudgeTokens(db: Db): Promise<JudgeToken[]> {
  return db
    .selectFrom('judgeToken')
    .select(['name', 'isRelay', 'createdAtMs', 'seenAtMs', 'revokedAtMs'])
    .orderBy('id', 'desc')
    .execute();
}

/**
 * Revokes the token of that name, from the next request on. Work that its judges had leased goes to others
 * when the lease expires, and their names are free for other tokens.
 *
 * @throws {NotFoundError} JUDGE_TOKEN_NOT_FOUND
 */
export async function revokeJudgeToken(db: Db, name: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('judgeToken')
    .set({ revokedAtMs: await databaseNowMs(db) })
    .where('name', '=', name)
    .where('revokedAtMs', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) {
    throw new NotFoundError('JUDGE_TOKEN_NOT_FOUND', `There is no valid token of the name ${name}`);
  }
}

/** Whether a request's `Authorization` shows the site's own token of this kind, or a valid one that was added. */
export async function showsJudgeToken(
  { db, options }: Services,
  request: Pick<FastifyRequest, 'headers'>,
  kind: TokenKind,
): Promise<boolean> {
  const tokenHash = shownTokenHash(request);
  if (tokenHash === null) return false;
  const own = kind === 'relay' ? options.relayToken : options.judgeToken;
  if (timingSafeEqual(tokenHash, tokenHashOf(own))) return true;
  const found = await db
    .selectFrom('judgeToken')
    .select(['id', 'seenAtMs'])
    .where('tokenHash', '=', tokenHash)
    .where('isRelay', '=', kind === 'relay')
    .where('revokedAtMs', 'is', null)
    .executeTakeFirst();
  if (found) await noteSeen(db, found);
  return found !== undefined;
}

async function noteSeen(db: Db, { id, seenAtMs }: { id: number; seenAtMs: number | null }): Promise<void> {
  const nowMs = await databaseNowMs(db);
  if (seenAtMs !== null && nowMs - seenAtMs < SEEN_EVERY_MS) return;
  await db.updateTable('judgeToken').set({ seenAtMs: nowMs }).where('id', '=', id).execute();
}
