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
} from '@balloon/contracts/outside/relay.ts';
import { ANSWER_WITHIN_MS, createWebCalls, type ServerUrl } from '@balloon/worker/web-calls.ts';
import type { z } from 'zod';
import { createJobApi, type JobApi } from '#relay/jobs/job-api.ts';

export { AwayError, RefusedError } from '@balloon/worker/web-calls.ts';

/** Calls of relays, see contracts/src/outside/relay.ts. Each is one attempt: callers decide whether to retry. */
export interface RelayApi extends JobApi {
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

/** Creates the client of a server. */
export function createRelayApi(serverUrl: ServerUrl, token: string): RelayApi {
  const calls = createWebCalls(serverUrl, 'api/relay', token);
  const { call, done } = calls;
  return {
    hello: (hello, signal) => call('hello', hello, RelayWelcome, signal),
    claim: async (request, signal) =>
      (await call('claim', request, RelayClaimReply, signal, ANSWER_WITHIN_MS + request.waitMs)).task,
    intent: async (intent, signal) => (await call('intent', intent, GoOnReply, signal)).goOn,
    accepted: async (accepted, signal) => (await call('accepted', accepted, AcceptedReply, signal)).isOurs,
    notSent: done('not-sent'),
    look: async (look, signal) => (await call('look', look, LookReply, signal)).next,
    trouble: done('trouble'),
    progress: async (progress, signal) => (await call('progress', progress, GoOnReply, signal)).goOn,
    result: async (result, signal) => (await call('result', result, RelayStored, signal)).stored,
    release: done('release'),
    saveSession: done('session'),
    ...createJobApi(calls),
  };
}
