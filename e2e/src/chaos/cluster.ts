import path from 'node:path';
import { freePort } from '@balloon/database/testing/free-port.ts';
import { waitFor, waitForHealth } from '#browser/wait.ts';
import { Kept, type Victim } from '#chaos/kept.ts';
import { helpersOf, killHelpersOf } from '#chaos/leftovers.ts';
import type { Timeline } from '#chaos/timeline.ts';
import type { World } from '#chaos/world.ts';
import { type Database, openStage, type Stage } from '#sites/processes.ts';
import { gatherSampleCrew, type SampleCrew } from '#sites/sample-site.ts';

/** Lease in seconds, short so that another judge soon takes over the work of a killed one. */
const LEASE_SECONDS = '5';
const WEBS = ['web-1', 'web-2'];
const JUDGES = ['judge-1', 'judge-2'];

/** Starts two web processes and two judges on one database, each started again when it dies. */
export async function startCluster(timeline: Timeline): Promise<World> {
  await using starting = new AsyncDisposableStack();
  const stage = starting.use(await openStage());
  const database = new KeptDatabase(await stage.startDatabase(), timeline);
  starting.defer(() => database.stop());
  const webs: { url: string; kept: Kept }[] = [];
  for (const name of WEBS) {
    const web = await keepWeb(stage, name, database.url, timeline);
    starting.defer(() => web.kept.stop());
    webs.push(web);
  }
  const judges = JUDGES.map((name, index) => {
    const serverUrl = webs[index]?.url ?? '';
    const judge = new Kept(name, () => stage.launchJudge(name, serverUrl), timeline);
    starting.defer(() => judge.stop());
    return judge;
  });
  const [first] = webs;
  if (!first) throw new Error('No web was started');
  const crew = await gatherSampleCrew(first.url, first.kept.current.output());
  return new Cluster(starting.move(), { stage, database, webs, judges, crew });
}

async function keepWeb(stage: Stage, name: string, databaseUrl: string, timeline: Timeline) {
  const port = await freePort();
  const env = { PORT: `${port}`, JUDGE_LEASE_SECONDS: LEASE_SECONDS };
  const kept = new Kept(name, () => stage.launchWeb(name, databaseUrl, env), timeline);
  const url = `http://127.0.0.1:${port}`;
  await waitForHealth(url, ({ database }) => database.connected);
  return { url, kept };
}

interface Parts {
  stage: Stage;
  database: KeptDatabase;
  webs: readonly { url: string; kept: Kept }[];
  judges: readonly Kept[];
  crew: SampleCrew;
}

class Cluster implements World {
  readonly helperPids = new Set<number>();
  readonly #everything: AsyncDisposableStack;
  readonly #parts: Parts;

  constructor(everything: AsyncDisposableStack, parts: Parts) {
    this.#everything = everything;
    this.#parts = parts;
  }

  get directory() {
    return path.resolve(this.#parts.stage.directory);
  }

  get urls() {
    return this.#parts.webs.map(({ url }) => url);
  }

  get databaseUrl() {
    return this.#parts.database.url;
  }

  get crew() {
    return this.#parts.crew;
  }

  get victims(): Victim[] {
    const { judges, webs, database } = this.#parts;
    const [first, second] = judges;
    return [
      ...judges.map((judge) => this.#noting(judge)),
      ...(first ? [this.#withHelper(first)] : []),
      ...(second ? [this.#helperOf(second)] : []),
      ...webs.map(({ kept }) => kept),
      database,
    ];
  }

  helpersNow(): number[] {
    const pids = this.#parts.judges.flatMap((judge) => helpersOf(judge.current.pid));
    for (const pid of pids) this.helperPids.add(pid);
    return pids;
  }

  async settle() {
    const { database, webs, judges } = this.#parts;
    await database.up();
    for (const { url, kept } of webs) {
      await kept.up();
      await waitForHealth(url, (health) => health.database.connected);
    }
    for (const judge of judges) await judge.up();
  }

  async stop() {
    const { judges, webs, database } = this.#parts;
    await Promise.all(judges.map((judge) => judge.stop()));
    await Promise.all(webs.map(({ kept }) => kept.stop()));
    await database.stop();
  }

  [Symbol.asyncDispose]() {
    return this.#everything.disposeAsync();
  }

  #noting(judge: Kept): Victim {
    return {
      name: judge.name,
      isUp: () => judge.isUp(),
      kill: async () => {
        this.helpersNow();
        await judge.kill();
      },
    };
  }

  /** Kills the helper first: it cannot remove its cgroups, and would leave dying programs unattended. */
  #withHelper(judge: Kept): Victim {
    const helper = this.#helperOf(judge);
    return {
      name: `${judge.name} and its sandbox helper`,
      isUp: helper.isUp,
      kill: async () => {
        await helper.kill();
        await judge.kill();
      },
    };
  }

  /** Kills the helper, as running out of memory does; the judge notices and ends. */
  #helperOf(judge: Kept): Victim {
    return {
      name: `sandbox helper of ${judge.name}`,
      isUp: () => judge.isUp() && helpersOf(judge.current.pid).length > 0,
      kill: async () => {
        this.helpersNow();
        killHelpersOf(judge.current.pid);
      },
    };
  }
}

/** Database, started again in its place when its postmaster dies. */
class KeptDatabase implements Victim {
  readonly name = 'database';
  readonly url: string;
  readonly #database: Database;
  readonly #timeline: Timeline;
  #isUp = true;
  #restarting: Promise<void> = Promise.resolve();

  constructor(database: Database, timeline: Timeline) {
    this.#database = database;
    this.url = database.url;
    this.#timeline = timeline;
  }

  isUp() {
    return this.#isUp;
  }

  async kill() {
    this.#isUp = false;
    await this.#database.kill();
    this.#restarting = this.#database.start().then(() => {
      this.#isUp = true;
      this.#timeline.note('database is back');
    });
  }

  async up() {
    await waitFor('the database to be up', () => (this.#isUp ? true : undefined));
  }

  async stop() {
    await this.#restarting;
    await this.#database.stop();
  }
}
