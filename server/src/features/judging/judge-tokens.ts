import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { databaseNowMs } from '@balloon/database/clock.ts';
import type { Db } from '@balloon/database/connect.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '#errors.ts';
import type { Services } from '#services.ts';

const TOKEN_BYTES = 32;
/** Shortest time in ms between two records of a token's use: a judge sends several requests a second. */
const SEEN_EVERY_MS = 60_000;

export interface JudgeToken {
  name: string;
  createdAtMs: number;
  /** Null when the token was never used. */
  seenAtMs: number | null;
  revokedAtMs: number | null;
}

/**
 * Makes a token for a judge. Only its hash is stored.
 *
 * @returns the token, to be shown once
 * @throws {ConflictError} JUDGE_TOKEN_EXISTS while another one of that name is valid
 * @throws {InvalidInputError} JUDGE_TOKEN_NAME
 */
export async function addJudgeToken(db: Db, name: string): Promise<string> {
  if (!/^[\w.-]{1,100}$/.test(name)) {
    throw new InvalidInputError('JUDGE_TOKEN_NAME', 'A name has up to 100 letters, digits, dots and dashes');
  }
  const token = randomBytes(TOKEN_BYTES).toString('hex');
  const added = await db
    .insertInto('judgeToken')
    .values({ name, tokenHash: hashOf(token), createdAtMs: await databaseNowMs(db) })
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
    .select(['name', 'createdAtMs', 'seenAtMs', 'revokedAtMs'])
    .orderBy('id', 'desc')
    .execute();
}

/**
 * Revokes the token of that name, from the next request on. Work that the judge had leased goes to others
 * when the lease expires.
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

/** Whether a request's `Authorization` shows the site's own token, or a valid one of a judge. */
export async function showsJudgeToken(
  { db, options }: Services,
  authorization: string | undefined,
): Promise<boolean> {
  const token = /^Bearer ([!-~]{16,200})$/.exec(authorization ?? '')?.[1];
  if (token === undefined) return false;
  if (timingSafeEqual(hashOf(token), hashOf(options.judgeToken))) return true;
  const found = await db
    .selectFrom('judgeToken')
    .select(['id', 'seenAtMs'])
    .where('tokenHash', '=', hashOf(token))
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

/** Tokens are random, so one round of SHA-256 is enough. */
const hashOf = (token: string) => createHash('sha256').update(token).digest();
