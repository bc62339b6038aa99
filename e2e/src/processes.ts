import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Health } from '@balloon/contracts/health.ts';
import { openDataDir } from '@balloon/launch/data-dir.ts';
import { type RunningPostgres, startPostgres } from '@balloon/launch/postgres.ts';

/*
 * Real processes of ours, started as an operator starts them: through the command line, each with settings of its
 * own. They end with whoever started them, even by kill -9: the channel to them closes.
 */

const MAIN = path.resolve(import.meta.dirname, '../../launch/src/main.ts');
const STOP_WITHIN_MS = 20_000;
const READY_WITHIN_MS = 120_000;
const LOOK_AGAIN_MS = 50;
/** As much of the settings as every process of one site shares. */
export const JUDGE_TOKEN = 'judge-token-of-end-to-end-tests';
export const ADMIN_PASSWORD = 'password of the admin';

/** A process of ours that was started. */
export interface Launched {
  readonly name: string;
  readonly pid: number;
  /** All it has written so far. */
  output(): string;
  /** Resolves with what it told when it was ready. */
  readonly ready: Promise<{ port?: number }>;
  /** Resolves with how it ended. */
  readonly exited: Promise<string>;
  isRunning(): boolean;
  /** kill -9; resolves when it is gone. */
  kill(): Promise<void>;
  /** Asks it to end, and insists after a while. */
  stop(): Promise<void>;
}

export interface Web extends Launched {
  readonly url: string;
  readonly port: number;
}

/** Everything that a test started, and a directory for it. Ends and removes it all when disposed. */
export class Stage implements AsyncDisposable {
  readonly directory: string;
  readonly #started: Launched[] = [];
  readonly #onEnd: (() => Promise<void>)[] = [];

  constructor(directory: string) {
    this.directory = directory;
  }

  /** Does something at the end, after the processes have stopped, the last one first. */
  atEnd(work: () => Promise<void>): void {
    this.#onEnd.push(work);
  }

  /**
   * Starts `balloon` with a data directory of its own beneath the stage's.
   *
   * @param name of the process and of its data directory
   */
  launch(name: string, args: readonly string[], env: Record<string, string> = {}): Launched {
    const cwd = openDataDir(path.join(this.directory, name));
    const launched = launchBalloon(name, args, { cwd, env: { DATA_DIR: cwd, ...env } });
    this.#started.push(launched);
    return launched;
  }

  /** A web process on any free port, unless `env` says which. */
  launchWeb(name: string, databaseUrl: string, env: Record<string, string> = {}): Launched {
    const settings = { PORT: '0', HOST: '127.0.0.1', DATABASE_URL: databaseUrl, JUDGE_TOKEN, ADMIN_PASSWORD };
    return this.launch(name, ['web'], { ...settings, ...env });
  }

  /** The same, when it answers. */
  async startWeb(name: string, databaseUrl: string, env: Record<string, string> = {}): Promise<Web> {
    const launched = this.launchWeb(name, databaseUrl, env);
    const { port = 0 } = await readyOrExplain(launched);
    const url = `http://127.0.0.1:${port}`;
    await waitForHealth(url, ({ database }) => database.connected);
    return Object.assign(launched, { url, port });
  }

  /** A judge with one slot, unless `env` says otherwise. */
  launchJudge(name: string, serverUrl: string, env: Record<string, string> = {}): Launched {
    const args = ['judge', '--server', serverUrl, '--token', JUDGE_TOKEN, '--name', name];
    return this.launch(name, args, { JUDGE_SLOTS: '1', ...env });
  }

  /** The same, when it has found its sandbox and its languages. */
  async startJudge(name: string, serverUrl: string, env: Record<string, string> = {}): Promise<Launched> {
    const launched = this.launchJudge(name, serverUrl, env);
    await readyOrExplain(launched);
    return launched;
  }

  /** The bundled PostgreSQL with its full durability, in this very process. */
  async startDatabase(): Promise<Database> {
    const database = new Database(openDataDir(path.join(this.directory, 'database')));
    await database.start();
    this.atEnd(() => database.stop());
    return database;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#started.map((launched) => launched.stop()));
    for (const work of this.#onEnd.toReversed()) await work();
    await rm(this.directory, { recursive: true, force: true });
  }
}

/** An empty stage in a temporary directory. */
export async function openStage(): Promise<Stage> {
  const directory = await mkdtemp(path.join(tmpdir(), 'balloon-e2e-'));
  await chmod(directory, 0o711); // where root may make no user namespaces, PostgreSQL passes as another account
  return new Stage(directory);
}

/** A PostgreSQL that can be killed and started again in its place, as the supervisor does. */
export class Database {
  readonly #dataDir: string;
  #server: RunningPostgres | null = null;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** The same after every start. */
  get url(): string {
    return this.#running.url;
  }

  async start(): Promise<void> {
    this.#server = await startPostgres({ dataDir: this.#dataDir });
  }

  /** kill -9 of the postmaster; resolves when it is gone. */
  async kill(): Promise<void> {
    process.kill(this.#running.pid, 'SIGKILL');
    await this.#running.exited;
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }

  get #running(): RunningPostgres {
    if (!this.#server) throw new Error('The database was not started');
    return this.#server;
  }
}

function launchBalloon(
  name: string,
  args: readonly string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Launched {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd, // a stray .env of the developer stays out
    env: { ...plainEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => output.push(text));
  }
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  return {
    name,
    pid: child.pid ?? 0,
    output: () => output.join(''),
    ready: new Promise((resolve) =>
      child.once('message', (message) => resolve(message as { port?: number })),
    ),
    exited,
    isRunning: () => isRunning(child),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      if (!isRunning(child)) return;
      child.kill('SIGTERM');
      await Promise.race([exited, sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
      child.kill('SIGKILL'); // does nothing to one that has ended
      await exited;
    },
  };
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

/** Nothing of the test runner's own environment: it would change how pages are built and what settings say. */
function plainEnvironment(): Record<string, string> {
  const wanted = ['PATH', 'HOME', 'LANG', 'TMPDIR'].map((key) => [key, process.env[key]] as const);
  return Object.fromEntries(wanted.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

/** A port of this machine that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Waits until a process does its work; fails with what it wrote when it ends before. */
export async function readyOrExplain(launched: Launched): Promise<{ port?: number }> {
  const ended = launched.exited.then((how) => {
    throw new Error(`${launched.name} ended before it was ready (${how}):\n${launched.output()}`);
  });
  const late = sleep(READY_WITHIN_MS, undefined, { ref: false }).then(() => {
    throw new Error(`${launched.name} is not ready after ${READY_WITHIN_MS} ms:\n${launched.output()}`);
  });
  return Promise.race([launched.ready, ended, late]);
}

/**
 * Waits until `GET /api/health` says what is wanted.
 *
 * @throws {Error} with the last answer when it does not in time
 */
export async function waitForHealth(url: string, isWanted: (health: Health) => boolean): Promise<Health> {
  return waitFor(`the health of ${url}`, async () => {
    const health = await readHealth(url);
    return health && isWanted(health) ? health : undefined;
  });
}

/** Null while nobody answers there. */
async function readHealth(url: string): Promise<Health | null> {
  try {
    const response = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(5_000) });
    return Health.parse(await response.json());
  } catch (error) {
    if (error instanceof TypeError || (error as Error).name === 'TimeoutError') return null; // fetch's refusals
    throw error;
  }
}

/**
 * Looks again and again until there is something to see.
 *
 * @param what for the error message
 * @param withinMs then it throws
 */
export async function waitFor<Value>(
  what: string,
  look: () => Promise<Value | undefined> | Value | undefined,
  withinMs = READY_WITHIN_MS,
): Promise<Value> {
  const untilMs = performance.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (performance.now() > untilMs) throw new Error(`Waited ${withinMs} ms in vain for ${what}`);
    await sleep(LOOK_AGAIN_MS);
  }
}
