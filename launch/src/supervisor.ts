import { setTimeout as sleep } from 'node:timers/promises';
import type { Ending, Running } from '#child-process.ts';
import { say } from '#say.ts';
import { StartError } from '#start-error.ts';

export interface Service {
  /** As the operator reads it. */
  name: string;
  start(): Running | Promise<Running>;
  /** Whether an accident before the first readiness is forgiven too; nobody waits for it then. */
  retriesFirstStart?: boolean;
}

export interface Kept {
  /**
   * Resolves with what the service told when it was ready first. Rejects when its first start failed: then it is
   * not started again.
   */
  ready: Promise<unknown>;
  stop(): Promise<void>;
  /** Ends it at once, for an impatient operator. */
  kill(): void;
}

/** A service that ran this long is well: its next end is an accident, answered at once. */
const STEADY_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/** Runs a service and starts it again whenever it ends, pausing longer while it keeps ending early. */
export function keepRunning({ name, start, retriesFirstStart = false }: Service): Kept {
  const ready = Promise.withResolvers<unknown>();
  const stopping = new AbortController();
  let current: Running | null = null;
  let wasReady = false;

  async function run(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    while (!stopping.signal.aborted) {
      const startedAtMs = performance.now();
      const ending = await runOnce();
      if (stopping.signal.aborted) return;
      if (!wasReady && (ending.mendFirst || !retriesFirstStart)) {
        ready.reject(failedStart(name, ending));
        return;
      }
      if (performance.now() - startedAtMs > STEADY_MS) pauseMs = FIRST_PAUSE_MS;
      say(`${name} ended (${ending.how}); starting it again`);
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
  }

  async function runOnce(): Promise<Ending> {
    try {
      current = await start();
    } catch (error) {
      if (error instanceof StartError) return { how: error.message, mendFirst: error };
      throw error;
    }
    void current.ready.then((message) => {
      wasReady = true;
      ready.resolve(message);
    });
    if (stopping.signal.aborted) await current.stop();
    return current.exited;
  }

  const finished = run().catch(ready.reject);
  return {
    ready: ready.promise,
    kill: () => current?.kill(),
    async stop() {
      stopping.abort();
      await current?.stop();
      await finished;
    },
  };
}

function failedStart(name: string, { how, mendFirst }: Ending): StartError {
  return mendFirst ?? new StartError(`${name} did not start (${how})`);
}

/** Services that lean on each other: started in the order of `keep`, stopped in the reverse one. */
export interface Supervisor {
  /** Resolves with what the service told at its first readiness. */
  keep(service: Service): Promise<unknown>;
  stop(): Promise<void>;
  kill(): void;
}

export function createSupervisor(): Supervisor {
  const kept: Kept[] = [];
  return {
    keep(service) {
      const started = keepRunning(service);
      kept.push(started);
      return started.ready;
    },
    async stop() {
      for (const service of kept.toReversed()) await service.stop();
    },
    kill() {
      for (const service of kept) service.kill();
    },
  };
}
