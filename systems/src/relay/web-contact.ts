import type { RelayHello, RelayWelcome } from '@balloon/contracts/relay.ts';
import type { Log } from '#relay/log.ts';
import { AwayError, RefusedError, type RelayApi } from '#relay/relay-api.ts';
import { createBackOff } from '#relay/waiting.ts';

type Question<Answer> = (api: RelayApi, welcome: RelayWelcome) => Promise<Answer>;

/**
 * Registration with the web. The web may forget it (another database, a long absence): then the relay registers again.
 */
export interface WebContact {
  /**
   * Asks until the web responds: waits while it is unavailable, registers when it does not know this relay.
   *
   * @throws {RefusedError} when it refuses; {Error} the reason of the signal when aborted
   */
  ask<Answer>(question: Question<Answer>, signal: AbortSignal): Promise<Answer>;
  /**
   * Asks once, for messages that are not worth waiting for.
   *
   * @throws {AwayError} also when the relay must register first
   */
  askOnce<Answer>(question: Question<Answer>): Promise<Answer>;
}

/** Opens the contact, which registers with the first question. @param closed aborts the registration, which all share */
export function createWebContact(
  api: RelayApi,
  hello: RelayHello,
  log: Log,
  closed: AbortSignal,
): WebContact {
  let greeting: Promise<RelayWelcome> | null = null;
  const line = createContactLog(log);

  function greet(): Promise<RelayWelcome> {
    greeting ??= api.hello(hello, closed).catch((error: unknown) => {
      greeting = null;
      throw error;
    });
    return greeting;
  }

  async function askOnce<Answer>(question: Question<Answer>): Promise<Answer> {
    const greeted = greet();
    const welcome = await greeted;
    try {
      return await question(api, welcome);
    } catch (error) {
      if (!isUnknownRelay(error)) throw error;
      // Several solutions may notice this at once; only the first one drops the registration, and all share the next.
      if (greeting === greeted) greeting = null;
      throw new AwayError('the server does not know this relay any more', { cause: error });
    }
  }

  return {
    askOnce,
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

function isUnknownRelay(error: unknown): boolean {
  return error instanceof RefusedError && error.code === 'RELAY_UNKNOWN';
}

/** Logs one line when contact is lost and one when it is back, however many solutions notice. */
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
