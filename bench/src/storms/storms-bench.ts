import { arriveApart } from '#contest/arrivals.ts';
import { HttpCaller } from '#contest/http-caller.ts';
import type { MeasuredRow } from '#report/measured-rows.ts';
import { ringBell } from '#storms/bell.ts';
import { restartUnder } from '#storms/reconnecting.ts';
import { rejudgeAll } from '#storms/rejudging.ts';
import { Screen } from '#storms/screen.ts';
import { signInTogether } from '#storms/sign-ins.ts';
import { STORM_PARTS, type Storm, type StormPart, type StormSite } from '#storms/storm.ts';
import { openStormSite } from '#storms/storm-site.ts';
import { announceOnce, tellAll } from '#storms/telling.ts';

/** The bench of what all do at the same moment, with its title and note. */
export const stormsBench = (storm: Storm) => ({
  title: 'What all do at the same moment',
  note: noteOf(storm),
  run: () => measureStorms(storm),
});

const noteOf = ({ people, bellMs, signIns, signInsMs, stretchSeconds }: Storm) =>
  [
    `${people} people of one contest, all from one address, with a page open: they open problem A within ${bellMs / 1000} s, hear`,
    `five announcements, and come back after a restart of the web; ${signIns} sign in within ${signInsMs / 1000} s, and solutions`,
    `are judged again, in turns with ${stretchSeconds} s without it. Durable database, one web and this generator share the machine.`,
  ].join(' ');

/** Lets the storms that are asked for come over one site, one after the other. */
export async function measureStorms(storm: Storm): Promise<MeasuredRow[]> {
  await using everything = new AsyncDisposableStack();
  const site = await openStormSite(everything, storm.people);
  const screens = await openScreens(everything, site);
  const parts: Record<StormPart, () => Promise<MeasuredRow[]>> = {
    bell: () => ringBell(site, storm),
    telling: () => tellAll(site, screens),
    'sign-ins': () => signInTogether(site, storm),
    rejudging: () => rejudgeAll(site, storm),
    restart: () => restartUnder(site, screens),
  };
  const rows: MeasuredRow[] = [];
  for (const part of STORM_PARTS) if (storm.parts.includes(part)) rows.push(...(await parts[part]()));
  return rows;
}

/** The bench of pages that come back after a restart, alone: more of them than the other storms have people. */
export const returnsBench = (people: number) => ({
  title: 'Pages that come back after a restart',
  note: [
    `${people} pages of one contest, all from one address, whose web is stopped and started again; each connects its socket, enters`,
    'the contest and reads anew what it shows. Durable database, one web and this generator share the machine.',
  ].join(' '),
  run: () => measureReturns(people),
});

export async function measureReturns(people: number): Promise<MeasuredRow[]> {
  await using everything = new AsyncDisposableStack();
  const site = await openStormSite(everything, people);
  const screens = await openScreens(everything, site);
  await announceOnce(site, screens);
  return await restartUnder(site, screens); // the site closes when this function is left
}

async function openScreens(everything: AsyncDisposableStack, site: StormSite): Promise<Screen[]> {
  const caller = everything.adopt(new HttpCaller({ 'accept-encoding': 'gzip' }), (opened) => opened.close());
  const place = { url: site.web.url, contestId: site.contestId, caller };
  const screens = site.members.map((member) => new Screen(place, member));
  everything.defer(() => {
    for (const screen of screens) screen.close();
  });
  await arriveApart(screens, (screen) => screen.open());
  return screens;
}
