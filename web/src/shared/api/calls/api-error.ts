import type { ErrorReply, FieldIssue } from '@balloon/contracts/common.ts';

/** A failed call. `code` is stable and translated if known; `description` is the server's text. */
export class ApiError extends Error {
  readonly code: string;
  readonly description: string;
  /** HTTP status; 0 when the server was not reached. */
  readonly status: number;
  /** Path of the call, empty when unknown. */
  readonly path: string;
  /** What is wrong with which field of the request. */
  readonly issues: readonly FieldIssue[];
  /** Seconds after which a throttled call may be tried again. */
  readonly retryAfterSec: number | null;
  /** Facts beside the text, such as who changed something meanwhile; they fill the placeholders of its translation. */
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(reply: {
    code: string;
    description: string;
    status: number;
    path?: string;
    issues?: readonly FieldIssue[] | undefined;
    retryAfterSec?: number | null;
    facts?: Readonly<Record<string, unknown>> | undefined;
  }) {
    super(reply.description || reply.code);
    this.name = 'ApiError';
    this.code = reply.code;
    this.description = reply.description;
    this.status = reply.status;
    this.path = reply.path ?? '';
    this.issues = reply.issues ?? [];
    this.retryAfterSec = reply.retryAfterSec ?? null;
    this.facts = reply.facts ?? {};
  }
}

/** Locale key of what a screen is called that could not be loaded. */
export function failureTitleKey(error: unknown): string {
  if (!(error instanceof ApiError)) return 'state.errorTitle';
  if (error.status === 404) return 'state.notFoundTitle';
  return error.code === 'OTHER_DEVICE' ? 'state.otherDeviceTitle' : 'state.errorTitle';
}

/** Code for a server that was not reached: no network, or it is restarting. */
export const NETWORK_ERROR = 'NETWORK_ERROR';

/** Codes of what only a proxy before the server answers: the server was not reached, or not asked because of the size. */
const CODES_OF_PROXIES: Readonly<Record<number, string>> = {
  413: 'FILE_TOO_LARGE',
  502: NETWORK_ERROR,
  503: NETWORK_ERROR,
  504: NETWORK_ERROR,
};

/** Creates the error of a refused response, whatever its body. */
export function errorOfResponse(response: Response, body: unknown, path = ''): ApiError {
  const error = (body as Partial<ErrorReply> | null)?.error;
  return new ApiError({
    code: error?.code ?? CODES_OF_PROXIES[response.status] ?? `HTTP_${response.status}`,
    description: error?.description || error?.message || '',
    status: response.status,
    path,
    issues: error?.issues,
    retryAfterSec: retryAfterSec(response.headers.get('retry-after'), error?.restParams),
    facts: error?.restParams,
  });
}

function retryAfterSec(header: string | null, params: Record<string, unknown> | undefined): number | null {
  const seconds = Number(params?.retryAfterSec ?? header);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : null;
}
