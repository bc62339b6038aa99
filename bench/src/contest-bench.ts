import { connect } from '@balloon/database/connect.ts';
import { JUDGE_TOKEN, openStage } from '@balloon/e2e/processes.ts';
import { gatherSampleCrew } from '@balloon/e2e/sample-site.ts';
import { descendants } from '@balloon/judge/sandbox/host-state.ts';
import { lastMoments } from '#contest/busiest-minute.ts';
import { compareWithRecomputation } from '#contest/compare-table.ts';
import { insertSessions } from '#contest/crowd.ts';
import { loadContest } from '#contest/load-contest.ts';
import { cpuMs, memoryMb } from '#process-costs.ts';
import { insertContest } from '#scoreboard-requests-bench.ts';
import { median, quantile } from '#table.ts';
import { atMost, type Target } from '#target.ts';

export interface ContestRow extends Partial<Target> {
  what: string;
  p50Ms?: number;
  p99Ms?: number;
  worstMs?: number;
  number?: number;
}

/** Crowd of one run. */
export interface Profile {
  people: number;
  /** Part of the people who look at the table. */
  openTables: number;
  /** How many times as many solutions as in the real contest. */
  factor: number;
  /** How many of the last seconds. */
  seconds: number;
  webs: number;
}

/** The last minute of a national qualification of 2,400 teams, with a quarter of them before the table. */
const LAST_MINUTE: Profile = { people: 2_500, openTables: 0.25, factor: 1, seconds: 60, webs: 1 };

/**
 * Lets a crowd live through the last minute of a contest on a whole site, and compares table and verdicts with a
 * recomputation at the end.
 *
 * @throws {Error} when a solution was lost or the table differs
 */
export async function benchContest(profile: Profile = profileOfEnv()): Promise<ContestRow[]> {
  await using stage = await openStage();
  await using everything = new AsyncDisposableStack();
  const { url: databaseUrl } = await stage.startDatabase();
  const first = await stage.startWeb('web', databaseUrl);
  const { contestId: sampleId } = await gatherSampleCrew(first.url, first.output());
  const database = everything.adopt(connect(databaseUrl), ({ close }) => close());
  const contestId = await insertContest(database, sampleId, {
    ...{ name: 'crowd', participants: profile.people, problems: 6 },
  });
  const members = await insertSessions(database, contestId);
  const webs = [first];
  while (webs.length < profile.webs) webs.push(await stage.startWeb(`web ${webs.length}`, databaseUrl));

  const costs = () => costsOf(webs.map(({ pid }) => pid));
  const before = costs();
  const startedAt = performance.now();
  const result = await loadContest({
    ...{ urls: webs.map(({ url }) => url), contestId, members, judgeToken: JUDGE_TOKEN },
    ...{ openTables: profile.openTables, moments: lastMoments(profile.seconds, profile.factor), slots: 8 },
  });
  const tookMs = performance.now() - startedAt;
  const share = (ms: number) => (100 * ms) / tookMs;
  const after = costs();
  const webShare = share(after.webs - before.webs);
  const memory = Math.max(...webs.map(({ pid }) => memoryMb(pid)));
  const lost = await compareWithRecomputation(database, webs, contestId, members[0]?.token ?? '', result);

  return [
    { ...times('accepted', result.acceptMs), ...atMost(quantile(result.acceptMs, 0.99), 200, 'p99 ') },
    {
      ...times('verdict heard by its author', result.heardMs),
      ...atMost(quantile(result.heardMs, 0.99), 500, 'p99 '),
    },
    {
      ...times('change shown by an open table', result.tableAgeMs),
      ...atMost(quantile(result.tableAgeMs, 0.99), 2_000, 'p99 '),
    },
    { ...times('pages answered', result.answerMs), ...atMost(quantile(result.answerMs, 0.99), 200, 'p99 ') },
    { what: 'solutions lost, or different in the table', number: lost, ...atMost(lost, 0) },
    { what: 'solutions refused for the moment (503)', number: result.refused },
    {
      what: 'tables read anew after a gap',
      number: result.tableFetches - Math.round(profile.people * profile.openTables),
    },
    { what: 'processor of the webs, % of a core', number: webShare, ...atMost(webShare, 70 * profile.webs) },
    {
      what: 'processor of the database, % of a core',
      number: share(after.database - before.database),
    },
    { what: 'processor of this generator, % of a core', number: share(after.own - before.own) },
    { what: 'lateness of this generator, p99 in ms', number: result.ownDelayMs },
    {
      what: 'memory of the largest web, MB',
      number: memory,
      ...atMost(memory, 400),
    },
  ];
}

/** CPU time in ms so far of the webs, of the database and of this process. */
function costsOf(webs: readonly number[]) {
  const ofWebs = webs.flatMap((pid) => [pid, ...descendants(pid).map(Number)]);
  const ofDatabase = descendants(process.pid)
    .map(Number)
    .filter((pid) => !ofWebs.includes(pid));
  const { user, system } = process.cpuUsage();
  return { webs: cpuMs(ofWebs), database: cpuMs(ofDatabase), own: (user + system) / 1000 };
}

function times(what: string, values: readonly number[]): ContestRow {
  return {
    what: `${what} (${values.length})`,
    p50Ms: median(values),
    p99Ms: quantile(values, 0.99),
    worstMs: Math.max(...values),
  };
}

/** The last minute with the people, tables, seconds and webs of BENCH_PEOPLE, BENCH_TABLES, BENCH_SECONDS, BENCH_FACTOR and BENCH_WEBS. */
function profileOfEnv(): Profile {
  const given = (name: string, otherwise: number) => Number(process.env[`BENCH_${name}`] ?? otherwise);
  return {
    people: given('PEOPLE', LAST_MINUTE.people),
    openTables: given('TABLES', LAST_MINUTE.openTables),
    factor: given('FACTOR', LAST_MINUTE.factor),
    seconds: given('SECONDS', LAST_MINUTE.seconds),
    webs: given('WEBS', LAST_MINUTE.webs),
  };
}
