import type { JudgeHello, JudgeWelcome } from '@balloon/contracts/judge.ts';
import type { Log } from '#log.ts';
import { createBackOff } from '#service/back-off.ts';
import { AwayError, type JudgeApi, RefusedError } from '#service/judge-api.ts';

type Question<Answer> = (welcome: JudgeWelcome) => Promise<Answer>;

/**
 * Registration with the server. The server may forget it (another database, a long absence): then the judge registers
 * again.
 */
export interface JudgeSession {
  readonly api: JudgeApi;
  /**
   * Asks until the server responds: waits while it is unavailable, registers when it does not know this judge.
   *
   * @throws {RefusedError} when it refuses; {Error} `AbortError` when aborted
   */
  ask<Answer>(question: Question<Answer>, signal: AbortSignal): Promise<Answer>;
  /**
   * Asks once, for messages that are not worth waiting for.
   *
   * @throws {AwayError} also when the judge must register first
   */
  askOnce<Answer>(question: Question<Answer>, signal: AbortSignal): Promise<Answer>;
}

/**
 * Opens a session, which registers with the first question.
 *
 * @param closing aborts the registration, which all slots share
 */
export function createJudgeSession(
  api: JudgeApi,
  hello: JudgeHello,
  log: Log,
  closing: AbortSignal,
): JudgeSession {
  let greeting: Promise<JudgeWelcome> | null = null;
  const contact = createContactLog(log);

  function greet(): Promise<JudgeWelcome> {
    greeting ??= introduce().catch((error: unknown) => {
      greeting = null;
      throw error;
    });
    return greeting;
  }

  async function introduce(): Promise<JudgeWelcome> {
    const welcome = await api.hello(hello, closing);
    for (const { key, version, preferred } of welcome.drained)
      log.warn(
        `This judge gets no work in ${key}: it has version ${version}, the other judges ${preferred}; install the same`,
      );
    return welcome;
  }

  async function askOnce<Answer>(question: Question<Answer>): Promise<Answer> {
    const greeted = greet();
    const welcome = await greeted;
    try {
      return await question(welcome);
    } catch (error) {
      if (!isUnknownJudge(error)) throw error;
      // Several slots may notice this at once; only the first one drops the registration, and all share the next.
      if (greeting === greeted) greeting = null;
      throw new AwayError('the server does not know this judge any more', { cause: error });
    }
  }

  return {
    api,
    askOnce,
    async ask(question, signal) {
      const backOff = createBackOff();
      for (;;) {
        try {
          signal.throwIfAborted();
          const answer = await askOnce(question);
          contact.answered();
          return answer;
        } catch (error) {
          if (!(error instanceof AwayError)) throw error;
          contact.away(error);
          await backOff.pause(signal);
        }
      }
    },
  };
}

function isUnknownJudge(error: unknown): boolean {
  return error instanceof RefusedError && error.code === 'JUDGE_UNKNOWN';
}

/** Logs one line when contact is lost and one when it is back, however many slots notice. */
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
