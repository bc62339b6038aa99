import type { Db, Tx } from '@balloon/database/connect.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { countLockWaits } from '#testing/lock-waits.ts';

/** Name under which a statement that reads the column finds the table itself. */
const stored = (table: string) => `stored_${table}`;
/** Advisory lock for which statements wait; databases of tests are their own. */
const HELD = 267;

/**
 * Puts a view in the place of a table, whose column is read only while nothing holds statements back (`meanwhile`). A change
 * of that column goes to the table itself, `stored_` before its name.
 */
export async function holdBackAt(db: Db, table: string, column: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} order by ordinal_position
  `.execute(db);
  const columns = rows.map(({ name }) =>
    name === column ? `case when is_let_on() then ${name} end as ${name}` : name,
  );
  await sql
    .raw(`
      create or replace function is_let_on() returns boolean language plpgsql as $$
      begin
        if current_setting('test.is_held_back', true) = 'on' then
          perform pg_advisory_xact_lock_shared(${HELD});
        end if;
        return true;
      end $$;
      alter table ${table} rename to ${stored(table)};
      create view ${table} as select ${columns.join(', ')} from ${stored(table)};
    `)
    .execute(db);
}

/**
 * Begins a transaction that reads such a column, and while its statement, with what it has seen so far, waits there, does
 * something else to its end.
 *
 * @returns what comes of the transaction
 */
export async function meanwhile<Outcome>(
  db: Db,
  begin: (tx: Tx) => Promise<Outcome>,
  other: () => Promise<unknown>,
): Promise<Outcome> {
  const { begun } = await db.transaction().execute(async (holder) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(HELD)})`.execute(holder);
    const begun = db.transaction().execute(async (tx) => {
      await sql`set local test.is_held_back = on`.execute(tx);
      return begin(tx);
    });
    await expect.poll(() => countLockWaits(db)).toBe(1);
    await other();
    return { begun };
  });
  return begun;
}
