import { setTimeout as sleep } from 'node:timers/promises';
import { RejudgeReply } from '@balloon/contracts/solutions/solutions.ts';
import { HttpCaller } from '#contest/http-caller.ts';
import { type CpuShares, watchCosts } from '#processes/process-costs.ts';
import { count, type MeasuredRow, times } from '#report/measured-rows.ts';
import { quantile, quantileBounds } from '#report/table.ts';
import { atMost } from '#report/target.ts';
import { type LiveTimes, openLiveLoad } from '#storms/live-load.ts';
import type { Storm, StormSite } from '#storms/storm.ts';

/** Part by which the live 95th percentile may grow. */
const GROWTH = 1.1;
const LOOK_EVERY_MS = 500;

/**
 * Rejudges the whole contest while people send solutions, between two halves of the same without rejudging: what warms up or fills
 * the tables meanwhile favours neither, and the halves beside each other tell what is chance.
 */
export async function rejudgeAll(site: StormSite, { liveSeconds }: Storm): Promise<MeasuredRow[]> {
  const before = await sendQuietly(site, liveSeconds / 2);
  const busy = await sendDuringRejudging(site, liveSeconds);
  const after = await sendQuietly(site, liveSeconds / 2);
  const quietAcceptMs = [...before.times.acceptMs, ...after.times.acceptMs];
  const { acceptMs } = busy.times;
  const quietMs = quantile(quietAcceptMs, 0.95);
  const busyMs = quantile(acceptMs, 0.95);
  const refused = [before, busy, after].reduce((sum, { times: { refused } }) => sum + refused, 0);
  const { solutions, resetAtMs } = busy;
  return [
    ...times('accepted, 5 per s, without rejudging', quietAcceptMs),
    ...times('accepted, 5 per s, during rejudging', acceptMs),
    ...times('accepted while verdicts are cleared', sentBetween(busy.times, 0, resetAtMs)),
    ...times('accepted while only judged again', sentBetween(busy.times, resetAtMs, Infinity)),
    {
      ...{ what: 'p95 of accepted during rejudging', number: busyMs },
      ...atMost(busyMs, GROWTH * quietMs, '1.1 × without, '),
    },
    count('p95 of accepted without rejudging', quietMs),
    ...certainRows('without rejudging', quietAcceptMs),
    ...certainRows('during rejudging', acceptMs),
    count('p95 of accepted during rejudging, × without', busyMs / quietMs),
    count('p95 of accepted after rejudging, × before it', p95Of(after.times) / p95Of(before.times)),
    ...cpuRows('before rejudging', before.cpu),
    ...cpuRows('during rejudging', busy.cpu),
    ...times('verdict heard, without rejudging', [...before.times.heardMs, ...after.times.heardMs]),
    ...times('verdict heard, during rejudging', busy.times.heardMs),
    count('solutions refused (503)', refused, 0),
    count(`rejudging of ${solutions}: answered after, ms`, busy.answeredMs),
    count(`rejudging of ${solutions}: reset after, ms`, busy.resetMs),
    count(`rejudging of ${solutions}: judged after, ms`, busy.judgedMs),
    count('solutions without a verdict at the end', await countUnjudged(site), 0),
  ];
}

async function sendQuietly(site: StormSite, seconds: number): Promise<{ times: LiveTimes; cpu: CpuShares }> {
  const live = await openLiveLoad(site, seconds);
  const endWatch = watchCosts([site.web.pid]);
  return { times: await live(), cpu: endWatch() };
}

async function sendDuringRejudging(site: StormSite, seconds: number) {
  const live = await openLiveLoad(site, seconds);
  const endWatch = watchCosts([site.web.pid]);
  const startedAt = performance.now();
  const refreshing = refreshAll(site);
  const sending = live().then((times) => ({ times, cpu: endWatch() }));
  const judging = refreshing.then(() => queueIsEmpty(site)).then(() => performance.now() - startedAt);
  const [sent, reset] = await Promise.all([sending, refreshing]);
  return { ...sent, ...reset, resetAtMs: startedAt + reset.resetMs, judgedMs: await judging };
}

const p95Of = ({ acceptMs }: LiveTimes) => quantile(acceptMs, 0.95);

function certainRows(when: string, acceptMs: readonly number[]): MeasuredRow[] {
  const [low, high] = quantileBounds(acceptMs, 0.95);
  return [
    count(`p95 of accepted ${when}: with 95 % certainty from`, low),
    count(`p95 of accepted ${when}: with 95 % certainty to`, high),
  ];
}

/** Times of the solutions that were to be sent in a part of the load. */
const sentBetween = ({ acceptMs, sentAtMs }: LiveTimes, fromMs: number, untilMs: number) =>
  acceptMs.filter((_, place) => {
    const atMs = sentAtMs[place] ?? 0;
    return atMs >= fromMs && atMs < untilMs;
  });

const cpuRows = (when: string, { webs, database, own }: CpuShares): MeasuredRow[] => [
  count(`${when}: processor of the web, % of a core`, webs),
  count(`${when}: processor of the database, % of a core`, database),
  count(`${when}: processor of this generator, % of a core`, own),
];

/** Rejudges as the page of organisers does, which is answered before all solutions are in the queue. */
async function refreshAll({ web, contestId, adminToken, database: { pool } }: StormSite) {
  const startedAt = performance.now();
  const caller = new HttpCaller();
  const address = `${web.url}/api/admin/contests/${contestId}/solutions/refresh?wait=false`;
  const { status, text } = await caller.call(address, adminToken, '{}');
  caller.close();
  if (status !== 202) throw new Error(`Rejudging was answered ${status}: ${text.slice(0, 200)}`);
  const answeredMs = performance.now() - startedAt;
  const { count: solutions, resetId } = RejudgeReply.parse(JSON.parse(text));
  for (let isLeft = true; isLeft; ) {
    await sleep(LOOK_EVERY_MS);
    const { rowCount } = await pool.query(
      'select from solution_reset where id = $1 and handled_number < cardinality(solution_ids)',
      [resetId],
    );
    isLeft = rowCount !== 0;
  }
  return { solutions, answeredMs, resetMs: performance.now() - startedAt };
}

async function queueIsEmpty({ database: { pool } }: StormSite): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ waits: boolean }>('select exists (select from judging) as waits');
    if (!rows[0]?.waits) return;
    await sleep(LOOK_EVERY_MS);
  }
}

async function countUnjudged({ database: { pool }, contestId }: StormSite): Promise<number> {
  const { rows } = await pool.query<{ number: number }>(
    'select count(*)::integer as number from solution where contest_id = $1 and verdict_id is null',
    [contestId],
  );
  return rows[0]?.number ?? 0;
}
