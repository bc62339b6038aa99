import { CURRENT_GENERATION, GENERATION_HEADER } from '@balloon/contracts/site/api-generation.ts';
import type { ClientToServerEvents, ServerToClientEvents } from '@balloon/contracts/socket/events.ts';
import { io, type Socket } from 'socket.io-client';
import type { z } from 'zod';
import { type PlainAnswer, plainCall } from '#testing/plain-call.ts';

/** JSON whose shape the test knows: `reply.json.error?.code`. For whole answers use `as(schema)`. */
export interface LooseJson {
  readonly [key: string]: LooseJson | undefined;
  readonly [index: number]: LooseJson | undefined;
}

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** The body, or an empty object when it is no JSON. */
  json: LooseJson;
  /** The body as a contract; fails the test when it does not fit. */
  as<Schema extends z.ZodType>(schema: Schema): z.output<Schema>;
}

export type TestSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

const SESSION_COOKIE = /^(balloon_session=[^;]*)/;
const OTHER_COOKIE = /^(?!balloon_session=)([^=;]+)=([^;]*)/;

/** Calls the server as a browser does: real requests, cookies kept, real sockets. */
export class TestClient {
  readonly #url: string;
  readonly #sockets: TestSocket[];
  /** `name=value` of the session, or empty when signed out. Follows Set-Cookie. */
  cookie: string;
  /** Other cookies by name. */
  readonly cookies = new Map<string, string>();
  /** Whether the client omits the header of the current form of answers, as older clients do. */
  isOlder = false;

  /** @param sockets where opened sockets are remembered, so that the server's close can close them */
  constructor(url: string, token: string | null, sockets: TestSocket[]) {
    this.#url = url;
    this.#sockets = sockets;
    this.cookie = token === null ? '' : `balloon_session=${token}`;
  }

  /** The session's token, for `X-Token`. */
  get token(): string {
    return this.cookie.split('=')[1] ?? '';
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Reply> {
    return this.send('GET', path, { headers });
  }

  /** Sends an object as JSON, and FormData or URLSearchParams as browsers do. */
  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    if (body === undefined) return this.send('POST', path, { headers });
    if (body instanceof FormData || body instanceof URLSearchParams) {
      return this.send('POST', path, { headers, body });
    }
    const json = { 'content-type': 'application/json' };
    return this.send('POST', path, { headers: { ...json, ...headers }, body: JSON.stringify(body) });
  }

  /** Submits a solution to a contest. */
  submit(
    contest: { id: number },
    solution: { symbolIndex?: string; languageId?: number; solution?: string; idempotencyKey?: string },
  ): Promise<Reply> {
    const complete = { symbolIndex: 'A', languageId: 5, solution: 'print(1)', ...solution };
    return this.post(`/api/contest/${contest.id}/solutions`, complete);
  }

  async send(method: string, path: string, init: RequestInit): Promise<Reply> {
    const headers = new Headers(init.headers);
    if (!this.isOlder) headers.set(GENERATION_HEADER, CURRENT_GENERATION);
    const others = [...this.cookies].map(([name, value]) => `${name}=${value}`);
    const cookies = [...others, this.cookie].filter(Boolean).join('; ');
    if (cookies && !headers.has('cookie')) headers.set('cookie', cookies);
    const answer = await plainCall(this.#url + path, { ...init, method, headers });
    for (const line of answer.headers.getSetCookie()) {
      const value = SESSION_COOKIE.exec(line)?.[1];
      if (value !== undefined) this.cookie = value.endsWith('=') ? '' : value;
      const [, name, other = ''] = OTHER_COOKIE.exec(line) ?? [];
      if (name !== undefined) this.cookies.set(name, other);
    }
    return toReply(answer);
  }

  /** Opens a socket with this session and waits until it is connected (or refused: then it throws). */
  async socket(): Promise<TestSocket> {
    const socket: TestSocket = io(this.#url, {
      transports: ['websocket'],
      extraHeaders: this.cookie ? { cookie: this.cookie } : {},
      reconnection: false,
      forceNew: true,
    });
    this.#sockets.push(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    return socket;
  }
}

function toReply({ status, headers, text }: PlainAnswer): Reply {
  const isJson = headers.get('content-type')?.includes('json') ?? false;
  const json: unknown = isJson && text !== '' ? JSON.parse(text) : {};
  return {
    status,
    headers,
    text,
    json: json as LooseJson,
    as: (schema) => schema.parse(json),
  };
}
