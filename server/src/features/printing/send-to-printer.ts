import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import type { PrintPages } from '@balloon/contracts/hall/printing.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { printedText } from '#features/printing/printed-text.ts';
import { changePrint, findPrint } from '#features/printing/printing.queries.ts';
import { pagesOf } from '#features/printing/read-print.ts';
import type { Services } from '#services.ts';

/** Time in which the printing system has to take a job; it prints later. */
const TAKEN_WITHIN_MS = 20_000;
/** Most characters that are kept of the words of a failure. */
const MAX_FAILURE = 500;

/**
 * Hands a waiting or failed job to the printing system of the machine, and notes how that went. Of two who do so at once
 * the job goes out once.
 *
 * @param byId supervisor who did it; null: the site itself
 * @returns whether the job was there to be sent
 */
export async function sendToPrinter(
  services: Services,
  jobId: number,
  byId: number | null,
): Promise<boolean> {
  const { db, options } = services;
  const { printQueue, printCommand } = options;
  if (printQueue === null) return false;
  const change = async () => ({ changedAtMs: await databaseNowMs(db), changedById: byId });
  if (!(await changePrint(db, jobId, ['waiting', 'failed'], { state: 'printing', ...(await change()) })))
    return false;
  const job = await findPrint(db, jobId);
  if (!job) return false;
  const title = `balloon-${jobId}`;
  const failure = await paperOf(services, await pagesOf(services, job)).then(
    (paper) => runPrinter(printCommand, { queue: printQueue, title, ...paper }),
    (error: unknown) => String(error).slice(0, MAX_FAILURE),
  );
  const state = failure === null ? 'printed' : 'failed';
  await changePrint(db, jobId, ['printing'], { state, failure, ...(await change()) });
  return true;
}

/** Options of `lp`, and what it prints. */
interface Paper {
  printOptions: readonly string[];
  content: string | Buffer;
}

async function paperOf({ options }: Services, pages: PrintPages): Promise<Paper> {
  const media = `media=${options.printPaper}`;
  if (options.printFormat === 'text')
    return { printOptions: [media, 'cpi=12', 'lpi=7'], content: printedText(pages) };
  const { drawPrints } = await import('#features/printing/print-pdf.ts'); // few sites print
  return { printOptions: [media], content: await buffer(drawPrints([pages])) };
}

/** Runs the program without a shell; what it prints goes in by its input. @returns words of a failure, or null */
function runPrinter(
  command: string,
  { queue, title, printOptions, content }: Paper & { queue: string; title: string },
): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(command, ['-d', queue, '-t', title, ...printOptions.flatMap((one) => ['-o', one])], {
      stdio: ['pipe', 'ignore', 'pipe'],
      timeout: TAKEN_WITHIN_MS,
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
    });
    let words = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      words = (words + part).slice(0, MAX_FAILURE);
    });
    child.stdin.on('error', () => {}); // a program that ends early does not read; its end says more
    child.on('error', (error) => resolve(error.message.slice(0, MAX_FAILURE)));
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(null);
      resolve(words.trim() || (signal === null ? `exit code ${code}` : 'no answer in time'));
    });
    child.stdin.end(content);
  });
}
