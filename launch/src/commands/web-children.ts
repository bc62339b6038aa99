import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '@balloon/contracts/settings/settings.ts';
import type { ConsoleMessage } from '#commands/web.ts';
import { type ChildCommand, type RunningChild, startChild } from '#processes/child-process.ts';
import { isRelayWanted } from '#processes/relay-wanted.ts';
import { isRestartWanted } from '#processes/restart-wanted.ts';
import type { Supervisor } from '#processes/supervisor.ts';
import { say } from '#say.ts';

const MAIN = path.join(import.meta.dirname, '..', 'main.ts');
const STOP_WITHIN_MS = 10_000;
/** Pause between two restarts in ms: proxies leave a process out for two seconds after it was gone (docs/proxies.md). */
const BETWEEN_RESTARTS_MS = 4_000;

type OnMessage = (message: unknown) => void;

/** Returns the ports of the web processes: PORT and those after it, or any free ones when PORT is 0. */
export function portsOfWebs({ port, webs }: Pick<Settings, 'port' | 'webs'>): number[] {
  return Array.from({ length: webs }, (_, position) => (port === 0 ? 0 : port + position));
}

/** Creates the web processes of a start. They also show lines of the supervisor, of its judge and its relay to admins. */
export function createWebs(supervisor: Supervisor, settings: Settings, env: NodeJS.ProcessEnv) {
  const relayWanted = Promise.withResolvers<void>();
  /** Whether some are being started: whoever wants a restart meanwhile gets new processes anyway. */
  let isStarting = true;
  const onMessage: OnMessage = (message) => {
    if (isRelayWanted(message)) relayWanted.resolve();
    if (isRestartWanted(message)) void restartInTurns();
  };
  const stopWithinMs = settings.drainSeconds * 1000 + STOP_WITHIN_MS;
  const webs = portsOfWebs(settings).map((port, position) =>
    createWeb(position, port, { env, stopWithinMs, onMessage }),
  );
  async function restartInTurns(): Promise<void> {
    if (isStarting) return;
    isStarting = true;
    for (const [position, { name }] of webs.entries()) {
      if (position > 0) await sleep(BETWEEN_RESTARTS_MS);
      await supervisor.restart(name);
    }
    isStarting = false;
    say('All web processes are started again.');
  }
  return {
    /** Starts each again when the one before is at work: with several of them the site stays up. */
    restartInTurns,
    /**
     * Keeps them running. The first one migrates the database and makes its accounts, so the others wait for it.
     *
     * @returns their ports, the same after every restart
     */
    async keep(): Promise<number[]> {
      const ports: number[] = [];
      for (const web of webs) ports.push(await web.keep(supervisor));
      isStarting = false;
      return ports;
    },
    /** Calls once, as soon as the site has a server of an outside system. */
    onRelayWanted(keep: () => void) {
      void relayWanted.promise.then(keep);
    },
    /** Gives a line to one process that is there, from which all others hear it. */
    tell(part: 'supervisor' | 'judge' | 'relay', level: 'info' | 'warn', text: string) {
      const message = { consoleLine: { part, level, text } } satisfies ConsoleMessage;
      webs.some((web) => web.send(message));
    },
  };
}

function createWeb(
  position: number,
  port: number,
  options: Pick<ChildCommand, 'env' | 'stopWithinMs' | 'onMessage'>,
) {
  const name = position === 0 ? 'web' : `web ${position + 1}`;
  let ownPort = port;
  let current: RunningChild | null = null;
  function start(): RunningChild {
    current = startChild({
      args: [MAIN, 'web'],
      ...options,
      env: { ...options.env, PORT: `${ownPort}` },
    });
    return current;
  }
  return {
    name,
    /** Keeps it running; returns the port on which it listens, the same after every restart. */
    async keep(supervisor: Supervisor): Promise<number> {
      const ready = await supervisor.keep({ name, start, group: 'webs' });
      ownPort = (ready as { port: number }).port;
      return ownPort;
    },
    /** Returns whether the process was there. */
    send: (message: ConsoleMessage) => current?.send(message) ?? false,
  };
}
