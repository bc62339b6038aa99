import type { Log } from '#log.ts';
import { createBackOff } from '#waiting.ts';
import { AwayError, RefusedError } from '#web-calls.ts';

type Question<Api, Welcome, Answer> = (api: Api, welcome: Welcome) => Promise<Answer>;

/**
 * Registration of a worker with the server. The server may forget it (another database, a long absence): then the
 * worker registers again.
 */
export interface WebContact<Api, Welcome> {
  readonly api: Api;
  /**
   * Asks until the server responds: waits while it is unavailable, registers when it does not know this worker.
   *
   * @throws {RefusedError} when it refuses; {Error} the reason of the signal when aborted
   */
  ask<Answer>(question: Question<Api, Welcome, Answer>, signal: AbortSignal): Promise<Answer>;
  /**
   * Asks once, for messages that are not worth waiting for.
   *
   * @throws {AwayError} also when the worker must register first
   */
  askOnce<Answer>(question: Question<Api, Welcome, Answer>): Promise<Answer>;
  /** Registers again with the next question, since what the worker says of itself has changed. */
  introduceAgain(): void;
}

export interface ContactOptions<Api, Welcome> {
  api: Api;
  /** Registers the worker; what it waits for is shared by all who ask. */
  register(): Promise<Welcome>;
  /** Code of the refusal by which the server says that it does not know the worker. */
  unknownCode: string;
  log: Log;
}

/** Opens the contact, which registers with the first question. */
export function createWebContact<Api, Welcome>({
  api,
  register,
  unknownCode,
  log,
}: ContactOptions<Api, Welcome>): WebContact<Api, Welcome> {
  let registration: Promise<Welcome> | null = null;
  const line = createContactLog(log);

  function registered(): Promise<Welcome> {
    registration ??= register().catch((error: unknown) => {
      registration = null;
      throw error;
    });
    return registration;
  }

  async function askOnce<Answer>(question: Question<Api, Welcome, Answer>): Promise<Answer> {
    const used = registered();
    const welcome = await used;
    try {
      return await question(api, welcome);
    } catch (error) {
      if (!(error instanceof RefusedError && error.code === unknownCode)) throw error;
      // Several tasks may notice this at once; only the first one drops the registration, and all share the next.
      if (registration === used) registration = null;
      throw new AwayError('the server does not know this worker any more', { cause: error });
    }
  }

  return {
    api,
    askOnce,
    introduceAgain() {
      registration = null;
    },
    async ask(question, signal) {
      const backOff = createBackOff();
      for (;;) {
        try {
          signal.throwIfAborted();
          const answer = await askOnce(question);
          line.answered();
          return answer;
        } catch (error) {
          if (!(error instanceof AwayError)) throw error;
          line.away(error);
          await backOff.pause(signal);
        }
      }
    },
  };
}

/** Logs one line when contact is lost and one when it is back, however many tasks notice. */
function createContactLog(log: Log) {
  let isAway = false;
  return {
    away(error: Error) {
      if (!isAway) log.warn(`The server does not answer (${error.message}); trying until it does`);
      isAway = true;
    },
    answered() {
      if (isAway) log.info('The server answers again');
      isAway = false;
    },
  };
}
