import { stat } from 'node:fs/promises';
import { type JudgeHello, JudgeWelcome, NeededSoon } from '@balloon/contracts/judging/judge.ts';
import {
  ClaimReply,
  type ClaimRequest,
  type CompareResultCall,
  type HeldWork,
  ProgressReply,
  type RejudgeResultCall,
  type ReleaseRequest,
  type ResultCall,
  ResultReply,
  type TrialResultCall,
  type WorkStep,
} from '@balloon/contracts/judging/leases.ts';
import {
  type ImportResult,
  type ImportTask,
  MissingBlobsReply,
  type MissingBlobsRequest,
} from '@balloon/contracts/judging/package-import.ts';
import type { JudgeCheckResult } from '@balloon/contracts/judging/problem-checks.ts';
import { errorText } from '@balloon/worker/log.ts';
import {
  ANSWER_WITHIN_MS,
  AwayError,
  createWebCalls,
  RefusedError,
  type ServerUrl,
} from '@balloon/worker/web-calls.ts';
import type { z } from 'zod';
import type { BlobSource } from '#cache/downloads.ts';

/**
 * Calls of the server's queue, see contracts/src/judging/judge.ts and contracts/src/judging/leases.ts. Each call is one
 * attempt: callers decide whether to retry.
 */
export interface JudgeApi {
  hello(hello: JudgeHello, signal: AbortSignal): Promise<JudgeWelcome>;
  claim(request: ClaimRequest, signal: AbortSignal): Promise<ClaimReply>;
  /**
   * @param report a step of the kind of the lease
   * @param withinMs time in ms within which the answer must arrive, so that another report still renews the lease
   */
  progress(report: HeldWork & WorkStep, signal: AbortSignal, withinMs: number): Promise<boolean>;
  release(request: ReleaseRequest, signal: AbortSignal): Promise<void>;
  result(result: ResultCall, signal: AbortSignal): Promise<ResultReply>;
  trialResult(result: TrialResultCall, signal: AbortSignal): Promise<ResultReply>;
  rejudgeResult(result: RejudgeResultCall, signal: AbortSignal): Promise<ResultReply>;
  compareResult(result: CompareResultCall, signal: AbortSignal): Promise<ResultReply>;
  importResult(result: ImportResult, signal: AbortSignal): Promise<ResultReply>;
  checkResult(result: JudgeCheckResult, signal: AbortSignal): Promise<ResultReply>;
  /** Returns the hashes of contents that the server does not have yet. */
  missingBlobs(request: z.infer<typeof MissingBlobsRequest>, signal: AbortSignal): Promise<string[]>;
  /** Sends the content of a file, streamed; `onSent` receives how many bytes have gone out. */
  upload(
    held: Pick<ImportTask, 'importId' | 'fence'>,
    sha256: string,
    path: string,
    signal: AbortSignal,
    onSent?: (bytes: number) => void,
  ): Promise<void>;
  /** Returns what solutions will need soon, most urgent first. @throws {RefusedError} by a server of an earlier version */
  neededSoon(signal: AbortSignal): Promise<NeededSoon['files']>;
  blob: BlobSource;
}

/** Refusal of a blob, such as a missing one: concerns one problem, where other refusals concern the whole judge. */
class BlobRefusedError extends Error {}

/** Additional time in ms for the result of an import: thousands of tests are stored in one transaction. */
const IMPORT_TAKES_MS = 120_000;

/**
 * Time in ms without a byte after which the download of a file counts as broken: a web that stands still is left for another
 * one. An upload gets more, since the web stores at its end what it has read.
 */
const IDLE_MS = 30_000;
const STORING_TAKES_MS = 120_000;

/** Time in ms within which a list of files arrives, or the connection counts as dead. */
const LIST_WITHIN_MS = 30_000;

/** Creates the client of a server. */
export function createJudgeApi(
  serverUrl: ServerUrl,
  token: string,
  { idleMs = IDLE_MS }: { idleMs?: number } = {},
): JudgeApi {
  const { call, done, request } = createWebCalls(serverUrl, 'api/judge', token);

  const resultTo =
    <Result>(name: string, takesMs = 0) =>
    (result: Result, signal: AbortSignal) =>
      call(name, result, ResultReply, signal, ANSWER_WITHIN_MS + takesMs);

  return {
    hello: (hello, signal) => call('hello', hello, JudgeWelcome, signal),
    claim: (request, signal) => call('claim', request, ClaimReply, signal, ANSWER_WITHIN_MS + request.waitMs),
    progress: async (report, signal, withinMs) =>
      (await call('progress', report, ProgressReply, signal, withinMs)).keep,
    release: done('release'),
    result: resultTo('result'),
    trialResult: resultTo('trial-runs/result'),
    rejudgeResult: resultTo('rejudgings/result'),
    compareResult: resultTo('comparisons/result'),
    importResult: resultTo('imports/result', IMPORT_TAKES_MS),
    checkResult: resultTo('checks/result'),
    missingBlobs: async (request, signal) =>
      (await call('imports/missing-blobs', request, MissingBlobsReply, signal)).missing,
    upload: async ({ importId, fence }, sha256, path, signal, onSent) => {
      const { size } = await stat(path); // a file error must not look like an unavailable server
      const body = { path, bytes: size, onSent };
      const headers = { 'content-type': 'application/octet-stream' };
      const put = { method: 'PUT', headers, body, signal, idleMs: idleMs + STORING_TAKES_MS } as const;
      await request(`blobs/${sha256}?importId=${importId}&fence=${fence}`, put, (answer) => answer.text());
    },
    neededSoon: async (signal) => {
      const get = { method: 'GET', signal, withinMs: LIST_WITHIN_MS } as const;
      const text = await request('needed-soon', get, (answer) => answer.text());
      return NeededSoon.parse(JSON.parse(text)).files;
    },
    blob: async (sha256, signal, from) => {
      const headers = from > 0 ? { range: `bytes=${from}-` } : {};
      try {
        const get = { method: 'GET', headers, signal, idleMs } as const;
        // Servers of earlier versions know no ranges and send all of it.
        return await request(`blobs/${sha256}`, get, async ({ body, status }) =>
          relayed(status === 206 ? body : behind(body, from), signal),
        );
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error;
        throw new BlobRefusedError(`Blob ${sha256}: ${error.message}`);
      }
    },
  };
}

/** The content without its first bytes. */
async function* behind(body: AsyncIterable<Uint8Array>, from: number): AsyncGenerator<Uint8Array> {
  let left = from;
  for await (const chunk of body) {
    if (chunk.length > left) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
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
