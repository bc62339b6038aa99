import { setTimeout as sleep } from 'node:timers/promises';
import type { Ending, Running } from '#processes/child-process.ts';
import { say } from '#say.ts';
import { StartAccident, StartError } from '#start-error.ts';

export interface Service {
  /** Name for the operator. */
  name: string;
  /**
   * Starts the service.
   *
   * @param after end of the process before it; null at the first start
   */
  start(after: Ending | null): Running | Promise<Running>;
  /** Whether a failure before the first readiness is retried too; no caller waits for it then. */
  retriesFirstStart?: boolean;
  /** Services of a group do not depend on each other: they are stopped side by side. */
  group?: string;
}

export interface Kept {
  /**
   * Resolves with the service's first message of readiness. Rejects when its first start failed: then it is not
   * started again. Later every failure is an end like any other.
   */
  ready: Promise<unknown>;
  /** Ends it in order; resolves when the one that is started instead is ready. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  /** Ends it at once, when the operator asks twice. */
  kill(): void;
}

/** Time in ms after which a service counts as steady: its next end is an accident, and it is restarted at once. */
const STEADY_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/** Runs a service and starts it again whenever it ends, pausing longer while it keeps ending early. */
function keepRunning({ name, start, retriesFirstStart = false }: Service): Kept {
  const ready = Promise.withResolvers<unknown>();
  const stopping = new AbortController();
  let current: Running | null = null;
  let wasReady = false;
  let nextReady = Promise.withResolvers<void>();

  async function run(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    let ending: Ending | null = null;
    while (!stopping.signal.aborted) {
      const startedAtMs = performance.now();
      ending = await runOnce(ending);
      if (stopping.signal.aborted) return;
      if (!wasReady && (isLasting(ending) || !retriesFirstStart)) {
        ready.reject(failedStart(name, ending));
        return;
      }
      if (performance.now() - startedAtMs > STEADY_MS) pauseMs = FIRST_PAUSE_MS;
      say(`${name} ended (${ending.how}); starting it again`);
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
  }

  async function runOnce(after: Ending | null): Promise<Ending> {
    try {
      current = await start(after);
    } catch (error) {
      return failedEnding(error);
    }
    void current.ready.then((message) => {
      wasReady = true;
      ready.resolve(message);
      nextReady.resolve();
    });
    if (stopping.signal.aborted) await current.stop();
    return current.exited;
  }

  const finished = run();
  return {
    ready: ready.promise,
    kill: () => current?.kill(),
    async restart() {
      await current?.stop();
      nextReady = Promise.withResolvers();
      await nextReady.promise;
    },
    async stop() {
      stopping.abort();
      await current?.stop();
      await finished;
    },
  };
}

function failedEnding(error: unknown): Ending {
  const how = error instanceof Error ? error.message : String(error);
  return error instanceof StartError ? { how, failure: error } : { how };
}

/** Whether another start would end the same. */
const isLasting = ({ failure }: Ending) => failure !== undefined && !(failure instanceof StartAccident);

function failedStart(name: string, { how, failure }: Ending): StartError {
  return failure ?? new StartAccident(`${name} did not start (${how})`);
}

/** Services that depend on each other: started in the order of `keep`, stopped in the reverse one, groups at once. */
export interface Supervisor {
  /** Resolves with the service's first message of readiness. */
  keep(service: Service): Promise<unknown>;
  /** Restarts the service of that name; resolves when it is at work again. */
  restart(name: string): Promise<void>;
  stop(): Promise<void>;
  kill(): void;
}

export function createSupervisor(): Supervisor {
  const kept = new Map<string, Kept>();
  const groups = new Map<string, Kept[]>();
  return {
    keep(service) {
      const started = keepRunning(service);
      kept.set(service.name, started);
      const { name, group = name } = service;
      groups.set(group, [...(groups.get(group) ?? []), started]);
      return started.ready;
    },
    restart: async (name) => kept.get(name)?.restart(),
    async stop() {
      for (const group of [...groups.values()].toReversed()) {
        await Promise.all(group.map((service) => service.stop()));
      }
    },
    kill() {
      for (const service of kept.values()) service.kill();
    },
  };
}
