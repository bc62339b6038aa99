import { setImmediate as afterAnswer, setTimeout as pause } from 'node:timers/promises';
import { startChores } from '#chores.ts';
import { endLetter, putLetterOff, type TakenLetter, takeLetter } from '#features/account/letters.queries.ts';
import { prepareLetter } from '#features/account/prepare-letter.ts';
import { isRefused } from '#mail/mailer.ts';
import type { Services } from '#services.ts';

/** Letters that a process sends at once: as many as the mailer has connections. */
const AT_ONCE = 2;
/** Pause before this process looks for letters that wait for another try, or that another process has left. */
const ROUND_MS = 5_000;
const CLOSE_WITHIN_MS = 3_000;

/**
 * Sends letters that wait in the database (`letter`), from whichever web process wrote them. It does so after the answer of the
 * call, so that neither the answer nor its time reveals whether an account exists. No lock is held meanwhile: a try has a
 * lease, after which another process takes a letter whose process was killed.
 */
export class Outbox {
  #services: Services | null = null;
  #stopRounds = () => {};
  readonly #lanes = new Set<Promise<void>>();
  #isWoken = false;
  #isClosing = false;

  start(services: Services): void {
    this.#services = services;
    const round = async () => this.wake();
    this.#stopRounds = startChores(services, ROUND_MS, round, 'letters were not looked for');
  }

  /** Sends what is due: to be called when a letter was written and committed. */
  wake(): void {
    this.#isWoken = true;
    const services = this.#services;
    if (!services?.mailer.isOn || this.#isClosing || this.#lanes.size >= AT_ONCE) return;
    const lane = this.#work(services).finally(() => this.#lanes.delete(lane));
    this.#lanes.add(lane);
  }

  /** Lets the tries under way finish and closes the mailer. What was cut off waits for another process, or for the next start. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#stopRounds();
    await this.#settle();
    this.#services?.mailer.close();
    await this.#settle();
  }

  #settle(): Promise<unknown> {
    return Promise.race([Promise.all(this.#lanes), pause(CLOSE_WITHIN_MS, undefined, { ref: false })]);
  }

  async #work(services: Services): Promise<void> {
    await afterAnswer();
    try {
      do {
        this.#isWoken = false;
        await this.#sendDue(services);
      } while (this.#isWoken && !this.#isClosing);
    } catch (error) {
      services.log.warn({ err: error }, 'a letter was not looked after; the next round tries again');
    }
  }

  async #sendDue(services: Services): Promise<void> {
    while (!this.#isClosing) {
      const taken = await takeLetter(services.db);
      if (!taken) return;
      await trySending(services, taken);
    }
  }
}

async function trySending(services: Services, taken: TakenLetter): Promise<void> {
  const { db, mailer, log } = services;
  const prepared = await prepareLetter(services, taken);
  if (!prepared) return endLetter(db, taken);
  try {
    await mailer.sendNow(prepared.to, prepared.letter, taken.messageId);
  } catch (error) {
    if (!isRefused(error) && (await putLetterOff(db, taken)))
      return log.warn({ err: error }, 'mail was not sent; trying again');
    log.error({ err: error }, 'a letter was not sent, and is not tried again');
  }
  await endLetter(db, taken);
}
