import { execFile } from 'node:child_process';
import path from 'node:path';
import type { PrinterState } from '@balloon/contracts/hall/printing.ts';
import type { Services } from '#services.ts';

/** Time in which the printing system has to tell, and for which its answer stands. */
const TOLD_WITHIN_MS = 5_000;
const STANDS_MS = 5_000;
const MAX_WORDS = 300;

let known: { key: string; untilMs: number; state: Promise<PrinterState | null> } | undefined;

/**
 * How the printer of the site is, by its printing system: `lp` takes a job for a printer that has stopped, and the job waits
 * there. Null where there is none, or where another program prints, of which nothing is known.
 */
export function readPrinterState({ options }: Pick<Services, 'options'>): Promise<PrinterState | null> {
  const { printQueue, printCommand } = options;
  if (printQueue === null || path.basename(printCommand) !== 'lp') return Promise.resolve(null);
  const key = `${printCommand} ${printQueue}`;
  const nowMs = performance.now();
  if (known?.key !== key || known.untilMs < nowMs)
    known = { key, untilMs: nowMs + STANDS_MS, state: askPrinter(printCommand, printQueue) };
  return known.state;
}

async function askPrinter(printCommand: string, queue: string): Promise<PrinterState | null> {
  const folder = path.dirname(printCommand);
  const program = printCommand.includes('/') ? path.join(folder, 'lpstat') : 'lpstat';
  const [printer, accepts, jobs] = await Promise.all(
    ['-p', '-a', '-o'].map((option) => ask(program, [option, queue])),
  );
  if (printer === undefined || printer.isMissing) return null;
  const said = printer.words.slice(0, MAX_WORDS);
  const waiting = jobs?.hasFailed === false ? jobs.words.split('\n').filter(Boolean).length : 0;
  if (printer.hasFailed) return { kind: 'unknown', words: said, waiting };
  if (/\bdisabled since\b/.test(said)) return { kind: 'stopped', words: said, waiting };
  const refusal = accepts?.words ?? '';
  if (/\bnot accepting requests\b/.test(refusal))
    return { kind: 'refuses', words: refusal.slice(0, MAX_WORDS), waiting };
  return { kind: 'works', words: '', waiting };
}

interface Answer {
  words: string;
  hasFailed: boolean;
  /** Whether there is no such program. */
  isMissing: boolean;
}

function ask(program: string, args: readonly string[]): Promise<Answer> {
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' };
  return new Promise((resolve) => {
    execFile(program, args, { timeout: TOLD_WITHIN_MS, env }, (error, stdout, stderr) => {
      const words = `${stdout}${stderr}`.trim() || (error?.message ?? '');
      resolve({ words, hasFailed: error !== null, isMissing: error?.code === 'ENOENT' });
    });
  });
}
