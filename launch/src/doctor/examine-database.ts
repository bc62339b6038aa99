import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { connect } from '@balloon/database/connect.ts';
import { findPostgresBinaries, POSTGRES_MAJOR, serverEnvironment } from '#database/postgres-cluster.ts';
import type { DoctorReport } from '#doctor/report.ts';
import { DATA_LAYOUT } from '#files/data-dir.ts';

type DatabaseReport = DoctorReport['database'];

const TIMEOUT_MS = 10_000;

/** Examines the database that a start would use; starts nothing. */
export function examineDatabase(databaseUrl: string | null, dataDir: string): Promise<DatabaseReport> {
  return databaseUrl === null ? examineBuiltIn(dataDir) : examineOwn(databaseUrl);
}

async function examineBuiltIn(dataDir: string): Promise<DatabaseReport> {
  const report = (usable: boolean, detail: string) => ({ kind: 'built-in', usable, detail }) as const;
  try {
    const { postgres } = await findPostgresBinaries();
    const options = { timeout: TIMEOUT_MS, env: serverEnvironment() };
    const { stdout } = await promisify(execFile)(postgres, ['--version'], options);
    const file = path.join(dataDir, DATA_LAYOUT.cluster, 'PG_VERSION');
    const made = existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
    if (made !== null && made !== POSTGRES_MAJOR)
      return report(
        false,
        `the database in ${dataDir} was made by PostgreSQL ${made}, not ${POSTGRES_MAJOR}`,
      );
    const state = made === null ? 'the first start makes the database' : `database in ${dataDir}`;
    return report(true, `${stdout.trim()}; ${state}`);
  } catch (error) {
    return report(false, (error as Error).message.trim());
  }
}

async function examineOwn(databaseUrl: string): Promise<DatabaseReport> {
  const server = await askServer(databaseUrl, false);
  if ('failure' in server) return { kind: 'own', usable: false, detail: `DATABASE_URL: ${server.failure}` };
  return { kind: 'own', usable: true, detail: `PostgreSQL ${server.version} answers at DATABASE_URL` };
}

/** Examines the pooler before the database: it must lead to the same one, or announcements would not fit what is read. */
export async function examinePooler(
  poolerUrl: string | null,
  databaseUrl: string | null,
): Promise<DoctorReport['pooler']> {
  if (poolerUrl === null) return null;
  const server = await askServer(poolerUrl, true);
  if ('failure' in server) return { usable: false, detail: `DATABASE_POOLER_URL: ${server.failure}` };
  const direct = databaseUrl === null ? null : await askServer(databaseUrl, false);
  if (direct && 'identity' in direct && direct.identity !== server.identity)
    return { usable: false, detail: 'DATABASE_POOLER_URL leads to another database than DATABASE_URL' };
  return { usable: true, detail: `PostgreSQL ${server.version} answers at DATABASE_POOLER_URL` };
}

interface ServerFacts {
  version: string;
  /** Tells one database from another, without rights that an ordinary role lacks. */
  identity: string;
}

async function askServer(url: string, isPooled: boolean): Promise<ServerFacts | { failure: string }> {
  const { pool, close } = connect(url, { maxConnections: 1, isPooled });
  try {
    const { rows } = await pool.query<ServerFacts>(
      `select current_setting('server_version') as version,
         concat_ws(' ', extract(epoch from pg_postmaster_start_time()), oid) as identity
       from pg_database where datname = current_database()`,
    );
    return rows[0] ?? { failure: 'the database does not know itself' };
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return { failure: message || `${code}` };
  } finally {
    await close();
  }
}
