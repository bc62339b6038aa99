import { Done, ErrorReply } from '@balloon/contracts/common.ts';
import {
  AcceptedReply,
  GoOnReply,
  LookReply,
  type RelayAccepted,
  type RelayClaim,
  RelayClaimReply,
  type RelayHello,
  type RelayIntent,
  type RelayLook,
  type RelayNotSent,
  type RelayProgress,
  type RelayRelease,
  type RelayResult,
  type RelaySession,
  RelayStored,
  type RelayTask,
  type RelayTrouble,
  RelayWelcome,
} from '@balloon/contracts/relay.ts';
import type { z } from 'zod';
import { errorText } from '#relay/log.ts';

/** Calls of relays, see contracts/relay.ts. Each call is one attempt: callers decide whether to retry. */
export interface RelayApi {
  hello(hello: RelayHello, signal: AbortSignal): Promise<RelayWelcome>;
  claim(request: RelayClaim, signal: AbortSignal): Promise<RelayTask | null>;
  /** @returns whether the request may be sent */
  intent(intent: RelayIntent, signal: AbortSignal): Promise<boolean>;
  /** @returns whether the run is this solution's */
  accepted(accepted: RelayAccepted, signal: AbortSignal): Promise<boolean>;
  notSent(notSent: RelayNotSent, signal: AbortSignal): Promise<void>;
  look(look: RelayLook, signal: AbortSignal): Promise<'again' | 'send' | 'stop'>;
  trouble(trouble: RelayTrouble, signal: AbortSignal): Promise<void>;
  /** @returns whether the lease is still held */
  progress(progress: RelayProgress, signal: AbortSignal): Promise<boolean>;
  result(result: RelayResult, signal: AbortSignal): Promise<boolean>;
  release(lease: z.infer<typeof RelayRelease>, signal: AbortSignal): Promise<void>;
  saveSession(session: RelaySession, signal: AbortSignal): Promise<void>;
}

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

/** HTTP statuses of a server that is starting, stopping, overloaded or unreachable for its proxy. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Time in ms after which the connection counts as dead; claims add the time that they may wait. */
const ANSWER_WITHIN_MS = 30_000;

/** Creates the client of a server. @param serverUrl address of the server, such as `http://127.0.0.1:3000` */
export function createRelayApi(serverUrl: string, token: string): RelayApi {
  const base = new URL('api/relay', serverUrl.endsWith('/') ? serverUrl : `${serverUrl}/`).href;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

  async function call<Reply>(
    name: string,
    body: unknown,
    schema: z.ZodType<Reply>,
    signal: AbortSignal,
    waitMs = 0,
  ): Promise<Reply> {
    const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS + waitMs)]);
    const request = { method: 'POST', headers, body: JSON.stringify(body), signal: within };
    const text = await answered(signal, async () => {
      const response = await fetch(`${base}/${name}`, request);
      const answer = await response.text();
      if (!response.ok) throw refusal(response.status, answer);
      return answer;
    });
    return schema.parse(JSON.parse(text));
  }

  const done = (name: string) => async (body: unknown, signal: AbortSignal) => {
    await call(name, body, Done, signal);
  };

  return {
    hello: (hello, signal) => call('hello', hello, RelayWelcome, signal),
    claim: async (request, signal) =>
      (await call('claim', request, RelayClaimReply, signal, request.waitMs)).task,
    intent: async (intent, signal) => (await call('intent', intent, GoOnReply, signal)).goOn,
    accepted: async (accepted, signal) => (await call('accepted', accepted, AcceptedReply, signal)).isOurs,
    notSent: done('not-sent'),
    look: async (look, signal) => (await call('look', look, LookReply, signal)).next,
    trouble: done('trouble'),
    progress: async (progress, signal) => (await call('progress', progress, GoOnReply, signal)).goOn,
    result: async (result, signal) => (await call('result', result, RelayStored, signal)).stored,
    release: done('release'),
    saveSession: done('session'),
  };
}

/** Converts every failure of a connection to an `AwayError`; an abort by the caller stays an abort. */
async function answered<Answer>(signal: AbortSignal, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RefusedError || error instanceof AwayError) throw error;
    throw new AwayError(errorText(error), { cause: error });
  }
}

function refusal(status: number, answer: string): Error {
  const { code, message } = errorOf(answer);
  if (PASSING_STATUSES.has(status)) return new AwayError(`HTTP ${status}: ${message}`);
  return new RefusedError(status, code, message);
}

function errorOf(answer: string): { code: string; message: string } {
  try {
    return ErrorReply.parse(JSON.parse(answer)).error;
  } catch {
    return { code: 'UNREADABLE', message: answer.slice(0, 200) }; // not from our server, perhaps a proxy's page
  }
}
