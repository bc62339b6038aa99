import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const MAIN = path.resolve(import.meta.dirname, '../../launch/src/main.ts');
const STOP_WITHIN_MS = 20_000;
const READY_WITHIN_MS = 120_000;

/** A process of ours that was started. */
export interface Launched {
  readonly name: string;
  readonly pid: number;
  /** All it has written so far. */
  output(): string;
  /** Resolves with what it told when it was ready. */
  readonly ready: Promise<{ port?: number }>;
  /** Resolves with how it ended. */
  readonly exited: Promise<string>;
  isRunning(): boolean;
  /** kill -9; resolves when it is gone. */
  kill(): Promise<void>;
  /** Asks it to end, and insists after a while. */
  stop(): Promise<void>;
}

/**
 * Starts `balloon` as an operator does, through the command line. It ends with us, even at kill -9: the channel to
 * it closes.
 *
 * @param name for people
 */
export function launchBalloon(
  name: string,
  args: readonly string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Launched {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd, // a stray .env of the developer stays out
    env: { ...plainEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => output.push(text));
  }
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  return {
    name,
    pid: child.pid ?? 0,
    output: () => output.join(''),
    ready: new Promise((resolve) =>
      child.once('message', (message) => resolve(message as { port?: number })),
    ),
    exited,
    isRunning: () => isRunning(child),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      if (!isRunning(child)) return;
      child.kill('SIGTERM');
      await Promise.race([exited, sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
      child.kill('SIGKILL'); // does nothing to one that has ended
      await exited;
    },
  };
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

/** Nothing of the test runner's own environment: it would change how pages are built and what settings say. */
function plainEnvironment(): Record<string, string> {
  const wanted = ['PATH', 'HOME', 'LANG', 'TMPDIR'].map((key) => [key, process.env[key]] as const);
  return Object.fromEntries(wanted.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

/** Waits until a process does its work; fails with what it wrote when it ends before. */
export async function readyOrExplain(launched: Launched): Promise<{ port?: number }> {
  const ended = launched.exited.then((how) => {
    throw new Error(`${launched.name} ended before it was ready (${how}):\n${launched.output()}`);
  });
  const late = sleep(READY_WITHIN_MS, undefined, { ref: false }).then(() => {
    throw new Error(`${launched.name} is not ready after ${READY_WITHIN_MS} ms:\n${launched.output()}`);
  });
  return Promise.race([launched.ready, ended, late]);
}
