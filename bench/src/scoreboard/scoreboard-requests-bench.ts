import { JoinReply } from '@balloon/contracts/contests.ts';
import { ScoreboardPage } from '@balloon/contracts/scoreboard/scoreboard.ts';
import type { Connection } from '@balloon/database/connect.ts';
import { VERDICTS } from '@balloon/domain/judging/verdicts.ts';
import autocannon from 'autocannon';
import { sql } from 'kysely';
import type { BenchSite } from '#processes/bench-site.ts';
import { cpuMs } from '#processes/process-costs.ts';
import { median } from '#report/table.ts';
import { atLeast, type Target } from '#report/target.ts';
import { startBareServer } from '#requests/api-bench.ts';
import { loadRaw, readRaw } from '#requests/raw-load.ts';

export interface ScoreboardRequestsRow extends Partial<Target> {
  what: string;
  requestsPerSec?: number;
  p50Ms: number;
  p99Ms?: number;
  /** CPU time of the server for each answer, which depends less on what else the machine does. */
  serverCpuMs?: number;
  /** Answers in a second, as a part of those of the bare server. */
  ofBarePercent?: number;
}

const PARTICIPANTS = 1000;
/** Every eight minutes over the hours before now. */
export const SOLUTIONS_EACH = 20;
const MINUTE_MS = 60_000;
const SECONDS = 4;
const CONNECTIONS = 10;
const TURNS = 4;
const TARGET_OF_BARE_PERCENT = 25;

/**
 * Measures `table2` of a contest with a thousand participants, over HTTP, as a participant's browser. A bare server sends the
 * same bytes to the same client; the two take turns.
 */
export async function benchScoreboardRequests({
  url,
  webPid,
  database,
  crew,
}: BenchSite): Promise<ScoreboardRequestsRow[]> {
  const contestId = await insertContest(database, crew.contestId, {
    name: 'thousand',
    participants: PARTICIPANTS,
    problems: 6,
  });
  const [reader] = crew.participants;
  if (!reader) throw new Error('The sample contest has no participants');
  await reader.post(url, `/api/contest/${contestId}/join`, JoinReply);
  const path = `/api/contest/${contestId}/table2`;

  const startedMs = performance.now();
  const { rowsNumber, lastSolutionSentAtMs } = await reader.get(url, `${path}?count=50`, ScoreboardPage);
  const firstMs = performance.now() - startedMs;
  if (rowsNumber !== PARTICIPANTS + 1) throw new Error(`The table has ${rowsNumber} rows`);

  const headers = { 'x-token': reader.token, 'accept-encoding': 'gzip' };
  const addressOf = (query: string) => `${url}${path}?${query}`;
  const bare = await startBareServer(await readRaw(addressOf('count=50'), headers));
  const bareTurns: Measured[] = [];
  const turns: Measured[] = [];
  await measure(addressOf('count=50'), headers, webPid); // warms up
  try {
    for (let turn = 0; turn < TURNS; turn += 1) {
      bareTurns.push(await measure(bare.url, headers, bare.pid));
      turns.push(await measure(addressOf('count=50'), headers, webPid));
    }
  } finally {
    bare.stop();
  }
  const past = `count=50&showInTimeMs=${lastSolutionSentAtMs - 60 * MINUTE_MS}`;
  const [bareRow, row] = [bareTurns, turns].map(middleOf);
  if (!bareRow || !row) throw new Error('Nothing was measured');
  const ofBarePercent = (100 * row.requestsPerSec) / bareRow.requestsPerSec;
  const events = PARTICIPANTS * (1 + 2 * SOLUTIONS_EACH);
  return [
    { what: `first look: a log of ${events} events is folded`, p50Ms: firstMs },
    { what: named('bare node:http, the bytes of a page of 50 rows'), ...bareRow },
    {
      what: named('a page of 50 rows'),
      ...row,
      ofBarePercent,
      ...atLeast(ofBarePercent, TARGET_OF_BARE_PERCENT, 'of bare, % '),
    },
    {
      what: named('a page of 50 rows, an hour ago'),
      ...(await measure(addressOf(past), headers, webPid)),
    },
    {
      what: named(`all ${PARTICIPANTS} rows`),
      ...(await measure(addressOf('count=2000'), headers, webPid)),
    },
  ];
}

const named = (what: string) => `${what}, ${CONNECTIONS} connections`;

type Measured = Required<Pick<ScoreboardRequestsRow, 'requestsPerSec' | 'p50Ms' | 'p99Ms' | 'serverCpuMs'>>;

async function measure(
  url: string,
  headers: Readonly<Record<string, string>>,
  serverPid: number,
): Promise<Measured> {
  const before = cpuMs([serverPid]);
  const load = { url, headers, connections: CONNECTIONS, seconds: SECONDS };
  const { answers, tookMs, p50Ms, p99Ms } = await loadRaw(load);
  const serverCpuMs = (cpuMs([serverPid]) - before) / answers;
  return { requestsPerSec: (1000 * answers) / tookMs, p50Ms, p99Ms, serverCpuMs };
}

const middleOf = (turns: readonly Measured[]): Measured => ({
  requestsPerSec: median(turns.map(({ requestsPerSec }) => requestsPerSec)),
  p50Ms: median(turns.map(({ p50Ms }) => p50Ms)),
  p99Ms: median(turns.map(({ p99Ms }) => p99Ms)),
  serverCpuMs: median(turns.map(({ serverCpuMs }) => serverCpuMs)),
});

/** Requests an address over several connections for some seconds. */
export async function load(what: string, url: string, token: string): Promise<ScoreboardRequestsRow> {
  const result = await autocannon({
    url,
    headers: { 'x-token': token, 'accept-encoding': 'gzip' },
    connections: CONNECTIONS,
    duration: SECONDS,
  });
  const failures = result.non2xx + result.errors;
  if (failures > 0) throw new Error(`${failures} of the requests for ${url} failed`);
  const tookSec = (result.finish.getTime() - result.start.getTime()) / 1000;
  return {
    what: `${what}, ${CONNECTIONS} connections`,
    requestsPerSec: result.requests.total / tookSec,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  };
}

export interface CrowdedContest {
  /** Prefix of the participants' usernames. */
  name: string;
  participants: number;
  /** Number of problems: those of the sample, and others that have only a title. */
  problems: number;
  /** Solutions of each of them, 20 at most: later ones would be in the future. */
  solutionsEach?: number;
}

/**
 * Inserts a running contest in which all participants sent solutions over the last three hours; each solution
 * is in the log twice, as sent and as judged.
 *
 * @returns id of the contest
 */
export function insertContest(
  { db }: Connection,
  sampleContestId: number,
  { name, participants, problems, solutionsEach = SOLUTIONS_EACH }: CrowdedContest,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      with clock as (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms)
      insert into contest (name, start_time_ms, duration_time_ms, relative_freeze_time_ms)
      select ${name}, now_ms - ${180 * MINUTE_MS}::bigint, ${300 * MINUTE_MS}::bigint, ${240 * MINUTE_MS}::bigint
      from clock returning id`.execute(tx);
    const id = rows[0]?.id ?? 0;
    await sql`
      insert into contest_problem (contest_id, problem_id, position)
      select ${id}, problem_id, position from contest_problem where contest_id = ${sampleContestId}`.execute(
      tx,
    );
    await sql`
      with further as (
        insert into problem (title)
        select 'Further ' || n from generate_series(1, ${problems}::int - (
          select count(*)::int from contest_problem where contest_id = ${id}
        )) n
        returning id
      )
      insert into contest_problem (contest_id, problem_id, position)
      select ${id}, further.id, 100 + row_number() over (order by further.id) from further`.execute(tx);
    const isOfCrowd = sql`starts_with(username, ${`${name}-`})`;
    await sql`
      insert into account (username, first_name, last_name, registered_at_ms)
      select ${name} || '-' || n, 'Participant', n::text, 0
      from generate_series(1, ${participants}::int) n`.execute(tx);
    await sql`
      insert into contest_participant (contest_id, account_id, joined_at_ms)
      select ${id}, id, 0 from account where ${isOfCrowd}`.execute(tx);
    await sql`
      insert into solution (contest_id, problem_id, account_id, language_id, sent_at_ms, source, source_sha256,
        verdict_id, verdict_got_at_ms)
      select ${id}, problem.problem_id, account.id, 5, sent_at_ms, 'print(1)', '', case
          when (account.id * 7 + n * 13) % 3 = 0 then ${VERDICTS.accepted.id}::int else ${VERDICTS.wrongAnswer.id}::int
        end, sent_at_ms
      from contest, account, generate_series(1, ${solutionsEach}::int) n,
        lateral (select contest.start_time_ms + n * ${8 * MINUTE_MS}::bigint + account.id % 997 as sent_at_ms) as sent,
        lateral (
          select problem_id from contest_problem
          where contest_id = contest.id order by (position + account.id + n) % ${problems}::int, position limit 1
        ) as problem
      where contest.id = ${id} and ${isOfCrowd}
      order by sent_at_ms`.execute(tx);
    await insertLog(tx, id);
    return id;
  });
}

async function insertLog(db: Connection['db'], contestId: number): Promise<void> {
  await sql`
    with told as (
      select account_id * 1.0 as place, 0 as happened_at_ms,
        jsonb_build_object('type', 'joined', 'userId', account_id, 'joinedAtMs', 0) as event
      from contest_participant where contest_id = ${contestId}
      union all
      select 1e9 + id + half * 0.5, sent_at_ms, jsonb_build_object('type', 'solution', 'solutionId', id,
        'userId', account_id, 'problemId', problem_id, 'sentAtMs', sent_at_ms,
        'verdictId', case half when 1 then verdict_id end)
      from solution, generate_series(0, 1) half where contest_id = ${contestId}
    )
    insert into contest_event (contest_id, seq, happened_at_ms, event)
    select ${contestId}, row_number() over (order by place), happened_at_ms, event from told`.execute(db);
  await sql`
    update contest_log_head set last_event_seq = (select max(seq) from contest_event where contest_id = ${contestId})
    where contest_id = ${contestId}`.execute(db);
  await sql`analyze`.execute(db);
}
