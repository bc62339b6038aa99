import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, connect } from '@balloon/database/connect.ts';
import { waitFor, waitForHealth } from '@balloon/e2e/browser/wait.ts';
import { childrenOf } from '@balloon/e2e/chaos/leftovers.ts';
import type { Launched } from '@balloon/e2e/sites/launched.ts';
import { openStage } from '@balloon/e2e/sites/processes.ts';
import { gatherSampleCrew, type SampleCrew } from '@balloon/e2e/sites/sample-site.ts';
import { descendants } from '@balloon/judge/sandbox/host-state.ts';

/** Whole site in processes of its own, as `npm start` makes it: durable database, one web process, one judge. */
export interface BenchSite extends AsyncDisposable {
  url: string;
  webPid: number;
  database: Connection;
  crew: SampleCrew;
  /** Returns the running judge; it has the default number of slots unless `startJudge` set another. */
  startedJudge(): Launched;
  /** Stops the judge and starts it again with the given number of slots. */
  startJudge(slots: number): Promise<void>;
}

/**
 * Starts a site and waits until the judge has finished its preparations.
 *
 * @param judgeSettings settings of the judge that are not the usual ones
 */
export async function startBenchSite(judgeSettings: Record<string, string> = {}): Promise<BenchSite> {
  await using starting = new AsyncDisposableStack();
  const stage = starting.use(await openStage());
  const { url: databaseUrl } = await stage.startDatabase();
  const web = await stage.startWeb('web', databaseUrl);
  const launchJudge = async (slots: number) => {
    const launched = await stage.startJudge('judge', web.url, { JUDGE_SLOTS: `${slots}`, ...judgeSettings });
    await waitForHealth(web.url, ({ isJudging }) => isJudging);
    await headersAreMade(launched);
    return launched;
  };
  let judge = await launchJudge(Math.max(1, availableParallelism() - 1));
  const crew = await gatherSampleCrew(web.url, web.output());
  const database = starting.adopt(connect(databaseUrl), ({ close }) => close());
  const everything = starting.move();
  return {
    url: web.url,
    webPid: web.pid,
    database,
    crew,
    startedJudge: () => judge,
    async startJudge(slots) {
      await judge.stop();
      judge = await launchJudge(slots);
    },
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

const QUIET_MS = 2_000;

/** Waits until the judge has precompiled its headers: until no compiler of it runs in the background. */
async function headersAreMade(judge: Launched): Promise<void> {
  const isCompiling = () =>
    [judge.pid, ...descendants(judge.pid).map(Number)]
      .flatMap((pid) => childrenOf(pid))
      .some(({ words }) => words.includes('c++-header'));
  await waitFor('the precompiled headers', async () => {
    if (isCompiling()) return undefined;
    await sleep(QUIET_MS); // between one standard and the next
    return isCompiling() ? undefined : true;
  });
}
