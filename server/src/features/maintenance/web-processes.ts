import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { NOW_MS } from '@balloon/database/clock.ts';
import { sql } from 'kysely';
import type { Services } from '#services.ts';
import ownPackage from '../../../package.json' with { type: 'json' };

/** Pause in ms between two signs of life. */
const BEAT_MS = 2_000;
/**
 * Interval in ms at which the event loop is looked at, by which a shown pause may be too short. Each look wakes the process:
 * with 20 an idle one spends a quarter of its processor time on that.
 */
const WAKES_EVERY_MS = 50;
/** Silence in ms after which a process counts as gone. */
export const PROCESS_SILENT_AFTER_MS = 10_000;
/** Time in ms for which a process that died is still shown. */
export const PROCESS_FORGOTTEN_AFTER_MS = 600_000;

/**
 * Starts to record signs of life of this web process, by which every other one can show it. Returns the function that
 * stops it and removes the row: a process that closes in order is not missed.
 */
export function startWebProcessBeat(services: Services): () => Promise<void> {
  const stopping = new AbortController();
  const id = randomUUID();
  const beating = beat(services, id, stopping.signal);
  return async () => {
    stopping.abort();
    await beating;
    await removeProcess(services, id);
  };
}

async function beat(services: Services, id: string, signal: AbortSignal): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: WAKES_EVERY_MS });
  delay.enable();
  while (!signal.aborted) {
    try {
      await recordBeat(services, id, Math.round(delay.max / 1e6));
    } catch (error) {
      services.log.debug({ err: error }, 'a sign of life was not recorded; the next round tries again');
    }
    delay.reset();
    await pause(BEAT_MS, undefined, { signal }).catch(() => undefined);
  }
  delay.disable();
}

async function recordBeat({ db, sockets }: Services, id: string, loopDelayMs: number): Promise<void> {
  const beat = {
    seenAtMs: NOW_MS,
    memoryMb: Math.round(process.memoryUsage.rss() / 1024 ** 2),
    socketsNumber: sockets.all().length,
    loopDelayMs,
  };
  const birth = sql<number>`${NOW_MS} - ${Math.round(process.uptime() * 1000)}::bigint`;
  await db
    .insertInto('webProcess')
    .values({ id, ...WHO, startedAtMs: birth, ...beat })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(beat))
    .execute();
}

const WHO = {
  hostName: hostname(),
  pid: process.pid,
  version: ownPackage.version,
  nodeVersion: process.versions.node,
};

/** Removes this process and those that died long ago. */
async function removeProcess({ db, log }: Services, id: string): Promise<void> {
  try {
    await db
      .deleteFrom('webProcess')
      .where((eb) =>
        eb.or([
          eb('id', '=', id),
          eb('seenAtMs', '<', sql<number>`${NOW_MS} - ${PROCESS_FORGOTTEN_AFTER_MS}::bigint`),
        ]),
      )
      .execute();
  } catch (error) {
    log.debug({ err: error }, 'the row of this process stays until it is forgotten');
  }
}
