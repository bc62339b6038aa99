import { setTimeout as pause } from 'node:timers/promises';
import { startChores } from '#chores.ts';
import { failInterruptedPrints, findUntakenPrints } from '#features/printing/printing.queries.ts';
import { type HandOver, sendToPrinter } from '#features/printing/send-to-printer.ts';
import type { Services } from '#services.ts';

/** Pause in ms before each look for jobs that another process has left. */
const ROUND_MS = 5_000;
/** Time in ms in which hand-overs end by themselves when the process closes, and then for noting that they were cut off. */
const CLOSE_WITHIN_MS = 2_000;

/**
 * Hands jobs to the printer of the site: each at once, by the process that stored it. Theory of operation: the database says
 * until when somebody is at a job (`handed_until_ms`). A job that nobody took in time is taken by any process with a
 * printer. One that was taken and has no end may have come out, so that it fails and is never sent again by itself.
 */
export class HandOvers {
  #services: Services | null = null;
  #stopRounds = () => {};
  readonly #running = new Set<Promise<unknown>>();
  readonly #closing = new AbortController();
  #isClosing = false;

  /** @param services over connections for who waits in any case: what was accepted is printed, also at the peak */
  start(services: Services): void {
    this.#services = services;
    this.#stopRounds = startChores(
      services,
      ROUND_MS,
      () => this.takeLeftJobs(),
      'print jobs of other processes were not looked after; the next round tries again',
    );
  }

  /** Hands a job over. @returns whether it was there to be sent; false also in a process that is closing */
  async hand(job: HandOver): Promise<boolean> {
    if (this.#services === null || this.#isClosing) return false;
    const handing = sendToPrinter(this.#services, job, this.#closing.signal);
    const running = handing.catch(() => undefined).finally(() => this.#running.delete(running));
    this.#running.add(running);
    return handing;
  }

  /** Hands a job over by itself, after the answer of who sent it. */
  handLater(jobId: number): void {
    this.hand({ jobId, byId: null }).catch((error) =>
      this.#services?.log.warn({ err: error, jobId }, 'a print job was not handed to the printer'),
    );
  }

  /** Takes jobs that nobody took in time, and fails those whose hand-over has no end. */
  async takeLeftJobs(): Promise<void> {
    if (this.#services === null || this.#services.options.printQueue === null) return;
    const { db, log } = this.#services;
    for (const jobId of await failInterruptedPrints(db))
      log.error({ jobId }, 'handing a print job over was interrupted: look whether it came out');
    const untaken = await findUntakenPrints(db);
    await Promise.all(untaken.map((jobId) => this.hand({ jobId, byId: null })));
  }

  /** Lets what goes on come to its end for a moment, and cuts the rest off. Jobs that nobody has taken wait for another process. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#stopRounds();
    await this.#settle();
    this.#closing.abort();
    await this.#settle();
  }

  #settle(): Promise<unknown> {
    return Promise.race([Promise.all(this.#running), pause(CLOSE_WITHIN_MS, undefined, { ref: false })]);
  }
}
