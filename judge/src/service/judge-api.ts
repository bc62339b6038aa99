import { openAsBlob } from 'node:fs';
import { Done, ErrorReply } from '@balloon/contracts/common.ts';
import {
  type JudgeHello,
  type JudgeResult,
  type JudgeTrialResult,
  JudgeWelcome,
} from '@balloon/contracts/judge.ts';
import {
  type ClaimedWork,
  ClaimReply,
  type ClaimRequest,
  type HeldWork,
  ProgressReply,
  type ReleaseRequest,
  ResultReply,
  type WorkStep,
} from '@balloon/contracts/leases.ts';
import {
  type ImportResult,
  type ImportTask,
  MissingBlobsReply,
  type MissingBlobsRequest,
} from '@balloon/contracts/package-import.ts';
import type { JudgeCheckResult } from '@balloon/contracts/problem-checks.ts';
import type { z } from 'zod';
import { errorText } from '#log.ts';
import type { BlobSource } from '#workshop/blob-cache.ts';

/**
 * Calls of the server's queue, see contracts/judge.ts and contracts/leases.ts. Each call is one attempt: callers decide
 * whether to retry.
 */
export interface JudgeApi {
  hello(hello: JudgeHello, signal: AbortSignal): Promise<JudgeWelcome>;
  claim(request: ClaimRequest, signal: AbortSignal): Promise<ClaimedWork | null>;
  /** @param report a step of the kind of the lease */
  progress(report: HeldWork & WorkStep, signal: AbortSignal): Promise<boolean>;
  release(request: ReleaseRequest, signal: AbortSignal): Promise<void>;
  result(result: JudgeResult, signal: AbortSignal): Promise<boolean>;
  trialResult(result: JudgeTrialResult, signal: AbortSignal): Promise<boolean>;
  importResult(result: ImportResult, signal: AbortSignal): Promise<boolean>;
  checkResult(result: JudgeCheckResult, signal: AbortSignal): Promise<boolean>;
  /** Returns the hashes of contents that the server does not have yet. */
  missingBlobs(request: z.infer<typeof MissingBlobsRequest>, signal: AbortSignal): Promise<string[]>;
  /** Sends the content of a file, streamed. */
  upload(
    held: Pick<ImportTask, 'importId' | 'fence'>,
    sha256: string,
    path: string,
    signal: AbortSignal,
  ): Promise<void>;
  blob: BlobSource;
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

/** Refusal of a blob, such as a missing one: concerns one problem, where other refusals concern the whole judge. */
export class BlobRefusedError extends Error {}

const OUR_ERRORS = [RefusedError, AwayError, BlobRefusedError];

/** HTTP statuses of a server that is starting, stopping, overloaded or unreachable for its proxy. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Time in ms after which the connection counts as dead; claims add the time that they may wait. */
const ANSWER_WITHIN_MS = 30_000;
/** Additional time in ms for the result of an import: thousands of tests are stored in one transaction. */
const IMPORT_TAKES_MS = 120_000;

/**
 * Creates the client of a server.
 *
 * @param serverUrl address of the server, such as `http://127.0.0.1:3000`
 */
export function createJudgeApi(serverUrl: string, token: string): JudgeApi {
  const base = new URL('api/judge', serverUrl.endsWith('/') ? serverUrl : `${serverUrl}/`).href;
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

  const resultTo =
    <Result>(name: string, takesMs = 0) =>
    async (result: Result, signal: AbortSignal) =>
      (await call(name, result, ResultReply, signal, takesMs)).stored;

  return {
    hello: (hello, signal) => call('hello', hello, JudgeWelcome, signal),
    claim: async (request, signal) => (await call('claim', request, ClaimReply, signal, request.waitMs)).work,
    progress: async (report, signal) => (await call('progress', report, ProgressReply, signal)).keep,
    release: async (request, signal) => {
      await call('release', request, Done, signal);
    },
    result: resultTo('result'),
    trialResult: resultTo('trial-runs/result'),
    importResult: resultTo('imports/result', IMPORT_TAKES_MS),
    checkResult: resultTo('checks/result'),
    missingBlobs: async (request, signal) =>
      (await call('imports/missing-blobs', request, MissingBlobsReply, signal)).missing,
    upload: async ({ importId, fence }, sha256, path, signal) => {
      const body = await openAsBlob(path); // a file error must not look like an unavailable server
      const type = { 'content-type': 'application/octet-stream' };
      const request = { method: 'PUT', headers: { ...headers, ...type }, body, signal };
      await answered(signal, async () => {
        const response = await fetch(`${base}/blobs/${sha256}?importId=${importId}&fence=${fence}`, request);
        const answer = await response.text();
        if (!response.ok) throw refusal(response.status, answer);
      });
    },
    blob: (sha256, signal) =>
      answered(signal, async () => {
        const response = await fetch(`${base}/blobs/${sha256}`, { headers, signal });
        if (!response.ok) throw blobRefusal(sha256, refusal(response.status, await response.text()));
        if (response.body === null) throw new AwayError(`The server sent blob ${sha256} without a body`);
        return relayed(response.body, signal);
      }),
  };
}

/** Passes a content on; a connection that breaks in the middle of it becomes an `AwayError`. */
async function* relayed(body: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    signal.throwIfAborted();
    throw new AwayError(errorText(error), { cause: error });
  }
}

/** Converts every failure of a connection to an `AwayError`; an abort by the caller stays an abort. */
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
    return { code: 'UNREADABLE', message: answer.slice(0, 200) }; // not from our server, perhaps a proxy's page
  }
}
