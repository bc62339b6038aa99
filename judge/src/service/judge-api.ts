import { Done, ErrorReply } from '@balloon/contracts/common.ts';
import type {
  ClaimRequest,
  JudgeHello,
  JudgeTrialResult,
  ReleaseRequest,
  TrialProgressReport,
  TrialReleaseRequest,
} from '@balloon/contracts/judge.ts';
import {
  ClaimReply,
  type JudgeResult,
  JudgeWelcome,
  ProgressReply,
  type ProgressReport,
  ResultReply,
} from '@balloon/contracts/judge.ts';
import type { z } from 'zod';
import type { BlobSource } from '#blob-cache.ts';
import { errorText } from '#log.ts';
import { createImportApi, type ImportApi } from '#service/import-api.ts';

/** The web's side of the queue, see contracts/judge.ts. Each call is one attempt; who retries is the caller's matter. */
export interface JudgeApi {
  hello(hello: JudgeHello, signal: AbortSignal): Promise<JudgeWelcome>;
  claim(request: z.infer<typeof ClaimRequest>, signal: AbortSignal): Promise<ClaimReply>;
  progress(report: z.infer<typeof ProgressReport>, signal: AbortSignal): Promise<boolean>;
  result(result: JudgeResult, signal: AbortSignal): Promise<boolean>;
  release(request: z.infer<typeof ReleaseRequest>, signal: AbortSignal): Promise<void>;
  trials: TrialApi;
  blob: BlobSource;
  imports: ImportApi;
}

/** The same calls about trial runs. */
export interface TrialApi {
  progress(report: z.infer<typeof TrialProgressReport>, signal: AbortSignal): Promise<boolean>;
  result(result: JudgeTrialResult, signal: AbortSignal): Promise<boolean>;
  release(request: z.infer<typeof TrialReleaseRequest>, signal: AbortSignal): Promise<void>;
}

/** The server answered, and the answer was no. */
export class RefusedError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The server does not answer, or cannot at the moment: the same call may succeed a little later. */
export class AwayError extends Error {}

/** A missing blob is trouble with one problem, not with the whole judge, as other refusals are. */
export class BlobRefusedError extends Error {}

const OUR_ERRORS = [RefusedError, AwayError, BlobRefusedError];

/** The statuses of a server that is starting, stopping, overloaded or behind a proxy that misses it. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** An answer takes longer than this only when the connection is dead; claims wait longer by design. */
const ANSWER_WITHIN_MS = 30_000;

/** @param serverUrl where the web listens, such as `http://127.0.0.1:3000` */
export function createJudgeApi(serverUrl: string, token: string): JudgeApi {
  const base = `${serverUrl.replace(/\/+$/, '')}/api/judge`;
  const headers = { authorization: `Bearer ${token}` };

  async function call<Reply>(
    name: string,
    body: unknown,
    schema: z.ZodType<Reply>,
    signal: AbortSignal,
    waitMs = 0,
  ) {
    const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS + waitMs)]);
    const request = {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: within,
    };
    const text = await answered(signal, async () => {
      const response = await fetch(`${base}/${name}`, request);
      const answer = await response.text();
      if (!response.ok) throw refusal(response.status, answer);
      return answer;
    });
    return schema.parse(JSON.parse(text));
  }

  const put = (name: string, content: Blob, signal: AbortSignal) =>
    answered(signal, async () => {
      const type = { 'content-type': 'application/octet-stream' };
      const request = { method: 'PUT', headers: { ...headers, ...type }, body: content, signal };
      const response = await fetch(`${base}/${name}`, request);
      const answer = await response.text();
      if (!response.ok) throw refusal(response.status, answer);
    });

  return {
    hello: (hello, signal) => call('hello', hello, JudgeWelcome, signal),
    claim: (request, signal) => call('claim', request, ClaimReply, signal, request.waitMs),
    progress: async (report, signal) => (await call('progress', report, ProgressReply, signal)).keep,
    result: async (result, signal) => (await call('result', result, ResultReply, signal)).stored,
    release: async (request, signal) => {
      await call('release', request, Done, signal);
    },
    trials: {
      progress: async (report, signal) =>
        (await call('trial-runs/progress', report, ProgressReply, signal)).keep,
      result: async (result, signal) => (await call('trial-runs/result', result, ResultReply, signal)).stored,
      release: async (request, signal) => {
        await call('trial-runs/release', request, Done, signal);
      },
    },
    blob: (sha256, signal) =>
      answered(signal, async () => {
        const response = await fetch(`${base}/blobs/${sha256}`, { headers, signal });
        if (!response.ok) throw blobRefusal(sha256, refusal(response.status, await response.text()));
        if (response.body === null) throw new AwayError(`Blob ${sha256} came without a body`);
        return relayed(response.body, signal);
      }),
    imports: createImportApi({ post: call, put }),
  };
}

/** A connection may also break in the middle of the content. */
async function* relayed(body: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    signal.throwIfAborted();
    throw new AwayError(errorText(error), { cause: error });
  }
}

/** Turns the many ways in which a connection fails into one. Called off stays called off. */
async function answered<Answer>(signal: AbortSignal, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    signal.throwIfAborted();
    if (OUR_ERRORS.some((known) => error instanceof known)) throw error;
    throw new AwayError(errorText(error), { cause: error });
  }
}

function refusal(status: number, answer: string): Error {
  const { code, message } = errorOf(answer);
  if (PASSING_STATUSES.has(status)) return new AwayError(`HTTP ${status}: ${message}`);
  return new RefusedError(status, code, message);
}

function blobRefusal(sha256: string, refused: Error): Error {
  return refused instanceof RefusedError
    ? new BlobRefusedError(`Blob ${sha256}: ${refused.message}`)
    : refused;
}

function errorOf(answer: string): { code: string; message: string } {
  try {
    return ErrorReply.parse(JSON.parse(answer)).error;
  } catch {
    return { code: 'UNREADABLE', message: answer.slice(0, 200) }; // not our server, a proxy's page perhaps
  }
}
