import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connect } from '@balloon/database/connect.ts';
import {
  findPostgresBinaries,
  giveTo,
  serverEnvironment,
} from '@balloon/launch/database/postgres-cluster.ts';
import { choosePostgresIdentity } from '@balloon/launch/database/postgres-identity.ts';
import { reachablePrograms } from '@balloon/launch/database/postgres-programs.ts';
import { DATA_LAYOUT } from '@balloon/launch/files/data-dir.ts';

/** A streaming replica of a built-in database, made as its manual says where pg_basebackup is missing. */
export interface StreamingReplica {
  url: string;
  /** Process of the server, which tests may stop and let go on. */
  pid(): number;
  start(): void;
  /** Ends the server at once, as a crash of its machine would. */
  kill(): Promise<void>;
}

const SOCKET_PORT = '5432';
/** At least those of the primary: a replica with less does not start. */
const SETTINGS = ['max_connections=300', 'shared_buffers=32MB', 'hot_standby=on'];

/**
 * Copies the cluster of a running primary and starts to stream from it.
 *
 * @param primaryUrl address of a superuser
 * @param primaryDataDir its data directory
 * @param dataDir directory that is made
 */
export async function createStreamingReplica(
  primaryUrl: string,
  primaryDataDir: string,
  dataDir: string,
): Promise<StreamingReplica> {
  const identity = choosePostgresIdentity();
  const clusterDir = path.join(dataDir, 'postgres');
  const socketDir = path.join(dataDir, 'run');
  mkdirSync(socketDir, { recursive: true, mode: 0o755 });
  await copyCluster(primaryUrl, path.join(primaryDataDir, DATA_LAYOUT.cluster), clusterDir);
  for (const file of [socketDir, path.join(clusterDir, 'standby.signal')]) {
    if (!existsSync(file)) writeFileSync(file, '');
    giveTo(identity, file);
  }
  const binaries = reachablePrograms(await findPostgresBinaries(), identity, primaryDataDir);
  const settings = [
    ...SETTINGS,
    `primary_conninfo=${connectionInfo(primaryUrl)}`,
    'listen_addresses=',
    `port=${SOCKET_PORT}`,
    `unix_socket_directories=${socketDir}`,
  ].flatMap((setting) => ['-c', setting]);
  let server: ChildProcess | null = null;
  const [program = '', ...words] = [...identity.prefix, binaries.postgres, '-D', clusterDir, ...settings];
  const url = new URL(primaryUrl);
  url.searchParams.set('host', socketDir);
  return {
    url: url.href,
    pid: () => server?.pid ?? 0,
    start() {
      const log = openSync(path.join(dataDir, 'replica.log'), 'a', 0o600);
      server = spawn(program, words, {
        stdio: ['ignore', log, log],
        detached: true,
        cwd: '/',
        env: serverEnvironment(),
      });
      closeSync(log);
    },
    async kill() {
      if (!server || server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, 'exit');
      server.kill('SIGQUIT');
      await ended;
      rmSync(path.join(clusterDir, 'postmaster.pid'), { force: true });
    },
  };
}

/** A base backup by hand: the files as they are, and what the primary says of them. */
async function copyCluster(primaryUrl: string, from: string, to: string): Promise<void> {
  const { pool, close } = connect(primaryUrl, { maxConnections: 1 });
  const session = await pool.connect();
  try {
    await session.query(`select pg_backup_start('replica', fast => true)`);
    mkdirSync(to, { recursive: true });
    // Files come and go while they are copied; the log makes up for that.
    spawnSync('cp', ['-a', `${from}/.`, to]);
    for (const file of ['postmaster.pid', 'postmaster.opts']) rmSync(path.join(to, file), { force: true });
    const { rows } = await session.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    );
    writeFileSync(path.join(to, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    session.release();
    await close();
  }
}

function connectionInfo(url: string): string {
  const { username, password, searchParams } = new URL(url);
  return `host=${searchParams.get('host')} port=${SOCKET_PORT} user=${username} password=${password}`;
}
