import type pg from 'pg';

/** Whether other processes of ours, those of a site above all, are connected to the database. */
export async function isInUse(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name like 'balloon%' limit 1`,
  );
  return rowCount !== 0;
}
