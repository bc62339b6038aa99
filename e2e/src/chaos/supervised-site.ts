import { readFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '@balloon/database/testing/free-port.ts';
import { DATA_LAYOUT, SECRETS } from '@balloon/launch/files/data-dir.ts';
import { waitForHealth } from '#browser/wait.ts';
import { Kept, type Victim } from '#chaos/kept.ts';
import { childrenOf, helpersOf, killHelpersOf, killNow } from '#chaos/leftovers.ts';
import type { Timeline } from '#chaos/timeline.ts';
import type { World } from '#chaos/world.ts';
import { ADMIN_PASSWORD, openStage } from '#sites/processes.ts';
import { gatherSampleCrew, type SampleCrew } from '#sites/sample-site.ts';

const NAME = 'site';
const RUNS_NOW = 'Balloon is running';

/** Starts what an operator gets by `npm start`: one supervisor with a database, a web process and a judge. */
export async function startSupervisedSite(timeline: Timeline): Promise<World> {
  await using starting = new AsyncDisposableStack();
  const stage = starting.use(await openStage());
  const port = await freePort();
  const env = {
    PORT: `${port}`,
    HOST: '127.0.0.1',
    ADMIN_PASSWORD,
    JUDGE_SLOTS: '1',
    JUDGE_LEASE_SECONDS: '5',
  };
  const kept = new Kept('supervisor', () => stage.launch(NAME, ['start'], env), timeline);
  starting.defer(() => kept.stop());
  const url = `http://127.0.0.1:${port}`;
  await waitForHealth(url, ({ database, isJudging }) => database.connected && isJudging);
  const crew = await gatherSampleCrew(url, kept.current.output());
  return new SupervisedSite(starting.move(), { directory: stage.directory, kept, url, crew });
}

interface Parts {
  directory: string;
  kept: Kept;
  url: string;
  crew: SampleCrew;
}

class SupervisedSite implements World {
  readonly helperPids = new Set<number>();
  readonly databaseUrl: string;
  readonly #everything: AsyncDisposableStack;
  readonly #parts: Parts;

  constructor(everything: AsyncDisposableStack, parts: Parts) {
    this.#everything = everything;
    this.#parts = parts;
    const file = path.join(parts.directory, NAME, DATA_LAYOUT.secrets, SECRETS.databaseUrl);
    this.databaseUrl = readFileSync(file, 'utf8').trim();
  }

  get directory() {
    return this.#parts.directory;
  }

  get urls() {
    return [this.#parts.url];
  }

  get crew() {
    return this.#parts.crew;
  }

  get victims(): Victim[] {
    return [
      this.#child('web', (words) => words.includes('web')),
      this.#child('judge', (words) => words.includes('judge')),
      this.#child('database', ([command = '']) => path.basename(command) === 'postgres'),
      {
        name: 'sandbox helper',
        isUp: () => this.#runs() && this.helpersNow().length > 0,
        kill: async () => killHelpersOf(this.#parts.kept.current.pid),
      },
      {
        name: 'supervisor',
        isUp: () => this.#runs(),
        kill: async () => {
          this.helpersNow();
          await this.#parts.kept.kill();
        },
      },
    ];
  }

  helpersNow(): number[] {
    const pids = helpersOf(this.#parts.kept.current.pid);
    for (const pid of pids) this.helperPids.add(pid);
    return pids;
  }

  /** Waits until a judge has registered with the web process that runs now. */
  async settle() {
    await waitForHealth(
      this.#parts.url,
      ({ database, isJudging }) => this.#runs() && database.connected && isJudging,
    );
  }

  async stop() {
    await this.#parts.kept.stop();
  }

  [Symbol.asyncDispose]() {
    return this.#everything.disposeAsync();
  }

  #runs(): boolean {
    const { current } = this.#parts.kept;
    return current.isRunning() && current.output().includes(RUNS_NOW);
  }

  /** Finds a process that the supervisor started and starts again. */
  #child(name: string, isIt: (words: string[]) => boolean): Victim {
    const find = () => childrenOf(this.#parts.kept.current.pid).find(({ words }) => isIt(words));
    return {
      name,
      isUp: () => this.#runs() && find() !== undefined,
      kill: async () => {
        this.helpersNow();
        const found = find();
        if (found) killNow(found.pid);
      },
    };
  }
}
