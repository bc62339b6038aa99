import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const MAIN = path.resolve(import.meta.dirname, '../../../launch/src/main.ts');
const STOP_WITHIN_MS = 60_000;
const READY_WITHIN_MS = 120_000;

/** Process that a test started. */
export interface Launched {
  readonly name: string;
  readonly pid: number;
  /** Returns all output so far. */
  output(): string;
  /** Resolves with the data of its "ready" message. */
  readonly ready: Promise<{ port?: number }>;
  /** Resolves with a description of how it ended. */
  readonly exited: Promise<string>;
  isRunning(): boolean;
  /** Sends SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** Asks the process to end, and kills it after a while. */
  stop(): Promise<void>;
}

/**
 * Starts `balloon` as an operator does, through the command line. The process ends with the test, even at SIGKILL,
 * because its channel closes.
 *
 * @param name name for messages
 */
export function launchBalloon(
  name: string,
  args: readonly string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Launched {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd, // without a stray .env of the developer
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
      child.kill('SIGKILL'); // has no effect on a process that has ended
      await exited;
    },
  };
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

/** Leaves out the test runner's environment: it would change how pages are built and settings are read. */
function plainEnvironment(): Record<string, string> {
  const wanted = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'PRECOMPILED_HEADERS'].map(
    (key) => [key, process.env[key]] as const,
  );
  return Object.fromEntries(wanted.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

/** Waits until a process is ready; fails with its output when it ends before. */
export async function readyOrExplain(launched: Launched): Promise<{ port?: number }> {
  const ended = launched.exited.then((how) => {
    throw new Error(`${launched.name} ended before it was ready (${how}):\n${launched.output()}`);
  });
  const late = sleep(READY_WITHIN_MS, undefined, { ref: false }).then(() => {
    throw new Error(`${launched.name} is not ready after ${READY_WITHIN_MS} ms:\n${launched.output()}`);
  });
  return Promise.race([launched.ready, ended, late]);
}
