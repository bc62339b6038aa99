import type { Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';

/**
 * Keeps the ids up to `last` of a table for rows that bring their own. Counting is moved once, at the first start: later
 * starts find it beyond `last`, and another web process may have taken ids for rows that nobody else sees yet.
 */
export async function reserveIds(tx: Tx, table: 'account' | 'language', last: number): Promise<void> {
  await sql`
    select setval(pg_get_serial_sequence(${table}, 'id'), ${last})
    where (select last_value from ${sql.id(`${table}_id_seq`)}) < ${last}
  `.execute(tx);
}
