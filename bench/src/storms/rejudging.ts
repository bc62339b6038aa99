import { setTimeout as sleep } from 'node:timers/promises';
import { RejudgeReply } from '@balloon/contracts/solutions/solutions.ts';
import { HttpCaller } from '#contest/http-caller.ts';
import { type CpuShares, watchCosts } from '#processes/process-costs.ts';
import { count, type MeasuredRow, times } from '#report/measured-rows.ts';
import { quantile } from '#report/table.ts';
import { atMost } from '#report/target.ts';
import { type LiveTimes, openLiveLoad } from '#storms/live-load.ts';
import type { Storm, StormSite } from '#storms/storm.ts';

/** Part by which the live 95th percentile may grow. */
const GROWTH = 1.1;
const LOOK_EVERY_MS = 500;

/** Rejudges the whole contest while people send solutions, beside the same without rejudging. */
export async function rejudgeAll(site: StormSite, { liveSeconds }: Storm): Promise<MeasuredRow[]> {
  const quietLoad = await openLiveLoad(site, liveSeconds);
  const endQuiet = watchCosts([site.web.pid]);
  const quiet = await quietLoad();
  const quietCpu = endQuiet();
  const live = await openLiveLoad(site, liveSeconds);
  const endBusy = watchCosts([site.web.pid]);
  const startedAt = performance.now();
  const refreshing = refreshAll(site);
  const sending = live().then((busy) => ({ busy, busyCpu: endBusy() }));
  const judging = refreshing.then(() => queueIsEmpty(site)).then(() => performance.now() - startedAt);
  const [{ busy, busyCpu }, { solutions, answeredMs, resetMs }] = await Promise.all([sending, refreshing]);
  const judgedMs = await judging;
  const [quietMs, busyMs] = [quantile(quiet.acceptMs, 0.95), quantile(busy.acceptMs, 0.95)];
  return [
    ...times('accepted, 5 per s, without rejudging', quiet.acceptMs),
    ...times('accepted, 5 per s, during rejudging', busy.acceptMs),
    ...times('accepted while verdicts are cleared', sentBetween(busy, 0, startedAt + resetMs)),
    ...times('accepted while only judged again', sentBetween(busy, startedAt + resetMs, Infinity)),
    {
      ...{ what: 'p95 of accepted during rejudging', number: busyMs },
      ...atMost(busyMs, GROWTH * quietMs, '1.1 × without, '),
    },
    count('p95 of accepted without rejudging', quietMs),
    ...cpuRows('without rejudging', quietCpu),
    ...cpuRows('during rejudging', busyCpu),
    ...times('verdict heard, without rejudging', quiet.heardMs),
    ...times('verdict heard, during rejudging', busy.heardMs),
    count('solutions refused (503)', quiet.refused + busy.refused, 0),
    count(`rejudging of ${solutions}: answered after, ms`, answeredMs),
    count(`rejudging of ${solutions}: reset after, ms`, resetMs),
    count(`rejudging of ${solutions}: judged after, ms`, judgedMs),
    count('solutions without a verdict at the end', await countUnjudged(site), 0),
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
