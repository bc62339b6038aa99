import type { IncomingMessage } from 'node:http';
import { Done, ErrorReply } from '@balloon/contracts/common.ts';
import type { z } from 'zod';
import { errorText } from '#log.ts';
import { bytesOf, isSentFile, type SentRequest, sendRequest, textOf } from '#send-request.ts';

/** Error when the server answers with a refusal. */
export class RefusedError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Error when the server is unavailable at the moment: the same call may succeed a little later. */
export class AwayError extends Error {}

/** Request of any form, such as the content of a file; the token is added to its headers. */
export interface WebRequest extends Omit<SentRequest, 'headers'> {
  headers?: Record<string, string>;
}

/** Answer that is no refusal. */
export interface WebAnswer {
  status: number;
  text(): Promise<string>;
  bytes(): Promise<Buffer>;
  /** Content, piece by piece. */
  body: AsyncIterable<Buffer>;
}

/**
 * Calls of one part of the server's interface. Each call is one attempt: callers decide whether to retry. All of them
 * fail with an `AwayError`, a `RefusedError`, or the reason of their signal when it aborts.
 */
export interface WebCalls {
  /** Posts a message. @param withinMs time in ms within which the whole answer must arrive; by default `ANSWER_WITHIN_MS` */
  call<Reply>(
    name: string,
    message: unknown,
    schema: z.ZodType<Reply>,
    signal: AbortSignal,
    withinMs?: number,
  ): Promise<Reply>;
  /** Returns the call of a message whose answer says nothing. */
  done(name: string): (message: unknown, signal: AbortSignal) => Promise<void>;
  /** Makes a request of another form; `read` gets the answer unless it is a refusal. */
  request<Answer>(
    path: string,
    request: WebRequest,
    read: (answer: WebAnswer) => Promise<Answer>,
  ): Promise<Answer>;
}

/** HTTP statuses below 500 of a server that is overloaded, or that this call reached too slowly. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);
/** HTTP status of a server whose disk is full. */
const STORAGE_FULL = 507;

/**
 * Whether the same call may succeed later. Faults of the server and of proxies before it pass, a full disk among them: a
 * verdict waits until there is room. A file is refused instead, since it may be what does not fit.
 */
const isPassing = (status: number, isFile: boolean) =>
  PASSING_STATUSES.has(status) || (status >= 500 && !(status === STORAGE_FULL && isFile));

/** Time in ms after which the connection of a message counts as dead; long polls add the time that they may wait. */
export const ANSWER_WITHIN_MS = 30_000;

/**
 * Headers of messages. Their answers come unpacked: to pack and unpack a task in streams costs web and worker more than
 * sending the few KB that it saves.
 */
const MESSAGE_HEADERS = { 'content-type': 'application/json', 'accept-encoding': 'identity' };

/** Address of the server, such as `http://127.0.0.1:3000`, or those of several web processes of one site. */
export type ServerUrl = string | readonly [string, ...string[]];

/**
 * Creates the calls of a part of a server. With several addresses, a call that finds its server away lets later calls go
 * to the next one.
 *
 * @param part path of the calls, such as `api/judge`
 */
export function createWebCalls(serverUrl: ServerUrl, part: string, token: string): WebCalls {
  const bases = createBases(typeof serverUrl === 'string' ? [serverUrl] : serverUrl, part);
  const authorization = `Bearer ${token}`;

  const request: WebCalls['request'] = (path, { headers, ...sent }, read) => {
    const base = bases.current();
    const ask = async () => {
      const url = new URL(`${base}/${path}`);
      const response = await sendRequest(url, { ...sent, headers: { ...headers, authorization } });
      // A content may be read after `read` has returned.
      response.once('error', () => sent.signal.aborted || bases.leave(base));
      const status = response.statusCode ?? 0;
      if (status < 200 || status > 299) throw refusal(status, await textOf(response), isSentFile(sent.body));
      return await read(answerOf(status, response));
    };
    return answered(sent.signal, ask, () => bases.leave(base));
  };

  const call: WebCalls['call'] = async (name, message, schema, signal, withinMs = ANSWER_WITHIN_MS) => {
    const headers = MESSAGE_HEADERS;
    const body = JSON.stringify(message);
    const post = { method: 'POST', headers, body, signal, withinMs } as const;
    const answer = await request(name, post, async ({ text }) => jsonOf(await text()));
    return schema.parse(answer);
  };

  return {
    call,
    done: (name) => async (message, signal) => {
      await call(name, message, Done, signal);
    },
    request,
  };
}

/** Content of an answer. @throws {AwayError} for a page, such as that of a proxy which says in its own words that the server is away */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AwayError(`an answer that is none of the server: ${text.slice(0, 100)}`);
  }
}

const answerOf = (status: number, response: IncomingMessage): WebAnswer => ({
  status,
  text: () => textOf(response),
  bytes: () => bytesOf(response),
  body: response,
});

/** Returns the addresses for a part of the server's interface, of which one is in use. */
function createBases(serverUrls: readonly string[], part: string) {
  const bases = serverUrls.map((url) => new URL(part, url.endsWith('/') ? url : `${url}/`).href);
  let position = 0;
  const current = () => bases[position] ?? '';
  return {
    current,
    /** Goes on to the next address, once for all calls that found this one away. */
    leave(base: string) {
      if (base === current()) position = (position + 1) % bases.length;
    },
  };
}

/** Converts every failure of a connection to an `AwayError`; an abort by the caller stays an abort. */
async function answered<Answer>(
  signal: AbortSignal,
  ask: () => Promise<Answer>,
  onAway: () => void,
): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RefusedError) throw error;
    onAway();
    if (error instanceof AwayError) throw error;
    throw new AwayError(errorText(error), { cause: error });
  }
}

function refusal(status: number, answer: string, isFile: boolean): Error {
  const { code, message } = errorOf(answer);
  if (isPassing(status, isFile)) return new AwayError(`HTTP ${status}: ${message}`);
  return new RefusedError(status, code, message);
}

function errorOf(answer: string): { code: string; message: string } {
  try {
    return ErrorReply.parse(JSON.parse(answer)).error;
  } catch {
    return { code: 'UNREADABLE', message: answer.slice(0, 200) }; // not from our server, perhaps a proxy's page
  }
}
