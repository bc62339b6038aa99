import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '@balloon/sample/generate/random.ts';
import type { Victim } from '#chaos/kept.ts';
import type { Timeline } from '#chaos/timeline.ts';

export interface MonkeyOptions {
  victims: readonly Victim[];
  random: Random;
  timeline: Timeline;
  /** Milliseconds between two blows, both ends included. */
  pauseMs: readonly [number, number];
  /** Asked before each blow; no means: not now. */
  mayStrike(): Promise<boolean>;
  /** Aborts when the last client has its last receipt: go on until everybody was killed once. */
  over: AbortSignal;
  /** Aborts when the run has failed: stop. */
  broken: AbortSignal;
}

/**
 * Kills at random, at least everybody once, and goes on until told to stop.
 *
 * @returns how often each was killed
 */
export async function letMonkeyLoose(options: MonkeyOptions): Promise<Map<string, number>> {
  const { victims, random, timeline, pauseMs, over, broken } = options;
  const kills = new Map(victims.map(({ name }) => [name, 0]));
  let first = random.shuffled(victims);
  while (!broken.aborted && (!over.aborted || first.length > 0)) {
    await sleep(random.int(...pauseMs));
    const victim = first[0] ?? random.pick(victims);
    if (!victim.isUp() || !(await options.mayStrike())) {
      first = first.slice(1).concat(first.slice(0, 1)); // its turn will come
      continue;
    }
    first = first.filter((one) => one !== victim);
    timeline.note(`kill -9 ${victim.name}`);
    await victim.kill();
    kills.set(victim.name, (kills.get(victim.name) ?? 0) + 1);
  }
  return kills;
}
