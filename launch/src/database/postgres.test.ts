import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningPostgres, startPostgres } from '#database/postgres.ts';
import { findPostgresBinaries } from '#database/postgres-cluster.ts';
import { accountIdentity } from '#database/postgres-identity.ts';
import { rotateLog } from '#database/postgres-log.ts';
import { reachablePrograms } from '#database/postgres-programs.ts';
import { openDataDir } from '#files/data-dir.ts';

let dataDir: string;
const running: RunningPostgres[] = [];

afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

/** Making a cluster costs more than all else here, so these tests share one, in their order. */
describe('a cluster', () => {
  beforeAll(newDataDir);
  afterAll(removeDataDir);

  test('the first start makes a durable database that only its password opens', async () => {
    const server = await start({ durable: true });

    const [row] = await query(
      server.url,
      "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync, lower('ЁЖ') as lower",
    );
    expect(row).toEqual({ fsync: 'on', sync: 'on', lower: 'ёж' });
    expect(statSync(path.join(dataDir, 'secrets', 'postgres-password')).mode & 0o777).toBe(0o600);
    const wrong = new URL(server.url);
    wrong.password = 'guess';
    await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  });

  test('slow statements and errors are in the log without their values', async () => {
    const { url } = await start({ durable: true });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('set log_min_duration_statement = 0');
    await client.query('select $1::text as slow_one', ['secret-of-anna']);
    await client
      .query('select 1 / (length($1::text) - 14) as wrong_one', ['secret-of-anna'])
      .catch(() => undefined);
    await client.end();
    const log = readFileSync(logFile(), 'utf8');
    expect([log.includes('slow_one'), log.includes('wrong_one')]).toEqual([true, true]);
    expect(log).not.toContain('secret-of-anna');
  });

  test('a long log is moved aside while the server goes on to write', async () => {
    const { url } = await start();
    truncateSync(logFile(), 21 * 1024 * 1024);
    await rotateLog(logFile());
    await expect(query(url, 'select 1 from nowhere')).rejects.toThrow(/nowhere/);
    expect(readFileSync(logFile(), 'utf8')).toMatch(/^\d{4}-.*nowhere/);
    expect(statSync(`${logFile()}.1`).size).toBe(21 * 1024 * 1024);
  });

  test('rows outlive a stop and a new start', async () => {
    const first = await start();
    await query(first.url, 'create table kept as select 1 as n');
    await first.stop();
    await first.exited;

    const second = await start();

    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 1 }]);
  });

  test('kill -9 of the server loses no committed row, and a new start works at once', async () => {
    const first = await start({ durable: true });
    await query(first.url, 'create table counted (n int)');
    // A busy session outlives its postmaster for a moment and holds the shared memory.
    const busy = new pg.Client({ connectionString: first.url });
    busy.on('error', () => undefined);
    await busy.connect();
    const busyQuery = busy
      .query('select count(*) from generate_series(1, 1000000000)')
      .catch((error) => error);
    await query(first.url, 'insert into counted select generate_series(1, 1000)');

    process.kill(first.pid, 'SIGKILL');
    const second = await start({ durable: true });

    expect(await query(second.url, 'select count(*)::int as n from counted')).toEqual([{ n: 1000 }]);
    expect(await busyQuery).toBeInstanceOf(Error);
  });

  test('a server left running by an earlier start is ended first', async () => {
    const first = await start();
    await query(first.url, 'create table kept_on as select 1 as n');

    const second = await start();

    await first.exited;
    expect(await query(second.url, 'select n from kept_on')).toEqual([{ n: 1 }]);
  });

  test("lock files whose process id now belongs to another process don't stop the start", async () => {
    await (await start()).stop();
    const lock = `${process.ppid}\n${path.join(dataDir, 'postgres')}\n0\n5432\n`;
    for (const file of ['postgres/postmaster.pid', 'run/.s.PGSQL.5432.lock', 'run/.s.PGSQL.5432']) {
      writeFileSync(path.join(dataDir, file), lock, { mode: 0o600 });
    }

    const server = await start();

    expect(await query(server.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  test('a port in use is named', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;

    await expect(startPostgres({ dataDir, port })).rejects.toThrow(`DATABASE_PORT ${port} is in use`);
    other.close();
  });
});

describe('a start', () => {
  beforeEach(newDataDir);
  afterEach(removeDataDir);

  test('an interrupted first start is repeated', async () => {
    mkdirSync(path.join(dataDir, 'postgres.new', 'base'), { recursive: true });

    const server = await start();

    expect(await query(server.url, 'select 1 as n')).toEqual([{ n: 1 }]);
    expect(readdirSync(dataDir)).not.toContain('postgres.new');
  });

  test('a cluster of another PostgreSQL version is left alone and named', async () => {
    const cluster = path.join(dataDir, 'postgres');
    mkdirSync(cluster, { mode: 0o700 });
    writeFileSync(path.join(cluster, 'PG_VERSION'), '16\n');

    await expect(start()).rejects.toThrow(/made by PostgreSQL 16, this Balloon brings 18/);
    expect(readdirSync(cluster)).toEqual(['PG_VERSION']);
  });

  test('a data directory with a long path works too', async () => {
    const deep = openDataDir(path.join(dataDir, 'deep'.repeat(30)));

    const server = await start({ dataDir: deep });

    expect(await query(server.url, 'select 1 as n')).toEqual([{ n: 1 }]);
    await server.stop();
    rmSync(new URL(server.url).searchParams.get('host') ?? '', { recursive: true });
  });

  // Only root can become another account; others never need to.
  test.runIf(process.getuid?.() === 0)(
    'without namespaces root runs the server as a system account',
    async () => {
      const owner = systemDaemon();

      const server = await start({ identity: accountIdentity(owner) });

      expect(statSync(`/proc/${server.pid}`).uid).toBe(owner.uid);
      expect(await query(server.url, 'select 1 as n')).toEqual([{ n: 1 }]);
      await server.stop();
      expect(existsSync(`/proc/${server.pid}`)).toBe(false);
    },
  );

  // The repository may lie where only root may enter, such as root's home.
  test.runIf(process.getuid?.() === 0)(
    'an account that may not enter our folder gets a copy of the programs',
    async () => {
      const binaries = await findPostgresBinaries();
      const closed = path.join(dataDir, 'closed');
      mkdirSync(closed, { mode: 0o700 });
      cpSync(path.dirname(path.dirname(binaries.postgres)), path.join(closed, 'native'), {
        recursive: true,
        verbatimSymlinks: true,
      });
      const inside = (name: string) => path.join(closed, 'native', 'bin', name);
      chmodSync(dataDir, 0o711);

      const programs = reachablePrograms(
        { initdb: inside('initdb'), postgres: inside('postgres') },
        accountIdentity(systemDaemon()),
        dataDir,
      );

      expect(programs.postgres).not.toContain('closed');
      const become = accountIdentity(systemDaemon()).prefix;
      const version = spawnSync(become[0] ?? '', [...become.slice(1), programs.postgres, '--version']);
      expect(version.stdout.toString()).toMatch(/^postgres \(PostgreSQL\) 18/);
    },
  );
});

function newDataDir(): void {
  dataDir = openDataDir(mkdtempSync(path.join(tmpdir(), 'balloon-postgres-')));
}

async function removeDataDir(): Promise<void> {
  for (const server of running.splice(0)) await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

const logFile = () => path.join(dataDir, 'logs', 'postgres.log');

async function start(options: Partial<Parameters<typeof startPostgres>[0]> = {}): Promise<RunningPostgres> {
  const server = await startPostgres({ dataDir, durable: false, ...options });
  running.push(server);
  return server;
}

function systemDaemon() {
  const account = readFileSync('/etc/passwd', 'utf8').match(/^daemon:[^:]*:(\d+):(\d+):/m);
  return { uid: Number(account?.[1]), gid: Number(account?.[2]) };
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
