import type { FieldIssue } from '@balloon/contracts/common.ts';

/**
 * Errors that services throw. The message says what is wrong and what to do; `code` is stable for programs
 * and translations. Only one handler (`http/answers/error-handler.ts`) maps them to statuses.
 */
export abstract class ServiceError extends Error {
  readonly code: string;
  abstract readonly httpCode: number;
  /** Seconds after which a retry makes sense, for throttled calls. */
  readonly retryAfterSec: number | undefined;
  /** Facts beside the text, for programs. */
  readonly restParams: Readonly<Record<string, unknown>>;

  constructor(
    code: string,
    message: string,
    { retryAfterSec, restParams = {} }: { retryAfterSec?: number; restParams?: Record<string, unknown> } = {},
  ) {
    super(message);
    this.name = new.target.name;
    this.code = code;
    this.retryAfterSec = retryAfterSec;
    this.restParams = restParams;
  }
}

/** The request makes no sense. */
export class InvalidInputError extends ServiceError {
  readonly httpCode = 400;
  /** Faults of single fields; empty when the request as a whole is invalid. */
  readonly issues: readonly FieldIssue[];

  constructor(
    code: string,
    message: string,
    issues: readonly FieldIssue[] = [],
    facts: { restParams?: Record<string, unknown> } = {},
  ) {
    super(code, message, facts);
    this.issues = issues;
  }
}
/** The caller is not signed in. */
export class UnauthenticatedError extends ServiceError {
  readonly httpCode = 401;
}
/** The caller is not allowed, or not at this time. */
export class ForbiddenError extends ServiceError {
  readonly httpCode = 403;
}
/** The object does not exist, or the caller may not see it. */
export class NotFoundError extends ServiceError {
  readonly httpCode = 404;
}
/** The object changed meanwhile. */
export class ConflictError extends ServiceError {
  readonly httpCode = 409;
}
/** SQLSTATE with which the log of a contest refuses what would change final results (migration 0113). */
export const RESULTS_FINAL_STATE = 'BL001';

/** Refusal of a change of final results, wherever it is found out. */
export class FinalResultsError extends ConflictError {
  constructor() {
    super(
      'RESULTS_FINAL',
      'The results of this contest are final: an admin can open them again, with a reason',
    );
  }
}
/** SQLSTATE of a row that names one which is not there: it was, when the request looked, and was deleted since. */
export const NAMES_DELETED_STATE = '23503';

/** Something that the request names was deleted at the same moment, and nothing was stored. */
export class DeletedMeanwhileError extends ConflictError {
  constructor() {
    super('DELETED_MEANWHILE', 'Something that this needs was deleted meanwhile: look at it again');
  }
}
/** The input is larger than allowed. */
export class TooLargeError extends ServiceError {
  readonly httpCode = 413;
}
/** Too many tries; later ones may succeed. */
export class ThrottledError extends ServiceError {
  readonly httpCode = 429;
}
/** SQLSTATE of a database whose disk is full. */
export const DISK_FULL_STATE = '53100';

/** The disk of the database has no room for it. */
export class StorageFullError extends ServiceError {
  readonly httpCode = 507;

  constructor() {
    super(
      'STORAGE_FULL',
      'The disk of the database is full: nothing was stored. Free some of it or add another, then send it again',
    );
  }
}
/** Not possible at the moment through no fault of the caller; the same request may succeed shortly. */
export class ServiceUnavailableError extends ServiceError {
  readonly httpCode = 503;
}
