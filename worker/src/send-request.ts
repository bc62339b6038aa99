import { addAbortListener } from 'node:events';
import { createReadStream } from 'node:fs';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as overHttps } from 'node:https';
import { pipeline } from 'node:stream';

// An import of values would load the client of `fetch`, too, for which a judge has no use.
const { request: overHttp } = process.getBuiltinModule('node:http');

/** File that goes out as the content of a request. */
export interface SentFile {
  path: string;
  bytes: number;
  /** Receives how many of its bytes the connection has taken. */
  onSent?: ((bytes: number) => void) | undefined;
}

export interface SentRequest {
  method: 'GET' | 'POST' | 'PUT';
  headers: Readonly<Record<string, string>>;
  body?: string | Uint8Array | SentFile | undefined;
  signal: AbortSignal;
  /** Time in ms within which the whole answer must have arrived; without bound when absent. */
  withinMs?: number | undefined;
  /** Time in ms without a byte in either direction after which the connection counts as dead; without bound when absent. */
  idleMs?: number | undefined;
}

/** Size in bytes of the pieces in which a file is read: each piece costs, and a few of them are in memory. */
const PIECE_BYTES = 512 * 1024;

/**
 * Makes a request by `node:http`, over a connection that earlier requests have opened, where there is one: `fetch` with its
 * streams costs several times as much, for each message and for each piece of a file. Redirects are not followed.
 *
 * @returns the answer when its head has come; its content ends with an error when the signal aborts or a time is over
 */
export function sendRequest(url: URL, sent: SentRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { method, signal, withinMs, idleMs } = sent;
  signal.throwIfAborted();
  const begin = url.protocol === 'https:' ? overHttps : overHttp;
  const request = begin(url, { method, headers: headersOf(sent), timeout: idleMs });
  let open: ClientRequest | IncomingMessage = request;
  const aborts = addAbortListener(signal, () => open.destroy(asError(signal.reason)));
  const late = () => open.destroy(new Error(`no whole answer within ${withinMs} ms`));
  const timer = withinMs === undefined ? undefined : setTimeout(late, withinMs);
  const standsStill = () => open.destroy(new Error(`nothing came or went for ${idleMs} ms`));
  if (idleMs !== undefined) request.on('timeout', standsStill);
  request.on('error', reject);
  request.on('close', () => {
    clearTimeout(timer);
    aborts[Symbol.dispose]();
  });
  request.on('response', (response) => {
    open = response;
    // A refusal may come before the content is sent, which the server would then read for nothing.
    response.on('end', () => request.writableFinished || request.destroy());
    resolve(response);
  });
  sendBody(request, sent.body);
  return promise;
}

function headersOf({ headers, body }: SentRequest): Record<string, string> {
  return isSentFile(body) ? { ...headers, 'content-length': `${body.bytes}` } : headers;
}

/** Whether a content goes out of a file. */
export const isSentFile = (body: SentRequest['body']): body is SentFile =>
  typeof body === 'object' && !(body instanceof Uint8Array);

function sendBody(request: ClientRequest, body: SentRequest['body']): void {
  if (!isSentFile(body)) return void request.end(body);
  const content = createReadStream(body.path, { highWaterMark: PIECE_BYTES });
  content.on('data', () => body.onSent?.(content.bytesRead));
  pipeline(content, request, () => undefined); // a failure ends the request, which reports it
}

/** Reads the content of an answer. */
export function bytesOf(answer: IncomingMessage): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const parts: Buffer[] = [];
  answer.on('data', (part: Buffer) => parts.push(part));
  answer.on('end', () => resolve(Buffer.concat(parts)));
  answer.on('error', reject);
  return promise;
}

export const textOf = async (answer: IncomingMessage): Promise<string> => (await bytesOf(answer)).toString();

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));
