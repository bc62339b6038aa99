import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import iconv from 'iconv-lite';
import { type ReceivedForm, readForm } from '#stand-ins/received-form.ts';

/*
 * A server on this machine that behaves as an outside system does: its addresses, pages, cookies, redirects, charsets
 * and failures. Tests plan faults and read the journal. Problems and people are invented.
 */

/** Request as a stand-in reads it. */
export interface Received {
  method: string;
  /** Path without the query, such as `/status.aspx`. */
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  cookies: ReadonlyMap<string, string>;
  body: Buffer;
  form: ReceivedForm;
}

/** Answer of a stand-in. */
export interface Reply {
  status?: number;
  headers?: Record<string, string | string[]>;
  body?: string | Uint8Array;
}

/** Something that goes wrong with one request. */
export type Fault =
  /** The connection breaks before the system has read the request. */
  | { kind: 'cutBefore' }
  /** The system does what it was asked, and the connection breaks before the answer. */
  | { kind: 'cutAfter' }
  /** The system does what it was asked, and this comes in place of the answer. */
  | { kind: 'answerAfter'; reply: Reply }
  /** This comes in place of everything. */
  | { kind: 'answerInstead'; reply: Reply }
  /** The answer is changed on its way, such as a renamed class or a cut body. */
  | { kind: 'change'; change: (body: string) => string }
  | { kind: 'delay'; ms: number };

/** Line of the journal. */
export interface Journalled {
  method: string;
  path: string;
  query: string;
  /** By the stand-in's clock. */
  atMs: number;
  account: string | null;
  body: Buffer;
}

export interface StandIn {
  /** Address with a slash at its end. */
  url: string;
  journal: readonly Journalled[];
  /** Number of requests of that method and path. */
  count(method: string, path: string | RegExp): number;
  /** Plans a fault for the next request to a path; several happen in their order. */
  plan(path: string | RegExp, fault: Fault, times?: number): void;
  /** Forgets planned faults. */
  heal(): void;
  /** The stand-in's clock; stands still but for `advance` and what each look at a status adds. */
  clock: VirtualClock;
  close(): Promise<void>;
}

export interface VirtualClock {
  nowMs(): number;
  advance(ms: number): void;
}

export interface StandInOptions {
  /** Charset of forms. Default: UTF-8. */
  charset?: string;
  /** Tells whose request it is, for the journal. */
  accountOf?(received: Received): string | null;
  clock?: VirtualClock;
}

/** Noon of a Sunday: no test depends on when it runs. */
const START_MS = Date.UTC(2026, 2, 1, 12);

/** Makes a clock that stands still. */
export function createClock(startMs = START_MS): VirtualClock {
  let nowMs = startMs;
  return {
    nowMs: () => nowMs,
    advance(ms) {
      nowMs += ms;
    },
  };
}

/** Starts a stand-in on loopback. @param answer what the system does; a failure of it is a 500, which no test expects */
export async function startStandIn(
  answer: (received: Received) => Reply | Promise<Reply>,
  { charset = 'utf-8', accountOf = () => null, clock = createClock() }: StandInOptions = {},
): Promise<StandIn> {
  const journal: Journalled[] = [];
  const planned: { path: string | RegExp; fault: Fault }[] = [];
  const takeFault = (path: string): Fault | undefined => {
    const index = planned.findIndex((each) => fits(each.path, path));
    return index < 0 ? undefined : planned.splice(index, 1)[0]?.fault;
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = await receive(request, charset);
    const fault = takeFault(received.path);
    if (fault?.kind === 'cutBefore') return cut(response);
    const { method, path, query, body } = received;
    journal.push({
      method,
      path,
      query: query.toString(),
      atMs: clock.nowMs(),
      account: accountOf(received),
      body,
    });
    if (fault?.kind === 'delay') await sleep(fault.ms);
    if (fault?.kind === 'answerInstead') return send(response, fault.reply);
    const reply = await answer(received);
    if (fault?.kind === 'cutAfter') return cut(response);
    if (fault?.kind === 'answerAfter') return send(response, fault.reply);
    if (fault?.kind === 'change') {
      return send(response, { ...reply, body: changed(reply.body ?? '', fault.change, charset) });
    }
    send(response, reply);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => send(response, { status: 500, body: String(error) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    journal,
    count: (method, path) => journal.filter((line) => line.method === method && fits(path, line.path)).length,
    plan(path, fault, times = 1) {
      for (let left = times; left > 0; left -= 1) planned.push({ path, fault });
    },
    heal() {
      planned.length = 0;
    },
    clock,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

const fits = (wanted: string | RegExp, path: string) =>
  typeof wanted === 'string' ? wanted === path : wanted.test(path);

/** Changes a body, which stays in its charset when the stand-in has written it in one. */
const changed = (body: string | Uint8Array, change: (body: string) => string, charset: string) =>
  typeof body === 'string'
    ? change(body)
    : iconv.encode(change(iconv.decode(Buffer.from(body), charset)), charset);

async function receive(request: IncomingMessage, charset: string): Promise<Received> {
  const body = await buffer(request);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
  const { headers, method = 'GET' } = request;
  return {
    ...{ method, path: pathname, query: searchParams, headers, body },
    cookies: readCookies(headers.cookie ?? ''),
    form: readForm(headers['content-type'] ?? '', body, charset),
  };
}

function readCookies(line: string): Map<string, string> {
  return new Map(
    line.split('; ').flatMap((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? [] : [[pair.slice(0, at), pair.slice(at + 1)] as const];
    }),
  );
}

function cut(response: ServerResponse): void {
  response.destroy();
}

function send(response: ServerResponse, { status = 200, headers = {}, body = '' }: Reply): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
}

/** Redirects as old sites do. */
export const redirect = (location: string, headers: Record<string, string | string[]> = {}): Reply => ({
  status: 302,
  headers: { location, ...headers },
});

/** Answers with JSON. */
export const json = (value: unknown, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

/** Escapes text for a page. */
export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
