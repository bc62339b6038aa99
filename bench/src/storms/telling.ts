import { setTimeout as sleep } from 'node:timers/promises';
import { HttpCaller } from '#contest/http-caller.ts';
import { count, type MeasuredRow, times } from '#report/measured-rows.ts';
import type { Screen } from '#storms/screen.ts';
import type { StormSite } from '#storms/storm.ts';

const HEARD_MS = 1_000;
const TIMES = 5;
const HEARD_WITHIN_MS = 20_000;

/** Sends announcements to all, and measures when each screen has heard of them. */
export async function tellAll(site: StormSite, screens: readonly Screen[]): Promise<MeasuredRow[]> {
  const heardMs: number[] = [];
  let unheard = 0;
  for (let turn = 0; turn < TIMES; turn += 1) {
    const heard = await announceOnce(site, screens);
    heardMs.push(...heard.filter((ms) => ms !== null));
    unheard += heard.filter((ms) => ms === null).length;
  }
  return [
    ...times('announcement heard by an open page', heardMs, HEARD_MS),
    count('announcements not heard', unheard, 0),
  ];
}

/** Returns how long after its sending each screen has heard an announcement; null: not at all. */
export async function announceOnce(
  { web, contestId, adminToken }: StormSite,
  screens: readonly Screen[],
): Promise<(number | null)[]> {
  const startedAt = performance.now();
  const late = sleep(HEARD_WITHIN_MS, null, { ref: false });
  const heard = screens.map(async (screen) => {
    const atMs = await Promise.race([screen.next('new contest message'), late]);
    return atMs === null ? null : atMs - startedAt;
  });
  const caller = new HttpCaller();
  const address = `${web.url}/api/contest/${contestId}/messages`;
  const { status, text } = await caller.call(address, adminToken, JSON.stringify({ text: 'Read problem C' }));
  caller.close();
  if (status !== 200) throw new Error(`The announcement was answered ${status}: ${text.slice(0, 200)}`);
  return Promise.all(heard);
}
