import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export const TEST_BOT_TOKEN = '123456:token-of-the-bot-in-tests';

/** A person with a Telegram of their own. */
export interface TelegramPerson {
  id: number;
  username?: string;
  language?: string;
}

/** A stand-in for Telegram's Bot API on a free port, as much of it as a bot needs. */
export interface TestTelegram {
  /** For the setting TELEGRAM_API_ROOT. */
  url: string;
  /** Sends the bot a message and waits for what it says next to that person. */
  say(from: TelegramPerson, text: string): Promise<string>;
  /** The number of the newest message with that text that the bot has sent to a person. */
  numberOf(personId: number, text: string): number;
  /** Says something as a reply to that message. */
  reply(from: TelegramPerson, to: string, text: string): Promise<string>;
  /** Brings the bot the last message once more, as Telegram does when it is not sure. */
  repeat(): Promise<string>;
  /** Waits for the next unread message of the bot to a person. */
  heard(personId: number): Promise<string>;
  /** Lets whatever this person sends from now on be deleted before the bot answers: it quotes nothing. */
  deleteAtOnce(personId: number): void;
  /** Makes this person block the bot from now on. */
  block(personId: number): void;
  /** How many listeners waited for messages at once, at most. */
  mostListeners(): number;
  close(): Promise<void>;
}

type Call = {
  timeout?: number;
  chat_id?: number;
  text?: string;
  offset?: number;
  reply_parameters?: { allow_sending_without_reply?: boolean };
};

/** Starts a Telegram for a test. */
export async function openTestTelegram(): Promise<TestTelegram> {
  const updates: { update_id: number; message: object }[] = [];
  const said: { to: number; text: string }[] = [];
  const messages: { to: number; text: string }[] = []; // a message's number is its place
  const blocked = new Set<number>();
  const deleting = new Set<number>();
  let changed = Promise.withResolvers<void>();
  let listeners = 0;
  let mostListeners = 0;
  const wakeAll = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };

  async function getUpdates({ offset = 0, timeout = 0 }: Call, response: ServerResponse) {
    while (updates[0] && updates[0].update_id < offset) updates.shift();
    // A bot that stops acknowledges what it read by a call that does not wait.
    const waiting = timeout > 0 ? 1 : 0;
    listeners += waiting;
    mostListeners = Math.max(mostListeners, listeners);
    let isOver = false;
    response.once('close', () => {
      isOver = true;
      wakeAll();
    });
    const untilMs = performance.now() + timeout * 1000;
    const timer = setTimeout(wakeAll, timeout * 1000);
    while (updates.length === 0 && !isOver && performance.now() < untilMs) await changed.promise;
    clearTimeout(timer);
    listeners -= waiting;
    return [...updates];
  }

  function sendMessage({ chat_id = 0, text = '' }: Call) {
    if (blocked.has(chat_id)) return undefined;
    said.push({ to: chat_id, text });
    messages.push({ to: chat_id, text });
    wakeAll();
    return {
      message_id: messages.length,
      date: 0,
      chat: { id: chat_id, type: 'private', first_name: 'T' },
      text,
    };
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const [, token, method] = /^\/bot([^/]+)\/(\w+)/.exec(request.url ?? '') ?? [];
    const call = (await json(request).catch(() => ({}))) as Call;
    if (token !== TEST_BOT_TOKEN) return fail(response, 401, 'Unauthorized');
    if (method === 'getMe') return succeed(response, BOT);
    if (method === 'getUpdates') return succeed(response, await getUpdates(call, response));
    if (method === 'deleteWebhook') return succeed(response, true);
    const quotes = call.reply_parameters && !call.reply_parameters.allow_sending_without_reply;
    if (quotes && deleting.has(Number(call.chat_id)))
      return fail(response, 400, 'Bad Request: message to be replied not found');
    const message = method === 'sendMessage' ? sendMessage(call) : undefined;
    if (message) succeed(response, message);
    else fail(response, 403, 'Forbidden: bot was blocked by the user');
  }

  async function heard(personId: number): Promise<string> {
    for (;;) {
      const index = said.findIndex(({ to }) => to === personId);
      const [first] = index < 0 ? [] : said.splice(index, 1);
      if (first) return first.text;
      await changed.promise;
    }
  }

  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  let lastUpdateId = 0;

  function bring(message: object & { from: { id: number } }): Promise<string> {
    lastUpdateId += 1;
    updates.push({ update_id: lastUpdateId, message });
    wakeAll();
    return heard(message.from.id);
  }
  function numberOf(personId: number, text: string): number {
    const number = 1 + messages.findLastIndex((message) => message.to === personId && message.text === text);
    if (number === 0) throw new Error(`The bot has not said to them: ${text}`);
    return number;
  }
  let last: ReturnType<typeof messageOf>;
  function say(from: TelegramPerson, text: string, replyTo?: number): Promise<string> {
    messages.push({ to: BOT.id, text });
    last = messageOf(messages.length, from, text, replyTo);
    return bring(last);
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    say: (from, text) => say(from, text),
    numberOf,
    reply: (from, to, text) => say(from, text, numberOf(from.id, to)),
    repeat: () => bring(last),
    deleteAtOnce: (personId) => void deleting.add(personId),
    block: (personId) => void blocked.add(personId),
    mostListeners: () => mostListeners,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const BOT = { id: 123456, is_bot: true, first_name: 'Balloon', username: 'balloon_bot' };

function messageOf(
  id: number,
  { id: personId, username, language = 'en' }: TelegramPerson,
  text: string,
  replyTo?: number,
) {
  const person = { id: personId, first_name: 'T', ...(username ? { username } : {}) };
  const command = /^\/\w+/.exec(text)?.[0];
  const entities = command ? [{ type: 'bot_command', offset: 0, length: command.length }] : [];
  const from = { ...person, is_bot: false, language_code: language };
  const chat = { ...person, type: 'private' };
  const reply = replyTo === undefined ? {} : { reply_to_message: { message_id: replyTo, date: 0, chat } };
  return { message_id: id, date: 0, chat, from, text, entities, ...reply };
}

function succeed(response: ServerResponse, result: unknown) {
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ ok: true, result }));
}

function fail(response: ServerResponse, code: number, description: string) {
  response.statusCode = code;
  const body = { ok: false, error_code: code, description };
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
}
