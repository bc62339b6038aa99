import type { ErrorReply } from '@balloon/contracts/common.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod';
import { databaseAway, isDatabaseAway } from '#database-away.ts';
import { ServiceError } from '#errors.ts';

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

/** The one place that knows statuses: services throw what happened, people and programs read it here. */
export function handleErrors(app: FastifyInstance) {
  app.setErrorHandler((thrown: FastifyError | Error, request, reply) => {
    const error = isDatabaseAway(thrown) ? databaseAway(DATABASE_AWAY_TEXT) : thrown;
    const answer = describe(error);
    if (answer.error.httpCode >= 500) request.log.error({ err: thrown }, 'request failed');
    if (error instanceof ServiceError && error.retryAfterSec !== undefined) {
      reply.header('retry-after', error.retryAfterSec);
    }
    return reply.status(answer.error.httpCode).send(answer);
  });
}

/** Addresses that no route can read are refused before any handler is there. */
export function answerBadAddress(error: FastifyError, _request: FastifyRequest, reply: FastifyReply) {
  const answer = describe(error);
  return reply.status(answer.error.httpCode).send(answer);
}

const DATABASE_AWAY_TEXT = 'The database does not answer, so nothing was confirmed. Try again in a moment';

function describe(error: FastifyError | Error): ErrorReply {
  if (error instanceof ServiceError) return answerOf(error.code, error.message, error.httpCode);
  if (hasZodFastifySchemaValidationErrors(error)) return describeInvalid(error.validation);
  if (isResponseSerializationError(error)) return internal();
  const { statusCode = 500, code = '' } = error as FastifyError;
  if (UNSTORABLE_TEXT.has(code)) return answerOf('INVALID_INPUT', 'A text contains zero bytes', 400);
  if (statusCode >= 500) return internal();
  return answerOf(code || 'BAD_REQUEST', TRANSPORT_ERRORS[code] ?? error.message, statusCode);
}

/** Names each wrong field: `solution: must not be empty`. */
function describeInvalid(
  issues: readonly { instancePath: string; message?: string | undefined }[],
): ErrorReply {
  const fields: Record<string, string> = {};
  for (const { instancePath, message } of issues) {
    const path = instancePath.split('/').filter(Boolean).join('.') || 'request';
    fields[path] ??= message ?? 'is not valid';
  }
  const text = Object.entries(fields)
    .map(([path, message]) => `${path}: ${message}`)
    .join('; ');
  return answerOf('INVALID_INPUT', text, 400, fields);
}

const internal = () =>
  answerOf('INTERNAL', 'Something went wrong on the server; it has been logged. Try again in a moment', 500);

export function answerOf(
  code: string,
  text: string,
  httpCode: number,
  fields?: Record<string, string>,
): ErrorReply {
  return {
    error: {
      code,
      description: text,
      message: text,
      httpCode,
      ...(fields ? { fields } : {}),
      restParams: {},
    },
  };
}
