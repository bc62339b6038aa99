import { setTimeout as sleep } from 'node:timers/promises';
import { HttpCaller } from '#contest/http-caller.ts';
import { watchCosts } from '#processes/process-costs.ts';
import { count, type MeasuredRow, times } from '#report/measured-rows.ts';
import type { Storm, StormSite } from '#storms/storm.ts';

/** Requests of the page when the contest has begun, and those of the problem that it then opens. */
const AT_THE_BELL = ['', '/problems'];
const OF_PROBLEM = ['/problems/A', '/problems/A/languages'];
const ANSWERED_MS = 500;

/** Lets all people open problem A within some seconds. */
export async function ringBell(
  { web, contestId, members }: StormSite,
  { bellMs }: Storm,
): Promise<MeasuredRow[]> {
  const caller = new HttpCaller({ 'accept-encoding': 'gzip' });
  const answeredMs: number[] = [];
  const openedMs: number[] = [];
  let refused = 0;
  const get = async (token: string, path: string) => {
    const startedAt = performance.now();
    const { status, text } = await caller.call(`${web.url}/api/contest/${contestId}${path}`, token);
    answeredMs.push(performance.now() - startedAt);
    if (status === 503) refused += 1;
    else if (status !== 200) throw new Error(`${path} was answered ${status}: ${text.slice(0, 200)}`);
  };
  const endCosts = watchCosts([web.pid]);
  await Promise.all(
    members.map(async ({ token }, place) => {
      await sleep((bellMs * place) / members.length);
      const startedAt = performance.now();
      await Promise.all(AT_THE_BELL.map((path) => get(token, path)));
      await Promise.all(OF_PROBLEM.map((path) => get(token, path)));
      openedMs.push(performance.now() - startedAt);
    }),
  );
  const cpu = endCosts();
  caller.close();
  return [
    ...times('bell: problem A opened', openedMs),
    ...times('bell: requests for it', answeredMs, ANSWERED_MS),
    count('bell: refused requests', refused, 0),
    count('bell: processor of the web, % of a core', cpu.webs),
    count('bell: processor of the database, % of a core', cpu.database),
  ];
}
