import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@balloon/worker/log.ts';
import type { ResolveName } from '#http/get-publicly.ts';
import type { OutsideSystem } from '#outside-system.ts';
import { createRelayApi, type RelayApi } from '#relay/relay-api.ts';
import { type RunningRelay, runRelay } from '#relay/start-relay.ts';

/** Relay that can be killed as a process can: after its death it does nothing to anybody. */
export interface MortalRelay extends RunningRelay {
  kill(): void;
  readonly isDead: boolean;
  /** Waits until nothing of it is on its way. */
  settled(): Promise<void>;
  /** Calls to the web and to the system so far. */
  readonly calls: number;
}

/** Moment of a death: at the call of that number, before it is made or before its answer is heard. */
export interface Death {
  call: number;
  when: 'before' | 'after';
}

export interface RelayStart {
  webUrl: string;
  system: OutsideSystem;
  nowMs(): number;
  death?: Death;
  log?: Log;
  lookEveryMs?: number;
  /** Default: no host of a statement is there, so that no test asks the internet. */
  resolveName?: ResolveName;
}

/** Calls that come at no certain moment: a death is counted without them. */
const UNCOUNTED: ReadonlySet<string> = new Set(['progress', 'poll', 'claimJob', 'jobProgress']);

/** Members that ask nobody. */
const PURE: ReadonlySet<string> = new Set(['readId']);

/** Until runs of an account that is signed out are claimed anew, by the clock of the test. */
export const RENEW_ACCOUNT_MS = 120_000;

export const SILENT: Log = { info: () => {}, warn: () => {}, error: () => {} };

export function startMortalRelay({
  webUrl,
  system,
  nowMs,
  death,
  log,
  lookEveryMs = 1,
  resolveName = async () => [],
}: RelayStart): MortalRelay {
  let isDead = false;
  let calls = 0;
  let onTheirWay = 0;

  function mortal<Target extends object>(target: Target): Target {
    return new Proxy(target, {
      get(_, name) {
        const member = Reflect.get(target, name) as unknown;
        if (typeof member !== 'function' || PURE.has(String(name))) return member;
        return (...args: unknown[]) => around(String(name), () => member.apply(target, args) as unknown);
      },
    });
  }

  function die(): void {
    isDead = true;
    queueMicrotask(() => relay.close()); // hangs up, as the kernel does
  }

  async function around(name: string, call: () => unknown): Promise<unknown> {
    const number = UNCOUNTED.has(name) ? -1 : ++calls;
    const dies = number === death?.call;
    if (dies && death?.when === 'before') die();
    if (isDead) throw new Error('killed');
    onTheirWay += 1;
    const [outcome] = await Promise.allSettled([Promise.try(call)]);
    onTheirWay -= 1;
    if (dies) die();
    if (isDead) throw new Error('killed'); // neither an answer nor an error reaches the dead
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }

  const relay = runRelay(mortal<RelayApi>(createRelayApi(webUrl, 'relay-token-of-tests')), {
    ...{ name: 'hall', systems: { [system.type]: mortal(system) }, log: log ?? SILENT, nowMs, resolveName },
    pauses: { lookEveryMs, renewAccountMs: RENEW_ACCOUNT_MS },
  });
  return {
    ...relay,
    kill: die,
    async settled() {
      while (onTheirWay > 0) await sleep(1);
    },
    get isDead() {
      return isDead;
    },
    get calls() {
      return calls;
    },
  };
}
