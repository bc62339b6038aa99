import { HttpCaller } from '#contest/http-caller.ts';
import { TypingPeople } from '#drafts/typing-people.ts';
import { type CpuShares, watchCosts } from '#processes/process-costs.ts';
import { count, type MeasuredRow, times } from '#report/measured-rows.ts';
import { type LiveTimes, openLiveLoad } from '#storms/live-load.ts';
import type { StormSite } from '#storms/storm.ts';
import { openStormSite } from '#storms/storm-site.ts';

/** People who type, and how long they do. */
export interface Hall {
  people: number;
  seconds: number;
}
export const HALL: Hall = { people: 2_500, seconds: 60 };

/** Longest a receipt may take while a hall types. */
const ACCEPTED_MS = 200;
/** Most processor time of a draft in ms: a tenth of a core for a hall of 2,500 people who all type. */
const MOST_CPU_MS = 1.2;

export const draftsBench = (hall: Hall) => ({
  title: 'A hall that types, with drafts kept',
  note: [
    `${hall.people} people have an editor open, whose page sends a snapshot of 2 to 4 KB every 30 s, while five solutions a second are`,
    'sent and judged; beside the same without drafts. Processor time of a draft is the difference of both. Durable database, one',
    'web and this generator share the machine.',
  ].join(' '),
  run: () => measureDrafts(hall),
});

interface Phase extends LiveTimes {
  cpu: CpuShares;
}

/** Lets people send solutions without drafts and then with them. */
export async function measureDrafts({ people, seconds }: Hall): Promise<MeasuredRow[]> {
  await using everything = new AsyncDisposableStack();
  const site = await openStormSite(everything, people);
  await site.database.pool.query('update contest set keeps_drafts = true where id = $1', [site.contestId]);
  const caller = everything.adopt(new HttpCaller(), (opened) => opened.close());
  const typing = new TypingPeople(site, caller);
  await typing.openContest(); // whoever types has done so

  const quiet = await live(site, seconds, async () => undefined);
  const busy = await live(site, seconds, () => typing.type(seconds));
  const { answeredMs, kept, refused } = typing;
  const eachMs = (with_: number, without: number) => ((with_ - without) * seconds * 10) / kept;
  const stored = await storedSnapshots(site, kept);
  return [
    ...times('a draft answered', answeredMs),
    count('drafts refused', refused, 0),
    count('drafts that were kept and are not there', kept - stored, 0),
    count('web: processor time of a draft, ms', eachMs(busy.cpu.webs, quiet.cpu.webs), MOST_CPU_MS),
    count(
      'database: processor time of a draft, ms',
      eachMs(busy.cpu.database, quiet.cpu.database),
      MOST_CPU_MS,
    ),
    ...times('accepted, 5 per s, without drafts', quiet.acceptMs),
    ...times('accepted, 5 per s, with drafts', busy.acceptMs, ACCEPTED_MS),
    count('solutions refused (503)', quiet.refused + busy.refused, 0),
    count('bytes of a draft in the database, with indexes', (await draftBytes(site)) / stored),
  ];
}

async function live(site: StormSite, seconds: number, beside: () => Promise<void>): Promise<Phase> {
  const load = await openLiveLoad(site, seconds);
  const endCosts = watchCosts([site.web.pid]);
  const [times] = await Promise.all([load(), beside()]);
  return { ...times, cpu: endCosts() };
}

/** Number of snapshots in the database, once all that are kept have been written. */
async function storedSnapshots({ database: { pool }, contestId }: StormSite, kept: number): Promise<number> {
  const giveUpAt = performance.now() + 15_000;
  for (;;) {
    const { rows } = await pool.query<{ number: number }>(
      'select count(*)::integer as number from draft_snapshot where contest_id = $1',
      [contestId],
    );
    const number = rows[0]?.number ?? 0;
    if (number >= kept || performance.now() > giveUpAt) return number;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function draftBytes({ database: { pool } }: StormSite): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    "select pg_total_relation_size('draft_snapshot')::float8 as bytes",
  );
  return rows[0]?.bytes ?? 0;
}
