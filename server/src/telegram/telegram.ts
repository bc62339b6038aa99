import { createRequire } from 'node:module';
import type { Api } from 'grammy';
import { ServiceUnavailableError } from '#errors.ts';
import type { ServerOptions } from '#services.ts';

const load = createRequire(import.meta.url);
const ANSWER_WITHIN_SEC = 20;
const LONGEST_REASON = 500;

/** The Bot API, as every web process uses it. Listening to the bot is a separate part (`bot.ts`). */
export class Telegram {
  readonly token: string;
  /** Number of the bot: each counts its messages to a person by itself. */
  readonly botId: string;
  readonly apiRoot: string;
  readonly api: Api;
  #username: string | null = null;

  constructor(token: string, apiRoot: string) {
    this.token = token;
    [this.botId = token] = token.split(':');
    this.apiRoot = apiRoot;
    const grammy = load('grammy') as typeof import('grammy'); // loaded by sites with a bot
    this.api = new grammy.Api(token, { apiRoot, timeoutSeconds: ANSWER_WITHIN_SEC });
  }

  /**
   * Returns the address at which a person opens the bot and sends it the key.
   *
   * @throws {ServiceUnavailableError} TELEGRAM_AWAY
   */
  async startLink(key: string): Promise<string> {
    return `https://t.me/${await this.#botName()}?start=${key}`;
  }

  async #botName(): Promise<string> {
    try {
      this.#username ??= (await this.api.getMe()).username;
      return this.#username;
    } catch {
      throw new ServiceUnavailableError('TELEGRAM_AWAY', 'Telegram does not answer. Try again in a moment');
    }
  }
}

/** Reason of a failure, for the log: the error itself holds addresses with the token. It repeats what the server says, at any length. */
export const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_REASON);

/** Connects to the bot of the settings, or returns null without one. Sends nothing yet. */
export function connectTelegram({
  telegramToken,
  telegramApiRoot,
}: Pick<ServerOptions, 'telegramToken' | 'telegramApiRoot'>): Telegram | null {
  return telegramToken === null ? null : new Telegram(telegramToken, telegramApiRoot);
}
