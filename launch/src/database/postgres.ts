import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DATABASE,
  ensureCluster,
  findPostgresBinaries,
  giveTo,
  letServerPass,
  ROLE,
  serverEnvironment,
} from '#database/postgres-cluster.ts';
import { choosePostgresIdentity, type PostgresIdentity } from '#database/postgres-identity.ts';
import { endLeftovers } from '#database/postgres-leftovers.ts';
import { keepLogShort, rotateLog } from '#database/postgres-log.ts';
import { reachablePrograms } from '#database/postgres-programs.ts';
import { explainFailure } from '#database/start-failure.ts';
import { DATA_LAYOUT, ensureSecret, SECRETS } from '#files/data-dir.ts';
import { StartError } from '#start-error.ts';

export interface PostgresOptions {
  /** Directory from `openDataDir`; the caller holds its lock. */
  dataDir: string;
  /** TCP port on 127.0.0.1; without one the server listens on a Unix socket in the data directory only. */
  port?: number | null;
  /** False only for throw-away servers of tests: a crash of the machine may then lose data. */
  durable?: boolean;
  identity?: PostgresIdentity;
}

export interface RunningPostgres {
  url: string;
  pid: number;
  /** Ends sessions, writes everything to disk and stops; resolves when the server is gone. */
  stop(): Promise<void>;
  /** Ends it at once, without writing memory to disk; the next start recovers from the log. */
  kill(): void;
  /** Resolves when the server ends, with the reason. */
  exited: Promise<string>;
}

const SOCKET_PORT = 5432; // part of the socket's file name
const SOCKET = `.s.PGSQL.${SOCKET_PORT}`;
const SOCKET_DIR_MAX_BYTES = 107 - `/${SOCKET}`.length; // sun_path in unix(7)
const POLL_MS = 15;
const STOP_STEPS = [
  ['SIGINT', 15_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const;

const SERVER_SETTINGS: Record<string, string> = {
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  random_page_cost: '1.1', // solid-state discs
  jit: 'off', // our queries are short
  max_parallel_workers_per_gather: '0', // judges need the cores, and containers have a small /dev/shm
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_min_duration_statement: '1s',
  // Values are sources of people, hashes of passwords and pieces of tests.
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
};
const THROW_AWAY_SETTINGS: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  max_connections: '300',
  log_min_duration_statement: '-1',
  // It may lie in memory.
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  wal_compression: 'off',
};

/**
 * Starts the bundled PostgreSQL on a data directory, making the database at first use and recovering it after a
 * crash. The server ends when this process ends, even by kill -9.
 *
 * @throws {StartError} with one line that says what to do
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const { dataDir, durable = true } = options;
  const identity = options.identity ?? choosePostgresIdentity();
  const password = ensureSecret(dataDir, SECRETS.postgresPassword);
  const clusterPath = path.join(dataDir, DATA_LAYOUT.cluster);
  letServerPass(identity, dataDir);
  const binaries = reachablePrograms(await findPostgresBinaries(), identity, dataDir);
  ensureCluster({ clusterDir: clusterPath, binaries, identity, password, durable });
  const clusterDir = realpathSync(clusterPath);
  await endLeftovers(clusterDir);

  const listen = listenOn(options, identity);
  const settings = { ...SERVER_SETTINGS, ...(durable ? {} : THROW_AWAY_SETTINGS), ...listen.settings };
  const logFile = path.join(dataDir, DATA_LAYOUT.logs, 'postgres.log');
  const command = [binaries.postgres, '-D', clusterDir, ...Object.entries(settings).flatMap(asFlag)];
  await rotateLog(logFile);
  const logStart = existsSync(logFile) ? statSync(logFile).size : 0;
  const child = spawnServer([...identity.prefix, ...command], logFile);
  const exited = waitForExit(child);
  if (!(await becomesReady(child, path.join(clusterDir, 'postmaster.pid')))) {
    const { bavail, bsize } = statfsSync(dataDir);
    const log = readFileSync(logFile, 'utf8').slice(logStart);
    throw explainFailure(log, { logFile, dataDir, port: options.port ?? null, freeBytes: bavail * bsize });
  }
  keepLogShort(logFile, exited);
  return {
    url: `postgres://${ROLE}:${password}@${listen.address}`,
    pid: child.pid ?? 0,
    stop: () => stopServer(child, exited),
    kill: () => void child.kill('SIGQUIT'),
    exited,
  };
}

function asFlag([name, value]: [string, string]): string[] {
  return ['-c', `${name}=${value}`];
}

function listenOn({ dataDir, port }: PostgresOptions, identity: PostgresIdentity) {
  if (port) {
    return {
      settings: { listen_addresses: '127.0.0.1', port: `${port}`, unix_socket_directories: '' },
      address: `127.0.0.1:${port}/${DATABASE}`,
    };
  }
  const directory = socketDirectory(dataDir, identity);
  giveTo(identity, directory);
  // Files of a killed server: its process id may belong to a zombie or another program by now, and would count as
  // alive.
  for (const name of [SOCKET, `${SOCKET}.lock`]) rmSync(path.join(directory, name), { force: true });
  return {
    settings: { listen_addresses: '', port: `${SOCKET_PORT}`, unix_socket_directories: directory },
    address: `localhost:${SOCKET_PORT}/${DATABASE}?host=${encodeURIComponent(directory)}`,
  };
}

/** Returns the socket's directory: beside the data, unless that path is too long for the address of a socket. */
function socketDirectory(dataDir: string, { owner }: PostgresIdentity): string {
  const beside = path.join(dataDir, DATA_LAYOUT.run);
  if (Buffer.byteLength(beside) <= SOCKET_DIR_MAX_BYTES) return beside;
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const directory = path.join(tmpdir(), `balloon-${name}`);
  mkdirSync(directory, { recursive: true, mode: 0o711 });
  const found = lstatSync(directory);
  // All users may write to that place; in a directory of another user, that user could imitate the database.
  const isOurs = found.isDirectory() && [process.getuid?.(), owner?.uid].includes(found.uid);
  if (!isOurs)
    throw new StartError(
      `${directory} is in the way and not ours: remove it, or set DATA_DIR to a shorter path`,
    );
  return directory;
}

/**
 * Starts the server in a process group of its own: Ctrl-C in the terminal reaches us, and we stop the server last.
 */
function spawnServer([command = '', ...args]: string[], logFile: string): ChildProcess {
  const log = openSync(logFile, 'a', 0o600);
  try {
    const stdio = ['ignore', log, log] as const;
    return spawn(command, args, { stdio: [...stdio], detached: true, cwd: '/', env: serverEnvironment() });
  } finally {
    closeSync(log);
  }
}

function waitForExit(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

/** Waits for "ready" in the server's pid file, as pg_ctl does. Recovery may take long. */
async function becomesReady(child: ChildProcess, pidFile: string): Promise<boolean> {
  while (!isReady(pidFile, child.pid)) {
    if (child.pid === undefined || hasEnded(child)) return false;
    await sleep(POLL_MS);
  }
  return true;
}

function isReady(pidFile: string, pid: number | undefined): boolean {
  const lines = readIfThere(pidFile).split('\n');
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

/** A server that ends removes its file at any moment. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function stopServer(child: ChildProcess, exited: Promise<string>): Promise<void> {
  for (const [signal, waitMs] of STOP_STEPS) {
    if (hasEnded(child)) return;
    child.kill(signal);
    await Promise.race([exited, sleep(waitMs, undefined, { ref: false })]);
  }
}
