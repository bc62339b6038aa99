import { openAsBlob } from 'node:fs';
import { Done } from '@balloon/contracts/common.ts';
import { ProgressReply, ResultReply } from '@balloon/contracts/judge.ts';
import type {
  ImportClaim,
  ImportProgressReport,
  ImportRelease,
  ImportResult,
  ImportTask,
  MissingBlobsRequest,
} from '@balloon/contracts/package-import.ts';
import { ImportClaimReply, MissingBlobsReply } from '@balloon/contracts/package-import.ts';
import type { z } from 'zod';

/** The web's side of imports, see contracts/package-import.ts. Each call is one attempt, as in judge-api.ts. */
export interface ImportApi {
  claim(request: z.infer<typeof ImportClaim>, signal: AbortSignal): Promise<ImportTask | null>;
  progress(report: ImportProgressReport, signal: AbortSignal): Promise<boolean>;
  /** Which contents the web does not have yet. */
  missing(request: z.infer<typeof MissingBlobsRequest>, signal: AbortSignal): Promise<string[]>;
  /** Sends the content of a file, streamed. */
  upload(held: HeldImport, sha256: string, path: string, signal: AbortSignal): Promise<void>;
  result(result: ImportResult, signal: AbortSignal): Promise<boolean>;
  release(request: ImportRelease, signal: AbortSignal): Promise<void>;
}

export type HeldImport = Pick<ImportTask, 'importId' | 'fence'>;

/** How requests reach the web. */
export interface Caller {
  post<Reply>(
    name: string,
    body: unknown,
    schema: z.ZodType<Reply>,
    signal: AbortSignal,
    waitMs?: number,
  ): Promise<Reply>;
  put(name: string, content: Blob, signal: AbortSignal): Promise<void>;
}

export function createImportApi({ post, put }: Caller): ImportApi {
  const name = (call: string) => `imports/${call}`;
  return {
    claim: async (request, signal) =>
      (await post(name('claim'), request, ImportClaimReply, signal, request.waitMs)).task,
    progress: async (report, signal) => (await post(name('progress'), report, ProgressReply, signal)).keep,
    missing: async (request, signal) =>
      (await post(name('missing-blobs'), request, MissingBlobsReply, signal)).missing,
    upload: async ({ importId, fence }, sha256, path, signal) =>
      put(`blobs/${sha256}?importId=${importId}&fence=${fence}`, await openAsBlob(path), signal),
    result: async (result, signal) =>
      (await post(name('result'), result, ResultReply, signal, RESULT_TAKES_MS)).stored,
    release: async (request, signal) => {
      await post(name('release'), request, Done, signal);
    },
  };
}

/** Thousands of tests are written down in one transaction. */
const RESULT_TAKES_MS = 120_000;
