import type {
  BeginUpload,
  PackageUpload,
  UploadBeingChecked,
} from '@balloon/contracts/problems/package-upload.ts';
import { PIECE_BYTES } from '@balloon/contracts/problems/upload-pieces.ts';
import { get, post } from '#shared/api/calls/api.ts';
import { ApiError, NETWORK_ERROR } from '#shared/api/calls/api-error.ts';
import { upload } from '#shared/api/calls/upload.ts';

type Received = Pick<PackageUpload, 'receivedBytes'>;

/** Calls to the server that an upload in pieces makes; its end says what became of it. */
export interface PieceCalls<End> {
  begin(file: BeginUpload, signal: AbortSignal): Promise<PackageUpload>;
  look(id: number, signal: AbortSignal): Promise<Received>;
  send(
    id: number,
    offset: number,
    piece: Blob,
    hooks: Pick<PieceHooks, 'signal' | 'onProgress'>,
  ): Promise<Received>;
  end(id: number, options: object, signal: AbortSignal): Promise<End | UploadBeingChecked>;
}

/** @param address where uploads of this kind are listed */
export const pieceCalls = <End>(address: string): PieceCalls<End> => ({
  begin: (file, signal) => post<PackageUpload>(address, file, { signal }),
  look: (id, signal) => get<PackageUpload>(`${address}/${id}`, { signal }),
  send: (id, offset, piece, hooks) =>
    upload<Received>(`${address}/${id}?offset=${offset}`, piece, { ...hooks, method: 'PUT' }),
  end: (id, options, signal) => post<End | UploadBeingChecked>(`${address}/${id}/end`, options, { signal }),
});

export interface PieceHooks {
  signal: AbortSignal;
  onProgress: (sentBytes: number) => void;
  /** Tells how much of what has arrived the server has read to check it, where that takes long. */
  onChecked: (checkedBytes: number) => void;
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
 * @param options of the upload's end
 * @returns the upload's number, and what became of it
 * @throws {ApiError} a refusal; {DOMException} AbortError
 */
export async function sendInPieces<End extends object>(
  { content, fileName, modifiedAtMs }: FileInPieces,
  options: object,
  { signal, onProgress, onChecked, onInterrupted }: PieceHooks,
  calls: PieceCalls<End>,
  pauseMs: (attempt: number) => number = waitMs,
): Promise<{ id: number; end: End }> {
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
  for (;;) {
    const end = await insist(() => calls.end(id, options, signal));
    show(false);
    if (!isBeingChecked(end)) return { id, end };
    onChecked(end.checkedBytes);
  }
}

const isBeingChecked = (end: object): end is UploadBeingChecked => 'checkedBytes' in end;

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
