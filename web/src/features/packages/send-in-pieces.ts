import type { ImportAccepted, ImportOptions } from '@balloon/contracts/package-import.ts';
import type { BeginUpload, PackageUpload } from '@balloon/contracts/package-upload.ts';
import { PIECE_BYTES } from '@balloon/contracts/upload-pieces.ts';
import type { z } from 'zod';
import { get, post } from '#shared/api/api.ts';
import { ApiError, NETWORK_ERROR } from '#shared/api/api-error.ts';
import { upload } from '#shared/api/upload.ts';

export const UPLOADS = '/api/admin/problems/uploads';

type Accepted = z.infer<typeof ImportAccepted>;
type Received = Pick<PackageUpload, 'receivedBytes'>;

/** Calls to the server that an upload in pieces makes. */
export interface PieceCalls {
  begin(file: BeginUpload, signal: AbortSignal): Promise<PackageUpload>;
  look(id: number, signal: AbortSignal): Promise<Received>;
  send(
    id: number,
    offset: number,
    piece: Blob,
    hooks: Pick<PieceHooks, 'signal' | 'onProgress'>,
  ): Promise<Received>;
  end(id: number, options: z.input<typeof ImportOptions>, signal: AbortSignal): Promise<Accepted>;
}

const CALLS: PieceCalls = {
  begin: (file, signal) => post<PackageUpload>(UPLOADS, file, { signal }),
  look: (id, signal) => get<PackageUpload>(`${UPLOADS}/${id}`, { signal }),
  send: (id, offset, piece, hooks) =>
    upload<Received>(`${UPLOADS}/${id}?offset=${offset}`, piece, { ...hooks, method: 'PUT' }),
  end: (id, options, signal) => post<Accepted>(`${UPLOADS}/${id}/end`, options, { signal }),
};

export interface PieceHooks {
  signal: AbortSignal;
  onProgress: (sentBytes: number) => void;
  /** Tells when the connection is lost and when it is back. */
  onInterrupted: (isInterrupted: boolean) => void;
}

export interface FileInPieces {
  content: Blob;
  fileName: string;
  modifiedAtMs: number;
}

/**
 * Sends a large file piece by piece. It goes on by itself after a lost connection, however long that takes, and where it was when the
 * same file is sent again later.
 *
 * @throws {ApiError} a refusal; {DOMException} AbortError
 */
export async function sendInPieces(
  { content, fileName, modifiedAtMs }: FileInPieces,
  options: z.input<typeof ImportOptions>,
  { signal, onProgress, onInterrupted }: PieceHooks,
  calls: PieceCalls = CALLS,
  pauseMs: (attempt: number) => number = waitMs,
): Promise<Accepted> {
  let failures = 0;
  let isInterrupted = false;
  function show(is: boolean) {
    if (is !== isInterrupted) onInterrupted(is);
    isInterrupted = is;
  }
  /** Calls until an answer comes. */
  async function insist<T>(call: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await call();
      } catch (error) {
        signal.throwIfAborted();
        if (!isPassing(error)) throw error;
        show(true);
        await pause(pauseMs(failures), signal);
        failures += 1;
      }
    }
  }

  const file = { fileName, sizeBytes: content.size, modifiedAtMs };
  let { id, receivedBytes } = await insist(() => calls.begin(file, signal));
  while (receivedBytes < content.size) {
    onProgress(receivedBytes);
    const offset = receivedBytes;
    const piece = content.slice(offset, offset + PIECE_BYTES);
    const sent = (bytes: number) => {
      show(false);
      onProgress(offset + bytes);
    };
    let isKnown = true;
    ({ receivedBytes } = await insist(() => {
      if (!isKnown) return calls.look(id, signal);
      isKnown = false; // after a failure the server is asked how much has arrived
      return calls.send(id, offset, piece, { signal, onProgress: sent });
    }));
    if (receivedBytes > offset) failures = 0;
  }
  onProgress(content.size);
  const accepted = await insist(() => calls.end(id, options, signal));
  show(false);
  return accepted;
}

const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

/** Whether the same call may succeed a little later. */
const isPassing = (error: unknown) =>
  error instanceof ApiError &&
  (error.code === NETWORK_ERROR || error.code === 'UPLOAD_MOVED' || PASSING_STATUSES.has(error.status));

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

const waitMs = (attempt: number) => Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);

/** Waits, at most until the network is back. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = new AbortController();
    const end = (settle: () => void) => {
      done.abort();
      clearTimeout(timer);
      settle();
    };
    const timer = setTimeout(() => end(resolve), ms);
    globalThis.addEventListener?.('online', () => end(resolve), { signal: done.signal });
    signal.addEventListener('abort', () => end(() => reject(signal.reason)), { signal: done.signal });
  });
}
