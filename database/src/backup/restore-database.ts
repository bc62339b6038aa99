import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type BackedTable, BackupError, entryOfTable, type Manifest } from '#backup/manifest.ts';
import type { Backup } from '#backup/read-backup.ts';
import { quoted } from '#backup/write-backup.ts';
import { isInUse } from '#in-use.ts';
import { migrationNames, runMigrations } from '#migrate.ts';

export interface RestoreOptions {
  databaseUrl: string;
  /** Replaces what the database holds. */
  isForced?: boolean;
  /** Receives the number of tables that are done, and of all. */
  onProgress?: (doneTables: number, allTables: number) => void;
}

/**
 * Fills a database from a backup, in one transaction: it ends as the backup was, or as it was before. The schema is
 * first that of the backup, whatever this version has; the caller migrates it afterwards.
 *
 * @throws {BackupError} when the database is in use or not empty, the backup is damaged, or it was made by a newer
 *   version
 */
export async function restoreDatabase(backup: Backup, options: RestoreOptions): Promise<void> {
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    application_name: 'balloon-restore',
  });
  client.on('error', () => {}); // the query that runs reports it
  await client.connect();
  try {
    await refuseNewer(backup.manifest);
    await refuseInUse(client);
    await client.query('begin');
    if (!options.isForced) await refuseFilled(client);
    await dropEverything(client);
    await runMigrations(client, backup.manifest.schema);
    await fill(client, backup, options);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end(); // rolls back what was not committed
  }
}

async function refuseNewer({ schema, version }: Manifest): Promise<void> {
  const known = await migrationNames();
  const unknown = schema.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new BackupError(
    `the backup was made by Balloon ${version}, which is newer: it has ${unknown.join(', ')}`,
  );
}

/** Refuses a database that a site uses: its processes would write into what is being replaced. */
async function refuseInUse(client: pg.Client): Promise<void> {
  if (!(await isInUse(client))) return;
  throw new BackupError('a site is running on this database: stop it first');
}

async function refuseFilled(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string | null }>("select to_regclass('account')::text as name");
  if (!rows[0]?.name) return;
  const { rowCount } = await client.query('select from account limit 1');
  if (rowCount === 0) return;
  throw new BackupError('the database is not empty: --force replaces everything in it');
}

/** Drops tables, sequences and functions of ours, but not what belongs to an extension. */
async function dropEverything(client: pg.Client): Promise<void> {
  await client.query(`
    do $$
    declare statement text;
    begin
      for statement in
        select format('drop table if exists %s cascade', oid::regclass) from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
          and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
      loop execute statement; end loop;
      for statement in
        select format('drop sequence if exists %s cascade', oid::regclass) from pg_class
        where relnamespace = current_schema()::regnamespace and relkind = 'S'
      loop execute statement; end loop;
      for statement in
        select format('drop routine if exists %s cascade', oid::regprocedure) from pg_proc
        where pronamespace = current_schema()::regnamespace
          and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
      loop execute statement; end loop;
    end
    $$`);
}

async function fill(client: pg.Client, backup: Backup, { onProgress }: RestoreOptions): Promise<void> {
  const { tables, sequences } = backup.manifest;
  await refuseStrangers(client, tables);
  // Rows come table by table, so they refer to rows that are not there yet; the constraints check all of them later.
  const constraints = await dropForeignKeys(client);
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`);
  for (const [index, table] of tables.entries()) {
    await fillTable(client, backup, table);
    onProgress?.(index + 1, tables.length);
  }
  for (const { name, value, isCalled } of sequences) {
    await client.query('select setval($1::regclass, $2, $3)', [quoted(name), value, isCalled]);
  }
  for (const { owner, name, definition } of constraints) {
    await client.query(`alter table ${owner} add constraint ${quoted(name)} ${definition}`);
  }
}

/** Refuses tables that the schema does not have: the manifest is data from outside. */
async function refuseStrangers(client: pg.Client, tables: readonly BackedTable[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'`,
  );
  const known = rows.map(({ name }) => name);
  const stranger = tables.find(({ name }) => !known.includes(name));
  if (stranger) throw new BackupError(`the backup has a table ${stranger.name}, which its schema lacks`);
}

async function dropForeignKeys(client: pg.Client) {
  const { rows } = await client.query<{ owner: string; name: string; definition: string }>(
    `select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
  );
  for (const { owner, name } of rows) {
    await client.query(`alter table ${owner} drop constraint ${quoted(name)}`);
  }
  return rows;
}

async function fillTable(client: pg.Client, backup: Backup, table: BackedTable): Promise<void> {
  const { name, columns, rows } = table;
  // Triggers are for what happens on a site: they would announce each row, and refuse some that were right at their time.
  await client.query(`alter table ${quoted(name)} disable trigger user`);
  const into = client.query(copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`));
  await pipeline(await backup.open(entryOfTable(name)), into);
  await client.query(`alter table ${quoted(name)} enable trigger user`);
  if (into.rowCount === rows) return;
  throw new BackupError(`the backup is damaged: ${name} has ${into.rowCount} rows in place of ${rows}`);
}
