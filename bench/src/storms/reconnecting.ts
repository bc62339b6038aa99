import { setTimeout as sleep } from 'node:timers/promises';
import { workSoFar } from '#contest/database-watch.ts';
import { memoryMb, watchCosts, watchCpuMs } from '#processes/process-costs.ts';
import { count, type MeasuredRow, times } from '#report/measured-rows.ts';
import type { Screen } from '#storms/screen.ts';
import type { StormSite } from '#storms/storm.ts';
import { announceOnce } from '#storms/telling.ts';

/** All have to be back within this time. */
const BACK_WITHIN_MS = 15_000;
const GIVE_UP_AFTER_MS = 120_000;

/** Restarts the web, and measures how all open pages come back. */
export async function restartUnder(site: StormSite, screens: readonly Screen[]): Promise<MeasuredRow[]> {
  await site.judges.stop();
  await site.restartWeb();
  const upAt = performance.now();
  const before = await workSoFar(site.database.pool);
  const endCosts = watchCosts([site.web.pid]);
  const endCpu = watchCpuMs([site.web.pid]);
  const isCaughtUp = (screen: Screen) => screen.caughtUpAtMs > 0;
  while (!screens.every(isCaughtUp) && performance.now() < upAt + GIVE_UP_AFTER_MS) await sleep(50);
  const cpu = endCosts();
  const cpuMs = endCpu();
  const after = await workSoFar(site.database.pool);
  const heard = await announceOnce(site, screens);

  const back = screens.filter(({ backAtMs }) => backAtMs > 0);
  const backMs = back.map(({ backAtMs }) => Math.max(0, backAtMs - upAt));
  const caughtUpMs = screens.filter(isCaughtUp).map(({ caughtUpAtMs }) => Math.max(0, caughtUpAtMs - upAt));
  const failures = screens.reduce((sum, screen) => sum + screen.failures, 0);
  return [
    ...times('restart: back after the web is up', backMs, BACK_WITHIN_MS),
    ...times('restart: everything read anew after the web is up', caughtUpMs),
    count('restart: pages that did not come back', screens.length - caughtUpMs.length, 0),
    count('restart: pages that missed the next announcement', heard.filter((ms) => ms === null).length, 0),
    count(
      'restart: pages that had to read again',
      screens.filter(({ brokenReads }) => brokenReads > 0).length,
    ),
    count('restart: tries without a connection, per page', failures / screens.length),
    count(
      'restart: statements of the database, per page',
      (after.statements - before.statements) / screens.length,
    ),
    count('restart: processor time of the web for 1,000 pages, s', cpuMs.webs / screens.length),
    count('restart: processor time of the database for 1,000 pages, s', cpuMs.database / screens.length),
    count('restart: processor time of this generator for 1,000 pages, s', cpuMs.own / screens.length),
    count('restart: processor of the web, % of a core', cpu.webs),
    count('restart: processor of the database, % of a core', cpu.database),
    count('restart: memory of the web, MB', memoryMb(site.web.pid)),
  ];
}
