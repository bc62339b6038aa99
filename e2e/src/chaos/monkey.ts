import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '@balloon/sample/generate/random.ts';
import type { Victim } from '#chaos/kept.ts';
import type { Timeline } from '#chaos/timeline.ts';

export interface MonkeyOptions {
  victims: readonly Victim[];
  random: Random;
  timeline: Timeline;
  /** Pause between two kills in ms, both ends included. */
  pauseMs: readonly [number, number];
  /** Called before each kill; false postpones it. */
  mayStrike(): Promise<boolean>;
  /** Aborts when the last client has its last receipt; kills go on until each victim was killed once. */
  over: AbortSignal;
  /** Aborts when the run has failed; ends the kills at once. */
  broken: AbortSignal;
}

/**
 * Kills at random, each victim at least once, until aborted.
 *
 * @returns number of kills by name of the victim
 */
export async function letMonkeyLoose(options: MonkeyOptions): Promise<Map<string, number>> {
  const { victims, random, timeline, pauseMs, over, broken } = options;
  const kills = new Map(victims.map(({ name }) => [name, 0]));
  let first = random.shuffled(victims);
  while (!broken.aborted && (!over.aborted || first.length > 0)) {
    await sleep(random.int(...pauseMs));
    const victim = first[0] ?? random.pick(victims);
    if (!victim.isUp() || !(await options.mayStrike())) {
      first = first.slice(1).concat(first.slice(0, 1)); // retried later
      continue;
    }
    first = first.filter((one) => one !== victim);
    timeline.note(`kill -9 ${victim.name}`);
    await victim.kill();
    kills.set(victim.name, (kills.get(victim.name) ?? 0) + 1);
  }
  return kills;
}
