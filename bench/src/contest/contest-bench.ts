import { type Connection, connect } from '@balloon/database/connect.ts';
import { JUDGE_TOKEN, openStage } from '@balloon/e2e/sites/processes.ts';
import { gatherSampleCrew } from '@balloon/e2e/sites/sample-site.ts';
import { createBareTable, insertBare } from '#contest/bare-insert.ts';
import { describeArrivals, momentsOf } from '#contest/busiest-minute.ts';
import { Bystanders, type BystandersResult } from '#contest/bystanders.ts';
import { compareWithRecomputation, type Differences } from '#contest/compare-table.ts';
import { givePasswords, insertSessions } from '#contest/crowd.ts';
import { CrowdLoad, type LoadResult, watchOwnDelay } from '#contest/crowd-load.ts';
import { countStatements, type DatabaseUse, watchDatabase } from '#contest/database-watch.ts';
import type { Profile } from '#contest/profiles.ts';
import { rowsOf } from '#contest/report.ts';
import { SimulatedJudges } from '#contest/simulated-judges.ts';
import { pinCores } from '#processes/pin-cores.ts';
import { type CpuShares, memoryMb, watchCosts } from '#processes/process-costs.ts';
import type { MeasuredRow } from '#report/measured-rows.ts';
import { insertContest } from '#scoreboard/scoreboard-requests-bench.ts';

const PROBLEMS = 6;
/** People who sign in, in turns. */
const SIGNING_IN = 100;
const BARE_INSERTS = 300;
const SOURCE = 'print(sum(map(int, input().split())))\n'.repeat(30);

/** Everything that a run has measured. */
export interface Measured {
  bareMs: number[];
  result: LoadResult;
  others: BystandersResult;
  differences: Differences;
  database: DatabaseUse;
  cpu: CpuShares;
  /** Memory of the largest web, in MB. */
  webMb: number;
}

/** The bench of a crowd in a contest, with its title and note. */
export const contestBench = (profile: Profile) => ({
  title: profile.title,
  note: noteOf(profile),
  run: async (): Promise<MeasuredRow[]> => {
    const measured = await measureContest(profile);
    const { lost, disordered, unjudged, rows } = measured.differences;
    const { unheard, unshown } = measured.result;
    if (lost + disordered + unjudged + rows + unheard + unshown > 0) process.exitCode = 1;
    return rowsOf(profile, measured);
  },
});

function noteOf(profile: Profile): string {
  const { people, openTables, historyEach, arrivals, seconds, webs, isPinned, isJudged } = profile;
  const { judgeSlots, judgingMs, statementsPerSec, signInsPerSec } = profile;
  const speed = judgingMs === 0 ? 'need no time' : `need ${judgingMs} ms for each in ${judgeSlots} slots`;
  const sent = describeArrivals(arrivals, seconds);
  return [
    `${people} people with sockets, ${Math.round(100 * openTables)} % of them before the table, ${people * historyEach} earlier`,
    `solutions; ${sent}, ${isJudged ? `judged through the protocol by judges that ${speed}` : 'nothing is judged'};`,
    ...(statementsPerSec + signInsPerSec === 0
      ? []
      : [`${statementsPerSec} statements opened and ${signInsPerSec} sign-in a second;`]),
    `${webs}`,
    `web${webs === 1 ? '' : 's'}${isPinned ? ', each pinned to a core' : ''}. Durable database, webs and this generator share the machine. At the end receipts, verdicts and each`,
    'page of the table are compared with a recomputation.',
  ].join(' ');
}

/** Lets a crowd live through a part of a contest on a whole site of its own. */
export async function measureContest(profile: Profile): Promise<Measured> {
  await using stage = await openStage();
  await using everything = new AsyncDisposableStack();
  const server = await stage.startDatabase();
  await countStatements(server);
  const databaseUrl = server.url;
  const first = await stage.startWeb('web', databaseUrl);
  const { contestId: sampleId } = await gatherSampleCrew(first.url, first.output());
  const database = everything.adopt(connect(databaseUrl), ({ close }) => close());
  const contestId = await insertContest(database, sampleId, {
    ...{ name: 'crowd', participants: profile.people, problems: PROBLEMS },
    solutionsEach: profile.historyEach,
  });
  const members = await insertSessions(database, contestId);
  const webs = [first];
  while (webs.length < profile.webs) webs.push(await stage.startWeb(`web ${webs.length}`, databaseUrl));
  if (profile.isPinned) pinCores(webs.map(({ pid }) => pid));
  const bareMs = await measureBare(database);

  const urls = webs.map(({ url }) => url);
  const judges = profile.isJudged ? new SimulatedJudges(profile.judgingMs) : null;
  await judges?.start(urls, JUDGE_TOKEN, profile.judgeSlots);
  const moments = momentsOf(profile.arrivals, profile.seconds);
  const load = new CrowdLoad({ urls, contestId, members, openTables: profile.openTables, moments, judges });
  await load.connect();
  const usernames = await givePasswords(
    database,
    members.slice(0, profile.signInsPerSec > 0 ? SIGNING_IN : 0),
  );
  const bystanders = new Bystanders({ urls, contestId, members, usernames, ...profile });

  const endDatabase = await watchDatabase(database, SOURCE);
  const endOwnDelay = watchOwnDelay();
  const endCosts = watchCosts(webs.map(({ pid }) => pid));
  bystanders.start();
  await load.live();
  const others = await bystanders.stop();
  const cpu = endCosts();
  const ownDelayMs = endOwnDelay();
  const use = await endDatabase();
  const webMb = Math.max(...webs.map(({ pid }) => memoryMb(pid)));
  await load.end();
  await judges?.stop();

  const result = { ...load.result, ownDelayMs };
  const viewer = { contestId, token: members[0]?.token ?? '' };
  const judged = { accepted: result.accepted, isJudged: profile.isJudged };
  const differences = await compareWithRecomputation(database, webs, viewer, judged);
  return { bareMs, result, others, differences, database: use, cpu, webMb };
}

async function measureBare(database: Connection): Promise<number[]> {
  await createBareTable(database);
  await insertBare(database, SOURCE, BARE_INSERTS); // warms up
  return insertBare(database, SOURCE, BARE_INSERTS);
}
