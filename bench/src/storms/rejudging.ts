import { setTimeout as sleep } from 'node:timers/promises';
import { RejudgeReply } from '@balloon/contracts/solutions/solutions.ts';
import { HttpCaller } from '#contest/http-caller.ts';
import { watchCpuMs } from '#processes/process-costs.ts';
import { count, type MeasuredRow, times } from '#report/measured-rows.ts';
import { drawnBounds, median, quantile } from '#report/table.ts';
import { atMost } from '#report/target.ts';
import { type LiveTimes, openLiveLoad } from '#storms/live-load.ts';
import type { Storm, StormSite } from '#storms/storm.ts';
import { acceptedIn, cpuRows, heardIn, type Stretch } from '#storms/stretches.ts';

/** Part by which the live 95th percentile may grow. */
const GROWTH = 1.1;
/** Part of a stretch in which verdicts are cleared; judging what was cleared takes the rest of it, too. */
const CLEARING = 0.65;
const LOOK_EVERY_MS = 200;

/** A quiet stretch, and the one with rejudging that followed. */
interface Turn {
  quiet: Stretch;
  busy: Rejudging;
}

/** Stretch in which solutions are judged again, of which verdicts are cleared in the first part. */
interface Rejudging extends Stretch {
  clearedAtMs: number;
  answeredMs: number;
  solutions: number;
}

/**
 * Rejudges while people send solutions, in short turns with stretches without it: what the machine does by itself within minutes
 * comes to both alike. Turns that are drawn again and again tell how far the result is chance, and so do quiet stretches that
 * are compared with each other. A rejudging is asked for the whole contest and cut off after some seconds.
 */
export async function rejudgeAll(site: StormSite, storm: Storm): Promise<MeasuredRow[]> {
  const live = await openLiveLoad(site, storm.liveSeconds);
  const [sent, turns] = await Promise.all([live(), takeTurns(site, storm)]);
  const quiet = turns.map((turn) => turn.quiet);
  const busy = turns.map((turn) => turn.busy);
  return [
    ...times('accepted, 5 per s, without rejudging', acceptedIn(sent, quiet)),
    ...times('accepted, 5 per s, during rejudging', acceptedIn(sent, busy)),
    ...times('accepted while verdicts are cleared', acceptedIn(sent, busy.map(untilCleared))),
    ...times('accepted while only judged again', acceptedIn(sent, busy.map(sinceCleared))),
    ...growthRows(sent, turns),
    ...cpuRows('without rejudging', quiet),
    ...cpuRows('during rejudging', busy),
    ...times('verdict heard, without rejudging', heardIn(sent, quiet)),
    ...times('verdict heard, during rejudging', heardIn(sent, busy)),
    count('solutions refused (503)', sent.refused, 0),
    count(
      `rejudging, ${turns.length} times: answered after, ms`,
      median(busy.map(({ answeredMs }) => answeredMs)),
    ),
    count('rejudging: solutions cleared', solutionsOf(busy)),
    count('rejudging: cleared per s', solutionsOf(busy) / secondsOf(busy.map(untilCleared))),
    count('rejudging: judged again per s', solutionsOf(busy) / secondsOf(busy)),
    count('solutions without a verdict at the end', await countUnjudged(site), 0),
  ];
}

/** Rows of the 95th percentile during rejudging, as many times as without it, and of quiet stretches against each other. */
function growthRows(sent: LiveTimes, turns: readonly Turn[]): MeasuredRow[] {
  const turnsMs = turns.map(
    ({ quiet, busy }) => [acceptedIn(sent, [quiet]), acceptedIn(sent, [busy])] as const,
  );
  const quietMs = p95Of(turnsMs.map(([quiet]) => quiet));
  const busyMs = p95Of(turnsMs.map(([, busy]) => busy));
  return [
    {
      ...{ what: 'p95 of accepted during rejudging', number: busyMs },
      ...atMost(busyMs, GROWTH * quietMs, '1.1 × without, '),
    },
    count('p95 of accepted without rejudging', quietMs),
    ...ratioRows('p95 of accepted during rejudging, × without', turnsMs),
    ...ratioRows(
      'p95 of accepted in every other stretch without rejudging, × those between',
      pairsOf(turnsMs.map(([quiet]) => quiet)),
    ),
  ];
}

const p95Of = (stretches: readonly (readonly number[])[]) => quantile(stretches.flat(), 0.95);

/** Row of the 95th percentile of second stretches as a part of that of first ones, and of the bounds between which it lies. */
function ratioRows(
  what: string,
  pairs: readonly (readonly [first: readonly number[], second: readonly number[]])[],
): MeasuredRow[] {
  const ratioOf = (drawn: typeof pairs) =>
    p95Of(drawn.map(([, second]) => second)) / p95Of(drawn.map(([first]) => first));
  const [low, high] = drawnBounds(pairs, ratioOf);
  return [
    count(what, ratioOf(pairs)),
    count(`${what}: with 95 % certainty from`, low),
    count(`${what}: with 95 % certainty to`, high),
  ];
}

/** Neighbours in twos; one that is left over is in none. */
function pairsOf<Part>(parts: readonly Part[]): (readonly [Part, Part])[] {
  return parts.flatMap((part, place) => {
    const next = parts[place + 1];
    return place % 2 === 0 && next !== undefined ? [[part, next] as const] : [];
  });
}

const untilCleared = ({ clearedAtMs, ...stretch }: Rejudging): Stretch => ({
  ...stretch,
  endedAtMs: clearedAtMs,
});
const sinceCleared = ({ clearedAtMs, ...stretch }: Rejudging): Stretch => ({
  ...stretch,
  begunAtMs: clearedAtMs,
});

const solutionsOf = (busy: readonly Rejudging[]) => busy.reduce((sum, { solutions }) => sum + solutions, 0);
const secondsOf = (stretches: readonly Stretch[]) =>
  stretches.reduce((sum, { begunAtMs, endedAtMs }) => sum + (endedAtMs - begunAtMs) / 1000, 0);

/** Takes turns as long as the load lasts; the last one ends before it. */
async function takeTurns(site: StormSite, { liveSeconds, stretchSeconds }: Storm): Promise<Turn[]> {
  const turns: Turn[] = [];
  const untilMs = performance.now() + 1000 * liveSeconds;
  let longestMs = 0;
  for (let beganAtMs = performance.now(); beganAtMs + longestMs < untilMs; ) {
    const quiet = await waitQuietly(site, 1000 * stretchSeconds);
    turns.push({ quiet, busy: await rejudge(site, 1000 * stretchSeconds) });
    longestMs = Math.max(longestMs, performance.now() - beganAtMs);
    beganAtMs = performance.now();
  }
  return turns;
}

async function waitQuietly({ web }: StormSite, stretchMs: number): Promise<Stretch> {
  const endCpu = watchCpuMs([web.pid]);
  const begunAtMs = performance.now();
  await sleep(stretchMs);
  return { begunAtMs, endedAtMs: performance.now(), cpuMs: endCpu() };
}

/** Lets verdicts be cleared for a part of the stretch, and waits until their solutions have been judged again. */
async function rejudge(site: StormSite, stretchMs: number): Promise<Rejudging> {
  const { resetId, answeredMs } = await askForRejudging(site);
  const endCpu = watchCpuMs([site.web.pid]);
  const begunAtMs = performance.now();
  await resetIsDone(site, resetId, stretchMs * CLEARING);
  const solutions = await cutOff(site, resetId);
  const clearedAtMs = performance.now();
  await allAreJudged(site, resetId);
  const stretch = { begunAtMs, endedAtMs: performance.now(), cpuMs: endCpu() };
  return { ...stretch, clearedAtMs, answeredMs, solutions };
}

/** Rejudges as the page of organisers does, which is answered before all solutions are in the queue. */
async function askForRejudging({ web, contestId, adminToken }: StormSite) {
  const startedAt = performance.now();
  const caller = new HttpCaller();
  const address = `${web.url}/api/admin/contests/${contestId}/solutions/refresh?wait=false`;
  const { status, text } = await caller.call(address, adminToken, '{}');
  caller.close();
  const { resetId } = RejudgeReply.parse(JSON.parse(text));
  if (status !== 202 || resetId === undefined) {
    throw new Error(`Rejudging was answered ${status}: ${text.slice(0, 200)}`);
  }
  return { resetId, answeredMs: performance.now() - startedAt };
}

/** Waits for the end of a reset, or for its first batch and a time. */
async function resetIsDone(
  { database: { pool } }: StormSite,
  resetId: number,
  atMostMs: number,
): Promise<void> {
  const untilMs = performance.now() + atMostMs;
  for (;;) {
    const { rows } = await pool.query<{ hasBegun: boolean }>(
      `select handled_number > 0 as "hasBegun" from solution_reset
       where id = $1 and handled_number < cardinality(solution_ids)`,
      [resetId],
    );
    const [left] = rows;
    if (!left || (left.hasBegun && performance.now() >= untilMs)) return;
    await sleep(Math.min(LOOK_EVERY_MS, atMostMs));
  }
}

/** Ends a reset after those solutions that it has cleared. @returns their number */
async function cutOff({ database: { pool } }: StormSite, resetId: number): Promise<number> {
  const { rows } = await pool.query<{ number: number }>(
    'update solution_reset set solution_ids = solution_ids[:handled_number] where id = $1 returning handled_number as number',
    [resetId],
  );
  return rows[0]?.number ?? 0;
}

async function allAreJudged({ database: { pool } }: StormSite, resetId: number): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      'select from solution_reset where id = $1 and count_waiting(solution_ids) > 0',
      [resetId],
    );
    if (rowCount === 0) return;
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
