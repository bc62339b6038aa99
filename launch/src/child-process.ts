import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT_MEND_FIRST, StartError, ToldStartError } from '#start-error.ts';

/** Something that runs, whatever it is made of. */
export interface Running {
  /** Resolves when it does its work, with what it told; never when it ends before. */
  ready: Promise<unknown>;
  /** Resolves when it ends, with how. */
  exited: Promise<Ending>;
  stop(): Promise<void>;
  /** Ends it at once; its work is then recovered, not finished. */
  kill(): void;
}

export interface Ending {
  /** For people: "exit code 1", "SIGKILL". */
  how: string;
  /** Set when starting it again would end the same. */
  mendFirst?: StartError;
}

export interface ChildCommand {
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  stopWithinMs: number;
}

/**
 * Starts a Node program of ours. It writes to our output, stays out of the terminal's Ctrl-C (we stop it in our
 * order) and ends when the channel to us closes, which the kernel does even at kill -9.
 */
export function startChild({ args, env, stopWithinMs }: ChildCommand): Running {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
    env,
  });
  const exited = waitForExit(child);
  return {
    ready: new Promise((resolve) => child.on('message', resolve)),
    exited,
    kill: () => void child.kill('SIGKILL'),
    async stop() {
      child.kill('SIGTERM');
      await Promise.race([exited, sleep(stopWithinMs, undefined, { ref: false })]);
      child.kill('SIGKILL'); // does nothing to one that has ended
      await exited;
    },
  };
}

function waitForExit(child: ChildProcess): Promise<Ending> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ how: error.message, mendFirst: new StartError(error.message) }));
    child.once('exit', (code, signal) => {
      const how = signal ?? `exit code ${code}`;
      resolve(code === EXIT_MEND_FIRST ? { how, mendFirst: new ToldStartError(how) } : { how });
    });
  });
}
