import { connect, type Db } from '@balloon/database/connect.ts';
import type { Services } from '#services.ts';

/**
 * Counts, for each prepared statement that a function of one connection uses, the plans that PostgreSQL made for its values,
 * and the uses of the plan that it keeps. PostgreSQL makes five before it keeps one.
 */
export async function countPlans({ options }: Pick<Services, 'options'>, read: (db: Db) => Promise<void>) {
  const { db, pool, close } = connect(options.databaseUrl, { maxConnections: 1 });
  try {
    await read(db);
    const { rows } = await pool.query(
      'select name, custom_plans as made, generic_plans as kept from pg_prepared_statements order by name',
    );
    return rows;
  } finally {
    await close();
  }
}
