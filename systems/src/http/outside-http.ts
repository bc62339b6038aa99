import { Cookie, CookieJar, type SerializedCookie, type SerializedCookieJar } from 'tough-cookie';
import { type Evidence, OutsideError } from '#failures.ts';
import { exchange, type Got } from '#http/exchange.ts';
import type { FormFields } from '#http/form.ts';
import { encodeForm } from '#http/form.ts';
import type { Pacer } from '#http/pacer.ts';

/** Request to an outside system. */
export interface OutsideRequest {
  /** Path or address; addresses of other hosts are refused. */
  path: string;
  /** Another server of the system, such as its sign-in: named by an adapter, never by a page. Default: `baseUrl`. */
  base?: string;
  query?: Readonly<Record<string, string | number | undefined>>;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  form?: FormFields;
  json?: unknown;
  /**
   * Changes nothing that counts, as a page or a sign-in, so that it may be made again: a connection that breaks, an
   * answer that is too long or a 502 say all that there is to know. Default: true for GET.
   */
  isHarmless?: boolean;
  /** Follows redirects on the same host, as a browser does; false leaves them to the caller. Default: true for GET. */
  follow?: boolean;
  /** Largest answer in bytes. */
  maxBytes?: number;
  /** Time in ms within which the answer must be complete. Default: that of the connection. */
  answerWithinMs?: number;
  signal?: AbortSignal;
}

/** Answer of an outside system. */
export interface OutsideAnswer {
  /** Address that answered, after redirects. */
  url: string;
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  /** Decodes by the charset of the header, else by the system's. */
  text(): string;
  /** Beginning of the answer, for supervisors. */
  evidence(): Evidence;
}

/** Sends requests as one account of one server. */
export interface OutsideHttp {
  /** Address of the server, with a slash at its end. */
  readonly baseUrl: string;
  /**
   * @throws {OutsideError} where the request is harmless: `rate` for 429, `down` when nothing or a 502, 503 or 504 came,
   *   and `drift` for an answer that is too long
   * @throws {Error} any other, where it is not: what it did is unknown. Its answer is returned whatever its status
   */
  request(request: OutsideRequest): Promise<OutsideAnswer>;
  /** Sets a cookie that a human has exported from a browser. */
  setCookie(name: string, value: string): Promise<void>;
  /** Value of a cookie that would be sent to the root of the server; null: there is none. */
  readCookie(name: string): Promise<string | null>;
  /** Value that lives as long as the cookies, such as a renewed token. It is sent nowhere by itself. */
  kept(name: string): string | undefined;
  keep(name: string, value: string): void;
  /** Cookies and kept values of this account, to be kept (sealed) between processes. */
  exportCookies(): string;
}

export interface OutsideHttpOptions {
  baseUrl: string;
  /** Result of an earlier `exportCookies`. */
  cookies?: string | null;
  pacer: Pacer;
  /** Charset of pages without one in their header, and of forms. */
  charset?: string;
  userAgent?: string;
  /** Time in ms within which an answer must be complete. */
  answerWithinMs?: number;
}

const DEFAULT_MAX_BYTES = 4 * 1024 * 1024;
const EVIDENCE_CHARACTERS = 20_000;
/** Most characters of cookies: servers refuse a line of 8 KB, so that one who is given more would be locked out by them. */
const MAX_COOKIES = 7_500;
/** Most characters of one cookie, which browsers do not keep either: it would leave no room for that of the session. */
const MAX_COOKIE = 4_096;
const MAX_REDIRECTS = 5;
const ANSWER_WITHIN_MS = 30_000;
/** Sites with few visitors like to know who asks. */
export const USER_AGENT = 'Balloon (contest platform)';

/** Opens the connection of an account to a server. */
export function openOutsideHttp(options: OutsideHttpOptions): OutsideHttp {
  const base = new URL(options.baseUrl.endsWith('/') ? options.baseUrl : `${options.baseUrl}/`);
  const earlier = options.cookies ? (JSON.parse(options.cookies) as Exported) : null;
  const jar = earlier
    ? CookieJar.deserializeSync({ ...earlier, cookies: withinBound(earlier.cookies) })
    : new CookieJar(null, { rejectPublicSuffixes: false });
  const kept = new Map(Object.entries(earlier?.kept ?? {}));
  const { charset = 'utf-8' } = options;

  async function once(url: URL, request: OutsideRequest): Promise<OutsideAnswer> {
    await options.pacer.turn(request.signal);
    const body = bodyOf(request, charset);
    const cookie = await jar.getCookieString(url.href);
    const within = AbortSignal.timeout(request.answerWithinMs ?? options.answerWithinMs ?? ANSWER_WITHIN_MS);
    const got = await exchange(url, {
      method: request.method ?? 'GET',
      headers: {
        'user-agent': options.userAgent ?? USER_AGENT,
        ...(cookie === '' ? {} : { cookie }),
        ...body?.headers,
        ...request.headers,
      },
      body: body?.bytes ?? null,
      maxBytes: request.maxBytes ?? DEFAULT_MAX_BYTES,
      signal: request.signal ? AbortSignal.any([request.signal, within]) : within,
    });
    for (const line of got.headers.getSetCookie()) {
      const set = Cookie.parse(line, { loose: true });
      if (set) await jar.setCookie(set, url.href, { ignoreError: true, loose: true });
    }
    await forgetOldCookies(jar);
    return answerOf(url.href, got, charset);
  }

  async function followed(request: OutsideRequest): Promise<OutsideAnswer> {
    const start = addressOf(request.base === undefined ? base : new URL(request.base), request);
    let answer = await once(start, request);
    const follows = request.follow ?? (request.method ?? 'GET') === 'GET';
    for (let left = MAX_REDIRECTS; follows && isRedirect(answer); left -= 1) {
      const target = new URL(answer.headers.get('location') ?? '', answer.url);
      // A redirect to another host tells the adapter where a sign-in has gone; its page is nobody's business.
      if (left === 0 || !isWithin(start, target)) return answer;
      const { signal, headers, maxBytes, answerWithinMs } = request;
      answer = await once(target, {
        path: target.href,
        ...definedOnly({ signal, headers, maxBytes, answerWithinMs }),
      });
    }
    return answer;
  }

  return {
    baseUrl: base.href,
    async request(request) {
      const isHarmless = request.isHarmless ?? (request.method ?? 'GET') === 'GET';
      const answer = isHarmless
        ? await orDown(followed(request), request.signal)
        : await orUnknown(followed(request));
      if (isHarmless && answer.status === 429) throw tooFast(answer);
      if (isHarmless && DOWN_STATUSES.has(answer.status)) {
        throw new OutsideError('down', `HTTP ${answer.status}`, {
          evidence: answer.evidence(),
          retryAfterMs: retryAfterMs(answer.headers),
        });
      }
      return answer;
    },
    async setCookie(name, value) {
      await jar.setCookie(new Cookie({ key: name, value, path: '/' }), base.href);
    },
    async readCookie(name) {
      const cookies = await jar.getCookies(base.href);
      return cookies.find(({ key }) => key === name)?.value ?? null;
    },
    kept: (name) => kept.get(name),
    keep(name, value) {
      kept.set(name, value);
    },
    exportCookies: () => JSON.stringify({ ...jar.serializeSync(), kept: Object.fromEntries(kept) }),
  };
}

type Exported = SerializedCookieJar & { kept?: Record<string, string> };

/** The newest of cookies, which come oldest first, as far as they may be sent. */
function withinBound(cookies: readonly SerializedCookie[]): SerializedCookie[] {
  let left = MAX_COOKIES;
  const lengthOf = ({ key = '', value = '' }: SerializedCookie) => key.length + value.length + '=; '.length;
  const isRoom = (cookie: SerializedCookie) => {
    left -= lengthOf(cookie);
    return left >= 0;
  };
  const newestFirst = cookies.filter((cookie) => lengthOf(cookie) <= MAX_COOKIE).toReversed();
  const end = newestFirst.findIndex((cookie) => !isRoom(cookie));
  return (end === -1 ? newestFirst : newestFirst.slice(0, end)).toReversed();
}

/** A session that goes by this is one that has ended, which a sign-in renews. */
async function forgetOldCookies(jar: CookieJar): Promise<void> {
  const cookies = jar.serializeSync()?.cookies ?? [];
  const kept = new Set(withinBound(cookies));
  const old = cookies.filter((cookie) => !kept.has(cookie));
  for (const { domain, path, key } of old)
    await jar.store.removeCookie(String(domain), String(path), String(key));
}

const DOWN_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

const isRedirect = ({ status, headers }: OutsideAnswer) =>
  status >= 300 && status < 400 && headers.has('location');

/** Whether an address is on the same host, and not in the clear where that one is not: cookies and keys go along. */
const isWithin = (base: URL, url: URL) =>
  url.host === base.host && (url.protocol === base.protocol || url.protocol === 'https:');

function addressOf(base: URL, { path, query = {} }: OutsideRequest): URL {
  const url = new URL(path, base);
  if (!isWithin(base, url)) throw new Error(`${url.origin} is not the host of this server`);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

function bodyOf(request: OutsideRequest, charset: string) {
  if (request.form) return encodeForm(request.form, charset);
  if (request.json === undefined) return undefined;
  return {
    bytes: Buffer.from(JSON.stringify(request.json)),
    headers: { 'content-type': 'application/json' },
  };
}

/** A connection that fails where nothing is at stake only means that the system is not there now. */
async function orDown<Answer>(asked: Promise<Answer>, signal: AbortSignal | undefined): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof OutsideError) throw error;
    throw new OutsideError('down', (error as Error).message, { cause: error });
  }
}

/** An answer that cannot be read does not tell that the system has refused what was sent. */
async function orUnknown<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    throw error instanceof OutsideError ? new Error(error.message, { cause: error }) : error;
  }
}

/**
 * Whether an answer of this status refuses nothing, whatever its words are: it may come after the work, or from what
 * stands before the system.
 */
export const leavesOpen = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/**
 * Makes the error of a request that counts, whose answer does not tell what it did. A 429 may come from what stands
 * before the system or after its work: it proves no refusal, and only asks for patience, which is the cause.
 *
 * @param cause what the answer tells about the account in place of the request. Default: a 429 asks for patience
 */
export function unknownOutcome(answer: OutsideAnswer, words: string, cause?: OutsideError): Error {
  const told = cause ?? (answer.status === 429 ? tooFast(answer) : undefined);
  return new Error(words, told ? { cause: told } : {});
}

function tooFast(answer: OutsideAnswer): OutsideError {
  return new OutsideError('rate', 'HTTP 429', {
    retryAfterMs: retryAfterMs(answer.headers),
    evidence: answer.evidence(),
  });
}

/** Reads `Retry-After`, in seconds or as a date. */
function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const ms = /^\d{1,6}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}

function answerOf(url: string, { status, headers, bytes }: Got, charset: string): OutsideAnswer {
  const named = /charset=["']?([\w.:-]{1,40})/i.exec(headers.get('content-type') ?? '')?.[1];
  const text = () => decode(bytes, named ?? charset, charset);
  return {
    ...{ url, status, headers, bytes, text },
    evidence: () => ({ url, status, body: text().slice(0, EVIDENCE_CHARACTERS) }),
  };
}

function decode(bytes: Uint8Array, charset: string, fallback: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder(fallback).decode(bytes); // a charset that nobody knows
  }
}

const definedOnly = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
