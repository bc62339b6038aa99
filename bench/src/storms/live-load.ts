import { momentsOf } from '#contest/busiest-minute.ts';
import { CrowdLoad } from '#contest/crowd-load.ts';
import type { StormSite } from '#storms/storm.ts';

const PER_SEC = 5;
/** Solutions of each sender: one to each problem that nobody has solved. */
const SOLUTIONS_EACH = 4;

/** Times of some people who send solutions while the storm is there. */
export interface LiveTimes {
  acceptMs: number[];
  /** Moments at which those were to be sent, on the clock of the process. */
  sentAtMs: number[];
  heardMs: number[];
  /** Moments at which those were heard. */
  heardAtMs: number[];
  refused: number;
}

/** Connects people who then send five solutions a second for some seconds. */
export async function openLiveLoad(
  { web, contestId, members, judges }: StormSite,
  seconds: number,
): Promise<() => Promise<LiveTimes>> {
  const moments = momentsOf({ perSec: PER_SEC }, seconds);
  const senders = members.slice(-Math.ceil(moments.length / SOLUTIONS_EACH));
  const load = new CrowdLoad({
    ...{ urls: [web.url], contestId, members: senders, openTables: 0, moments, judges },
  });
  await load.connect();
  return async () => {
    await load.live();
    const { acceptMs, sentAtMs, heardMs, heardAtMs, refused } = load.result;
    await load.end();
    return { acceptMs, sentAtMs, heardMs, heardAtMs, refused };
  };
}
