import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { tryLanguagesOnce } from '@balloon/judge/testing/open-test-workshop.ts';
import { rememberTried } from '@balloon/judge/testing/tried-languages.ts';
import { type RunningPostgres, startPostgres } from '@balloon/launch/database/postgres.ts';
import { DATA_LAYOUT, openDataDir } from '@balloon/launch/files/data-dir.ts';
import { waitForHealth } from '#browser/wait.ts';
import { type Launched, launchBalloon, readyOrExplain } from '#sites/launched.ts';

/** Token that all processes of a test site share. */
export const JUDGE_TOKEN = 'judge-token-of-end-to-end-tests';
export const ADMIN_PASSWORD = 'password of the admin';

export interface Web extends Launched {
  readonly url: string;
  readonly port: number;
}

/** All processes that a test started, and its directory; disposing ends and removes it all. */
export class Stage implements AsyncDisposable {
  readonly directory: string;
  readonly #started: Launched[] = [];
  readonly #databases: Database[] = [];

  constructor(directory: string) {
    this.directory = directory;
  }

  /**
   * Starts `balloon` with a data directory of its own beneath the stage's.
   *
   * @param name name of the process and of its data directory
   */
  launch(name: string, args: readonly string[], env: Record<string, string> = {}): Launched {
    const cwd = openDataDir(path.join(this.directory, name));
    rememberLanguages(cwd, args);
    const launched = launchBalloon(name, args, {
      cwd,
      env: { DATA_DIR: cwd, SAMPLE_DATA: 'contest', ...env },
    });
    this.#started.push(launched);
    return launched;
  }

  /** Starts a web process on any free port, unless `env` sets one. */
  launchWeb(name: string, databaseUrl: string, env: Record<string, string> = {}): Launched {
    const settings = { PORT: '0', HOST: '127.0.0.1', DATABASE_URL: databaseUrl, JUDGE_TOKEN, ADMIN_PASSWORD };
    return this.launch(name, ['web'], { ...settings, ...env });
  }

  /** Starts a web process and waits until it answers. */
  async startWeb(name: string, databaseUrl: string, env: Record<string, string> = {}): Promise<Web> {
    const launched = this.launchWeb(name, databaseUrl, env);
    const { port = 0 } = await readyOrExplain(launched);
    const url = `http://127.0.0.1:${port}`;
    await waitForHealth(url, ({ database }) => database.connected);
    return Object.assign(launched, { url, port });
  }

  /** Starts a judge with one slot, unless `env` sets another number. */
  launchJudge(name: string, serverUrl: string, env: Record<string, string> = {}): Launched {
    const args = ['judge', '--server', serverUrl, '--token', JUDGE_TOKEN, '--name', name];
    return this.launch(name, args, { JUDGE_SLOTS: '1', ...env });
  }

  /** Starts a judge and waits until it has found its sandbox and its languages. */
  async startJudge(name: string, serverUrl: string, env: Record<string, string> = {}): Promise<Launched> {
    const launched = this.launchJudge(name, serverUrl, env);
    await readyOrExplain(launched);
    return launched;
  }

  /** Starts the bundled PostgreSQL with full durability, in this process. */
  async startDatabase(): Promise<Database> {
    const database = new Database(openDataDir(path.join(this.directory, 'database')));
    await database.start();
    this.#databases.push(database);
    return database;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#started.map((launched) => launched.stop()));
    for (const database of this.#databases) await database.stop();
    await rm(this.directory, { recursive: true, force: true });
  }
}

/**
 * Gives a judge that is about to start what tests found of this machine's languages: trying all of them anew costs seconds
 * of a core, and tests of the judge itself do it.
 */
function rememberLanguages(dataDir: string, args: readonly string[]): void {
  const name = args[args.indexOf('--name') + 1];
  const folder = path.join(dataDir, DATA_LAYOUT.judge, args[0] === 'judge' && name ? name : hostname());
  if (['judge', 'start'].includes(args[0] ?? '')) rememberTried(folder);
}

/** Opens an empty stage in a temporary directory. Its judges know the languages of the machine, which a run tries once. */
export async function openStage(): Promise<Stage> {
  await tryLanguagesOnce();
  const directory = await mkdtemp(path.join(tmpdir(), 'balloon-e2e-'));
  await chmod(directory, 0o711); // where root may make no user namespaces, PostgreSQL runs as another account
  return new Stage(directory);
}

/** PostgreSQL that can be killed and started again in its place, as the supervisor does. */
export class Database {
  readonly #dataDir: string;
  #server: RunningPostgres | null = null;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** Connection URL, the same after every start. */
  get url(): string {
    return this.#running.url;
  }

  async start(): Promise<void> {
    this.#server = await startPostgres({ dataDir: this.#dataDir });
  }

  /** Sends SIGKILL to the postmaster; resolves when it is gone. */
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
