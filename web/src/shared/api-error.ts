import type { ErrorReply } from '@balloon/contracts/common.ts';

/** A failed call. `code` is stable and translated where we know it; `description` is the server's text. */
export class ApiError extends Error {
  readonly code: string;
  readonly description: string;
  /** HTTP status; 0 when the server was not reached. */
  readonly status: number;
  /** Field → what is expected there. */
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds after which a throttled call may be tried again. */
  readonly retryAfterSec: number | null;

  constructor(reply: {
    code: string;
    description: string;
    status: number;
    fields?: Record<string, string> | undefined;
    retryAfterSec?: number | null;
  }) {
    super(reply.description || reply.code);
    this.name = 'ApiError';
    this.code = reply.code;
    this.description = reply.description;
    this.status = reply.status;
    this.fields = reply.fields ?? {};
    this.retryAfterSec = reply.retryAfterSec ?? null;
  }
}

/** The server was not reached at all: no network, or it is restarting. */
export const NETWORK_ERROR = 'NETWORK_ERROR';

/** Reads the error out of a refused response, whatever stands in its body. */
export function errorOfResponse(response: Response, body: unknown): ApiError {
  const error = (body as Partial<ErrorReply> | null)?.error;
  return new ApiError({
    code: error?.code ?? `HTTP_${response.status}`,
    description: error?.description || error?.message || '',
    status: response.status,
    fields: error?.fields,
    retryAfterSec: retryAfterSec(response.headers.get('retry-after'), error?.restParams),
  });
}

function retryAfterSec(header: string | null, params: Record<string, unknown> | undefined): number | null {
  const seconds = Number(params?.retryAfterSec ?? header);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : null;
}
