import { MAX_PENDING_SOLUTIONS } from '@balloon/contracts/solutions/solutions.ts';
import { type Connection, connect } from '@balloon/database/connect.ts';
import { LANGUAGES } from '@balloon/domain/languages/languages.ts';
import { openStage } from '@balloon/e2e/sites/processes.ts';
import { gatherSampleCrew } from '@balloon/e2e/sites/sample-site.ts';
import { descendants } from '@balloon/judge/sandbox/host-state.ts';
import { newToken } from '@balloon/server/features/session/session-token.ts';
import autocannon from 'autocannon';
import { createBareTable, insertBare, startBareInsertServer } from '#contest/bare-insert.ts';
import { insertPeople, insertSessions } from '#contest/crowd.ts';
import { cpuMs } from '#processes/process-costs.ts';
import { median, quantile } from '#report/table.ts';
import { atLeast, atMost, type Target } from '#report/target.ts';
import { RawConnection } from '#requests/raw-post.ts';

export interface AcceptRow extends Partial<Target> {
  what: string;
  perSec: number;
  p50Ms: number;
  p99Ms: number;
  timesBare?: number;
  /** Commits of the database for each solution; those of sessions and chores are among them. */
  commitsEach?: number;
  /** CPU time for each solution, which depends less on what else the machine does. */
  webCpuMs?: number;
  databaseCpuMs?: number;
}

const PEOPLE = 2_000;
const ALONE = 400;
const SECONDS = 8;
const CROWDS = [10, 50, 100];
const TARGET_PER_SEC = 1_000;
const TARGET_TIMES_BARE = 3;
const SOURCE = 'print(sum(map(int, input().split())))\n'.repeat(30);

/** Measures how fast solutions of one contest are accepted, beside bare inserts with a commit on the same database. */
export async function benchAccept(): Promise<AcceptRow[]> {
  await using stage = await openStage();
  const { url: databaseUrl } = await stage.startDatabase();
  const web = await stage.startWeb('web', databaseUrl);
  const { contestId } = await gatherSampleCrew(web.url, web.output());
  await using everything = new AsyncDisposableStack();
  const database = everything.adopt(connect(databaseUrl), ({ close }) => close());
  await insertPeople(database, contestId, PEOPLE);
  const members = await insertSessions(database, contestId);
  const tokens = members.map(({ token }) => token);
  await createBareTable(database);
  const bareServer = everything.adopt(await startBareInsertServer(databaseUrl), (it) => it.stop());
  const site = {
    database,
    tokens,
    webPid: web.pid,
    contest: `${web.url}/api/contest/${contestId}`,
  };

  await openContest(site);
  await sendAlone(site, ALONE); // warms up
  const bare: number[] = [];
  const overHttp: number[] = [];
  const alone: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    bare.push(...(await insertBare(database, SOURCE, ALONE)));
    overHttp.push(...(await sendAlone(site, ALONE, bareServer.url)));
    alone.push(...(await sendAlone(site, ALONE)));
  }
  const timesBare = median(alone) / median(bare);
  const rows: AcceptRow[] = [
    rowOf('a bare insert with a commit, alone', bare),
    {
      ...rowOf('POST to a bare node:http that makes that insert, alone', overHttp),
      timesBare: median(overHttp) / median(bare),
    },
    {
      ...rowOf('POST to receipt, alone', alone),
      ...{ timesBare, ...atMost(timesBare, TARGET_TIMES_BARE, '× bare ') },
    },
  ];
  for (const connections of CROWDS) rows.push(await sendTogether(site, connections));
  return rows;
}

interface AcceptingSite {
  database: Connection;
  /** Sessions of the participants. */
  tokens: readonly string[];
  /** Address of the contest. */
  contest: string;
  webPid: number;
}

function rowOf(what: string, times: readonly number[]): AcceptRow {
  const totalMs = times.reduce((sum, time) => sum + time, 0);
  return {
    what,
    perSec: (1000 * times.length) / totalMs,
    p50Ms: median(times),
    p99Ms: quantile(times, 0.99),
  };
}

/** Everybody opens the contest: whoever sends has done so before. */
async function openContest({ contest, tokens }: AcceptingSite): Promise<void> {
  const requests = tokens.map((token) => ({ headers: { 'x-token': token } }));
  const { non2xx, errors } = await autocannon({
    url: contest,
    requests,
    connections: 1,
    amount: requests.length,
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} people could not open the contest`);
}

/** Sends solutions over one connection, each after the receipt of the one before. */
async function sendAlone(
  site: AcceptingSite,
  number: number,
  url = `${site.contest}/solutions`,
): Promise<number[]> {
  await emptyQueue(site.database);
  using connection = await RawConnection.open(url);
  const times: number[] = [];
  for (let sent = 0; sent < number; sent += 1) {
    const headers = { ...JSON_HEADERS, 'x-token': site.tokens[sent % PEOPLE] ?? '' };
    times.push(await connection.post(new URL(url).pathname, headers, bodyOf(newToken())));
  }
  return times;
}

const JSON_HEADERS = { 'content-type': 'application/json' };
const bodyOf = (idempotencyKey: string) =>
  JSON.stringify({
    symbolIndex: 'A',
    languageId: LANGUAGES.python3.id,
    solution: SOURCE,
    idempotencyKey,
  });

/** Sends over many connections at once. */
async function sendTogether(site: AcceptingSite, connections: number): Promise<AcceptRow> {
  await emptyQueue(site.database);
  const before = await readCosts(site);
  const result = await load(site, { connections, duration: SECONDS });
  const perSec = (1000 * result.requests.total) / (result.finish.getTime() - result.start.getTime());
  return {
    what: `POST to receipt, ${connections} connections`,
    perSec,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    ...costsEach(before, await readCosts(site), result.requests.total),
    ...(connections === Math.min(...CROWDS) ? {} : atLeast(perSec, TARGET_PER_SEC)),
  };
}

type Load = Pick<autocannon.Options, 'connections' | 'duration'>;

/** Sends each solution in the name of the next person. */
async function load(site: AcceptingSite, extent: Load): Promise<autocannon.Result> {
  let sent = 0;
  const result = await autocannon({
    ...extent,
    url: `${site.contest}/solutions`,
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => {
          sent += 1;
          const token = site.tokens[sent % PEOPLE] ?? '';
          return { ...request, headers: { ...JSON_HEADERS, 'x-token': token }, body: bodyOf(newToken()) };
        },
      },
    ],
  });
  if (sent > PEOPLE * MAX_PENDING_SOLUTIONS) {
    throw new Error('More solutions were sent than people may have pending');
  }
  const failures = result.non2xx + result.errors;
  if (failures > 0) throw new Error(`${failures} solutions were refused`);
  return result;
}

/** Lets everybody send anew, as if everything had been judged. */
const emptyQueue = ({ pool }: Connection) => pool.query('truncate judging');

interface Costs {
  commits: number;
  webCpuMs: number;
  databaseCpuMs: number;
}

async function readCosts({ database, webPid }: AcceptingSite): Promise<Costs> {
  const { rows } = await database.pool.query<{ commits: number }>(
    'select xact_commit as commits from pg_stat_database where datname = current_database()',
  );
  const ofWeb = [webPid, ...descendants(webPid)];
  const ofDatabase = descendants(process.pid).filter((pid) => !ofWeb.includes(pid));
  return {
    commits: rows[0]?.commits ?? 0,
    webCpuMs: cpuMs(ofWeb),
    databaseCpuMs: cpuMs(ofDatabase),
  };
}

const costsEach = (before: Costs, after: Costs, solutions: number) => ({
  commitsEach: (after.commits - before.commits) / solutions,
  webCpuMs: (after.webCpuMs - before.webCpuMs) / solutions,
  databaseCpuMs: (after.databaseCpuMs - before.databaseCpuMs) / solutions,
});
