import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { connect } from '@balloon/database/connect.ts';
import { DATA_LAYOUT } from '#data-dir.ts';
import type { DoctorReport } from '#doctor/report.ts';
import { findPostgresBinaries, POSTGRES_MAJOR, serverEnvironment } from '#postgres-cluster.ts';

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
  const { pool, close } = connect(databaseUrl, { maxConnections: 1 });
  try {
    const { rows } = await pool.query<{ version: string }>(
      "select current_setting('server_version') as version",
    );
    return { kind: 'own', usable: true, detail: `PostgreSQL ${rows[0]?.version} answers at DATABASE_URL` };
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return { kind: 'own', usable: false, detail: `DATABASE_URL: ${message || code}` };
  } finally {
    await close();
  }
}
