import type { Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';

/** Serialises changes of a dialog until the end of the transaction. */
export async function lockDialog(tx: Tx, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`chat ${accountId}`}, 0))`.execute(tx);
}
