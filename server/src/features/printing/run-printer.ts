import { type ChildProcess, spawn } from 'node:child_process';
import type { PrintFailure } from '@balloon/contracts/hall/printing.ts';

/** Time in which the printing system has to take a job; it prints later. */
const TAKEN_WITHIN_MS = 20_000;
/** Most characters that are kept of the words of a failure. */
const MAX_WORDS = 500;

export interface PrinterInput {
  queue: string;
  title: string;
  /** Options of `lp`. */
  printOptions: readonly string[];
  content: string | Buffer;
}

/** How a job failed: in the words of the printing system, or by a cause of ours. */
export type FailedPrint = { failure: string } | { failureCause: PrintFailure };

/** A failure in the words of an error. */
export const failedBy = (error: unknown): FailedPrint => ({
  failure: (error instanceof Error ? error.message : String(error)).slice(0, MAX_WORDS),
});

/**
 * Runs the program of the printing system without a shell; what it prints goes in by its input. The program has a group of its
 * own: when its time is over, or at the signal, what it has started ends with it.
 *
 * @returns why it failed, or null
 */
export function runPrinter(
  command: string,
  { queue, title, printOptions, content }: PrinterInput,
  { signal, withinMs = TAKEN_WITHIN_MS }: { signal: AbortSignal; withinMs?: number },
): Promise<FailedPrint | null> {
  if (signal.aborted) return Promise.resolve({ failureCause: 'interrupted' });
  return new Promise((resolve) => {
    const child = spawn(command, ['-d', queue, '-t', title, ...printOptions.flatMap((one) => ['-o', one])], {
      stdio: ['pipe', 'ignore', 'pipe'],
      detached: true,
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
    });
    const end = (failed: FailedPrint | null) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', interrupt);
      resolve(failed);
    };
    const kill = (failed: FailedPrint) => {
      killGroup(child);
      end(failed);
    };
    const timer = setTimeout(kill, withinMs, { failure: 'no answer in time' });
    const interrupt = () => kill({ failureCause: 'interrupted' });
    signal.addEventListener('abort', interrupt, { once: true });
    child.on('error', (error) => end(failedBy(error)));
    if (child.pid === undefined) return; // the error says why; there may be no pipes
    let words = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      words = (words + part).slice(0, MAX_WORDS);
    });
    child.stdin.on('error', () => {}); // a program that ends early does not read; its end says more
    child.on('close', (code, by) => {
      end(code === 0 ? null : { failure: words.trim() || (by ? `ended by ${by}` : `exit code ${code}`) });
    });
    child.stdin.end(content);
  });
}

/** Kills a program and what it has started, and lets go of pipes that somebody may still hold. */
function killGroup({ pid, stdin, stderr }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended already.
  }
  stdin?.destroy();
  stderr?.destroy();
}
