import { CURRENT_GENERATION, GENERATION_HEADER } from '@balloon/contracts/site/api-generation.ts';
import { ApiError, errorOfResponse, NETWORK_ERROR } from '#shared/api/calls/api-error.ts';
import { forgetEarlyAnswers, takeEarlyAnswer } from '#shared/api/calls/early-answers.ts';
import { noteAnswer } from '#shared/api/calls/kept-answers.ts';
import { forgetKnownAnswers, keepAnswer, knownAnswer } from '#shared/api/calls/known-answers.ts';

type QueryValue = string | number | boolean | null | undefined;

export interface CallOptions {
  /** Search parameters; `undefined`, `null` and empty texts are left out. */
  query?: Readonly<Record<string, QueryValue>>;
  signal?: AbortSignal;
  /** Format of the answer; `json` by default. */
  as?: 'json' | 'text';
}

/**
 * Reads from the server.
 *
 * @throws {ApiError} on any status but 2xx, and with `NETWORK_ERROR` without an answer
 */
export function get<T>(path: string, options: CallOptions = {}): Promise<T> {
  return call<T>('GET', path, undefined, options);
}

/** Changes something; a `FormData` body is sent as multipart, anything else as JSON. @throws {ApiError} */
export function post<T>(path: string, body?: unknown, options: CallOptions = {}): Promise<T> {
  return call<T>('POST', path, body, options);
}

/** @throws {ApiError} */
export function del<T>(path: string, options: CallOptions = {}): Promise<T> {
  return call<T>('DELETE', path, undefined, options);
}

export function withQuery(path: string, query: CallOptions['query'] = {}): string {
  const pairs = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  if (pairs.length === 0) return path;
  return `${path}?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`;
}

async function call<T>(method: string, path: string, body: unknown, options: CallOptions): Promise<T> {
  const address = withQuery(path, options.query);
  const isKeepable = method === 'GET' && options.as !== 'text';
  const known = isKeepable ? knownAnswer(address) : undefined;
  const response = await reach(address, {
    method,
    credentials: 'same-origin',
    headers: { ...headersFor(method, body), ...(known ? { 'If-None-Match': known.etag } : {}) },
    signal: options.signal ?? null,
    ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  noteAnswer(path, response.headers);
  if (known && response.status === 304) return known.value as T;
  const text = await response.text().catch((error: unknown) => Promise.reject(unreached(error)));
  const value = options.as === 'text' && response.ok ? text : parseJson(text);
  // The page of a network that asks people to sign in is no answer, and ends no session.
  if (value === undefined && (response.ok || response.status === 401)) throw unreached(null);
  if (!response.ok) throw errorOfResponse(response, value ?? null, path);
  if (options.as === 'text') return value as T;
  if (isKeepable) keepAnswer(address, response.headers.get('etag'), value);
  return value as T;
}

function headersFor(method: string, body: unknown): HeadersInit {
  return {
    accept: 'application/json',
    [GENERATION_HEADER]: CURRENT_GENERATION,
    // A foreign page cannot set this header, so the server requires it for every change.
    ...(method === 'GET' ? {} : { 'X-Requested-With': 'balloon' }),
    ...(body === undefined || body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
  };
}

async function reach(url: string, request: RequestInit): Promise<Response> {
  if (request.method !== 'GET') {
    forgetEarlyAnswers();
    forgetKnownAnswers();
  }
  try {
    return (await takeEarlyAnswer(url)) ?? (await fetch(url, request));
  } catch (error) {
    throw unreached(error);
  }
}

/** Error of a call that the server did not answer, or not to the end; an abort by the page stays one. */
function unreached(error: unknown): unknown {
  if (error instanceof DOMException && error.name === 'AbortError') return error;
  return new ApiError({ code: NETWORK_ERROR, description: '', status: 0 });
}

/** Content of an answer, null for none; `undefined` for what is no JSON, such as the page of a proxy. */
function parseJson(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
