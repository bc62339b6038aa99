import { buffer } from 'node:stream/consumers';
import type { PrintPages, PrintState } from '@balloon/contracts/hall/printing.ts';
import { databaseNowMs } from '@balloon/database/clock.ts';
import { printedText } from '#features/printing/printed-text.ts';
import { changePrint, findPrint } from '#features/printing/printing.queries.ts';
import { pagesOf } from '#features/printing/read-print.ts';
import { type FailedPrint, failedBy, runPrinter } from '#features/printing/run-printer.ts';
import type { Services } from '#services.ts';

/** Time in ms after which a hand-over counts as interrupted: the time of the printing system, and more for drawing the pages. */
const HANDED_WITHIN_MS = 60_000;

export interface HandOver {
  jobId: number;
  /** Supervisor who asked for it, also after a failure; null: the site itself, and then only the first time. */
  byId: number | null;
}

/**
 * Hands a job to the printing system of the machine, and notes how that went. Of several who do so at once the job goes out
 * once. A hand-over whose end cannot be noted is found by `failInterruptedPrints`.
 *
 * @param signal ends it
 * @returns whether the job was there to be sent
 */
export async function sendToPrinter(
  services: Services,
  { jobId, byId }: HandOver,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, options } = services;
  const { printQueue } = options;
  if (printQueue === null) return false;
  const from: PrintState[] = byId === null ? ['waiting'] : ['waiting', 'failed'];
  const change = async () => ({ changedAtMs: await databaseNowMs(db), changedById: byId });
  const claim = await change();
  const handedUntilMs = claim.changedAtMs + HANDED_WITHIN_MS;
  if (!(await changePrint(db, { jobId }, from, { state: 'printing', handedUntilMs, ...claim }))) return false;
  const failed = await handOver(services, { jobId, printQueue }, signal).catch(failedBy);
  const state = failed === null ? 'printed' : 'failed';
  await changePrint(db, { jobId, handedUntilMs }, ['printing'], { state, ...failed, ...(await change()) });
  return true;
}

async function handOver(
  services: Services,
  { jobId, printQueue }: { jobId: number; printQueue: string },
  signal: AbortSignal,
): Promise<FailedPrint | null> {
  const job = await findPrint(services.db, jobId);
  if (!job) return null; // deleted with its contest
  const paper = await paperOf(services, await pagesOf(services, job));
  const input = { queue: printQueue, title: `balloon-${jobId}`, ...paper };
  return runPrinter(services.options.printCommand, input, { signal });
}

async function paperOf({ options }: Services, pages: PrintPages) {
  const media = `media=${options.printPaper}`;
  if (options.printFormat === 'text')
    return { printOptions: [media, 'cpi=12', 'lpi=7'], content: printedText(pages) };
  const { drawPrints } = await import('#features/printing/print-pdf.ts'); // few sites print
  return { printOptions: [media], content: await buffer(drawPrints([pages])) };
}
