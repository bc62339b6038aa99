import type { ErrorReply, FieldIssue } from '@balloon/contracts/common.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  hasZodFastifySchemaValidationErrors,
  isResponseSerializationError,
  type ZodFastifySchemaValidationError,
} from 'fastify-type-provider-zod';
import { unavailable } from '#database-away.ts';
import {
  DeletedMeanwhileError,
  DISK_FULL_STATE,
  FinalResultsError,
  InvalidInputError,
  NAMES_DELETED_STATE,
  RESULTS_FINAL_STATE,
  ServiceError,
  ServiceUnavailableError,
  StorageFullError,
} from '#errors.ts';
import { fieldIssueOf, isAbsentIn, ownWordsOf, wordsOf } from '#http/answers/field-issues.ts';

/** Fastify's own refusals in our words: code → text that says what to do. */
const TRANSPORT_ERRORS: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request is too large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send JSON: content-type application/json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON',
  FST_ERR_BAD_URL: 'The address is not valid',
  FST_REQ_FILE_TOO_LARGE: 'The file is too large',
};

/** SQLSTATEs of a text with a zero byte, the one character that PostgreSQL keeps nowhere. */
const UNSTORABLE_TEXT: ReadonlySet<string> = new Set(['22021', '22P05']);

/** Maps errors to statuses, the only place that does: services throw what happened, clients read it here. */
export function handleErrors(app: FastifyInstance) {
  app.setErrorHandler((thrown: FastifyError | Error, request, reply) => {
    const error = unavailable(thrown, DATABASE_AWAY_TEXT) ?? refusedByRule(thrown) ?? thrown;
    const answer = describe(error, request);
    // Refusals of a busy moment are many, and the log would make it busier.
    if (answer.error.code === 'OVERLOADED') request.log.debug({ err: thrown }, 'request refused');
    // What goes on by itself is no fault, unlike a database that is away.
    else if (thrown instanceof ServiceUnavailableError && thrown.code !== 'DATABASE_AWAY')
      request.log.warn({ code: thrown.code, reason: thrown.message }, 'request put off');
    else if (answer.error.httpCode >= 500) request.log.error({ err: thrown }, 'request failed');
    else if (error instanceof DeletedMeanwhileError) request.log.warn({ err: thrown }, 'request refused');
    if (error instanceof ServiceError && error.retryAfterSec !== undefined) {
      reply.header('retry-after', error.retryAfterSec);
    }
    return reply.status(answer.error.httpCode).send(answer);
  });
}

/** Refusal by the database: by a rule that stands beside the rows that it protects, by a key, or by its full disk. */
function refusedByRule(thrown: FastifyError | Error): ServiceError | null {
  if (!('code' in thrown)) return null;
  if (thrown.code === DISK_FULL_STATE) return new StorageFullError();
  if (thrown.code === NAMES_DELETED_STATE) return new DeletedMeanwhileError();
  return thrown.code === RESULTS_FINAL_STATE ? new FinalResultsError() : null;
}

/** Refuses addresses that no route can parse, before any handler exists. */
export function answerBadAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const answer = describe(error, request);
  return reply.status(answer.error.httpCode).send(answer);
}

const DATABASE_AWAY_TEXT = 'The database does not answer, so nothing was confirmed. Try again in a moment';

function describe(error: FastifyError | Error, request: FastifyRequest): ErrorReply {
  if (error instanceof InvalidInputError && error.issues.length > 0) return describeFields(error);
  if (error instanceof ServiceError) {
    return answerOf(error.code, error.message, error.httpCode, error.restParams);
  }
  if (hasZodFastifySchemaValidationErrors(error))
    return describeInvalid(error.validation, checkedPart(error, request));
  if (isResponseSerializationError(error)) return internal();
  const { statusCode = 500, code = '' } = error as FastifyError;
  if (UNSTORABLE_TEXT.has(code)) return answerOf('INVALID_INPUT', 'A text contains zero bytes', 400);
  if (statusCode >= 500) return internal();
  const text = TRANSPORT_ERRORS[code];
  // Codes of libraries that are not in the table would have no text on the page.
  return text ? answerOf(code, text, statusCode) : answerOf('BAD_REQUEST', error.message, statusCode);
}

/** What a schema has refused. */
function checkedPart({ validationContext = 'body' }: FastifyError, request: FastifyRequest): unknown {
  return validationContext === 'querystring' ? request.query : request[validationContext];
}

/** Names each wrong field by the first of its issues: `solution: too short, at least 1`. */
function describeInvalid(errors: readonly ZodFastifySchemaValidationError[], input: unknown): ErrorReply {
  const issues: FieldIssue[] = [];
  const fields: Record<string, string> = {};
  for (const { instancePath, keyword, message, params } of errors) {
    const path = instancePath.split('/').filter(Boolean);
    const found = { code: keyword, path, message, params };
    const issue: FieldIssue = isAbsentIn(input, found)
      ? { field: path.join('.'), kind: 'required' }
      : fieldIssueOf(found);
    const name = issue.field || 'request';
    if (fields[name] !== undefined) continue;
    fields[name] = wordsOf(issue, ownWordsOf(found));
    issues.push(issue);
  }
  const text = Object.entries(fields).map(([name, words]) => `${name}: ${words}`);
  const answer = answerOf('INVALID_INPUT', text.join('; '), 400);
  return { error: { ...answer.error, fields, issues } };
}

function describeFields({ code, message, httpCode, issues, restParams }: InvalidInputError): ErrorReply {
  const fields = Object.fromEntries(issues.map((issue) => [issue.field || 'request', wordsOf(issue)]));
  const answer = answerOf(code, message, httpCode, restParams);
  return { error: { ...answer.error, fields, issues: [...issues] } };
}

const internal = () =>
  answerOf('INTERNAL', 'Something went wrong on the server; it has been logged. Try again in a moment', 500);

export function answerOf(
  code: string,
  text: string,
  httpCode: number,
  restParams: Readonly<Record<string, unknown>> = {},
): ErrorReply {
  return {
    error: {
      code,
      description: text,
      message: text,
      httpCode,
      restParams,
    },
  };
}
