import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { COMPILE_CACHE } from '#files/compile-cache.ts';
import { isLifeSign, watchLifeSigns } from '#processes/life-signs.ts';
import { EXIT_MEND_FIRST, ReportedStartError, type StartError } from '#start-error.ts';

/** Service at work, in whatever form. */
export interface Running {
  /** Resolves when it is at work, with its first message; never when it ends before. */
  ready: Promise<unknown>;
  /** Resolves when it ends, with the way it ended. */
  exited: Promise<Ending>;
  stop(): Promise<void>;
  /** Ends it at once; its work is recovered by the next start. */
  kill(): void;
}

export interface RunningChild extends Running {
  pid: number;
  /** Sends a message to the process; returns whether it is there. */
  send(message: Record<string, unknown>): boolean;
}

export interface Ending {
  /** Text for people: "exit code 1", "SIGKILL". */
  how: string;
  /** Error with which the start failed; unless it is a `StartAccident`, another start would end the same. */
  failure?: StartError;
  /** True when it was killed because it did not respond. */
  isStalled?: true;
}

export interface ChildCommand {
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  stopWithinMs: number;
  /** Time in ms without a sign of life after which it is killed; see life-signs.ts. Absent: it sends none. */
  silentMs?: number;
  /** Receives each line that it writes, which goes to our output as well. */
  onLine?: OnLine;
  /** Receives each message of the process, readiness included. */
  onMessage?: (message: unknown) => void;
}

export type OnLine = (line: string, level: 'info' | 'warn') => void;

/**
 * Starts a Node program of ours. It writes to our output, does not receive the terminal's Ctrl-C (we stop it in our
 * order) and ends when the channel to us closes, which the kernel does even at kill -9.
 */
export function startChild({
  args,
  env,
  stopWithinMs,
  silentMs,
  onLine,
  onMessage,
}: ChildCommand): RunningChild {
  const child = spawn(process.execPath, args, {
    stdio: onLine ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
    // Else the first modules, which turn the cache on, would be compiled without it.
    env: { ...env, NODE_COMPILE_CACHE: COMPILE_CACHE },
  });
  if (onLine) passLines(child, onLine);
  if (onMessage) child.on('message', onMessage);
  const stall = new AbortController();
  if (silentMs !== undefined) {
    watchLifeSigns(child, silentMs, () => {
      stall.abort();
      child.kill('SIGKILL');
    });
  }
  const exited = waitForExit(child).then((ending): Ending => {
    if (!stall.signal.aborted) return ending;
    return { ...ending, how: `killed: no answer for ${silentMs} ms`, isStalled: true };
  });
  return {
    pid: child.pid ?? 0,
    ready: new Promise((resolve) =>
      child.on('message', (message) => {
        if (!isLifeSign(message)) resolve(message);
      }),
    ),
    exited,
    kill: () => void child.kill('SIGKILL'),
    send(message) {
      if (child.connected) child.send(message, () => {});
      return child.connected;
    },
    async stop() {
      child.kill('SIGTERM');
      await Promise.race([exited, sleep(stopWithinMs, undefined, { ref: false })]);
      child.kill('SIGKILL'); // has no effect on a process that has ended
      await exited;
    },
  };
}

/** Writes lines of the process to our output, and passes them on. */
function passLines({ stdout, stderr }: ChildProcess, onLine: OnLine): void {
  for (const [input, output, level] of [
    [stdout, process.stdout, 'info'],
    [stderr, process.stderr, 'warn'],
  ] as const) {
    if (!input) continue; // neither is made when there are no more descriptors
    createInterface({ input }).on('line', (line) => {
      output.write(`${line}\n`);
      onLine(line, level);
    });
  }
}

function waitForExit(child: ChildProcess): Promise<Ending> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ how: error.message })); // no memory, no descriptors
    child.once('exit', (code, signal) => {
      const how = signal ?? `exit code ${code}`;
      resolve(code === EXIT_MEND_FIRST ? { how, failure: new ReportedStartError(how) } : { how });
    });
  });
}
