/**
 * What services throw. The message says what is wrong and what to do; `code` is stable for programs and
 * translations. One handler (`http/error-handler.ts`) knows the statuses.
 */
export abstract class ServiceError extends Error {
  readonly code: string;
  abstract readonly httpCode: number;
  /** Seconds after which a retry makes sense, for throttled calls. */
  readonly retryAfterSec: number | undefined;

  constructor(code: string, message: string, { retryAfterSec }: { retryAfterSec?: number } = {}) {
    super(message);
    this.name = new.target.name;
    this.code = code;
    this.retryAfterSec = retryAfterSec;
  }
}

/** The request makes no sense. */
export class InvalidInputError extends ServiceError {
  readonly httpCode = 400;
}
/** Who are you? */
export class UnauthenticatedError extends ServiceError {
  readonly httpCode = 401;
}
/** Not you, or not now. */
export class ForbiddenError extends ServiceError {
  readonly httpCode = 403;
}
/** It does not exist, or not for you. */
export class NotFoundError extends ServiceError {
  readonly httpCode = 404;
}
/** It changed meanwhile. */
export class ConflictError extends ServiceError {
  readonly httpCode = 409;
}
/** Larger than allowed. */
export class TooLargeError extends ServiceError {
  readonly httpCode = 413;
}
/** Too many tries; later again. */
export class ThrottledError extends ServiceError {
  readonly httpCode = 429;
}
/** Not possible at the moment through no fault of the caller; the same request may succeed shortly. */
export class ServiceUnavailableError extends ServiceError {
  readonly httpCode = 503;
}
