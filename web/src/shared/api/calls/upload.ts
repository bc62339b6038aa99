import { CURRENT_GENERATION, GENERATION_HEADER } from '@balloon/contracts/site/api-generation.ts';
import { ApiError, errorOfResponse, NETWORK_ERROR } from '#shared/api/calls/api-error.ts';

export interface UploadOptions {
  signal: AbortSignal;
  /** Receives how many bytes of the body were sent. */
  onProgress: (sentBytes: number) => void;
  method?: 'POST' | 'PUT';
}

/**
 * Sends a form with files, or a part of a file, and reports its progress, which `fetch` cannot.
 *
 * @throws {ApiError} as the calls of `api.ts`; {DOMException} AbortError
 */
export function upload<T>(
  path: string,
  body: FormData | Blob,
  { signal, onProgress, method = 'POST' }: UploadOptions,
): Promise<T> {
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  const sending = new Promise<T>((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', abort);
    request.open(method, path);
    request.setRequestHeader('accept', 'application/json');
    if (body instanceof Blob) request.setRequestHeader('content-type', 'application/octet-stream');
    request.setRequestHeader(GENERATION_HEADER, CURRENT_GENERATION);
    request.setRequestHeader('X-Requested-With', 'balloon');
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onerror = () => reject(new ApiError({ code: NETWORK_ERROR, description: '', status: 0 }));
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'));
    request.onload = () => {
      const answer = parseJson(request.responseText);
      if (request.status >= 200 && request.status < 300) resolve(answer as T);
      else reject(refusalOf(request, answer, path));
    };
    request.send(body);
  });
  return sending.finally(() => signal.removeEventListener('abort', abort));
}

function refusalOf(request: XMLHttpRequest, body: unknown, path: string): ApiError {
  const retryAfter = request.getResponseHeader('retry-after');
  const headers = new Headers(retryAfter === null ? {} : { 'retry-after': retryAfter });
  return errorOfResponse(new Response(null, { status: request.status, headers }), body, path);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // a proxy's HTML page; the status suffices
  }
}
