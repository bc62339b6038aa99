import type { Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { ConflictError } from '#errors.ts';
import type { User } from '#services.ts';

/** Columns by which a repeated request is told from another one under the same key. */
const TOLD_BY = {
  contest: ['id', 'name'],
  rejudging: ['id', 'contestId', 'reason'],
} as const;

interface Made {
  contest: { id: number; name: string };
  rejudging: { id: number; contestId: number; reason: string };
}

/**
 * Finds what a person has made under an idempotency key. A request under the same key that is still under way is waited for, so
 * that its repetition finds what it makes.
 */
export async function findMadeUnder<Kind extends keyof Made>(
  tx: Tx,
  kind: Kind,
  author: User,
  idempotencyKey: string | undefined,
): Promise<Made[Kind] | undefined> {
  if (idempotencyKey === undefined) return undefined;
  const lock = `made ${kind} ${author.id} ${idempotencyKey}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx);
  const columns = sql.join(TOLD_BY[kind].map((name) => sql.ref(name)));
  const { rows } = await sql<Made[Kind]>`
    select ${columns} from ${sql.table(kind)}
    where author_id = ${author.id} and idempotency_key = ${idempotencyKey}
  `.execute(tx);
  return rows[0];
}

export const keyReused = () =>
  new ConflictError('IDEMPOTENCY_KEY_REUSED', 'Something else was made under this idempotencyKey');
