import type { FastifyRequest } from 'fastify';
import { InvalidInputError } from '#errors.ts';

/** A file as it arrives, one piece after the other. */
export type Upload = AsyncIterable<Buffer>;

/**
 * The one file of a multipart request. Nothing of it is read before somebody iterates.
 *
 * @throws {InvalidInputError} FILE_MISSING, FORM_BROKEN; iterating throws FORM_BROKEN as well
 */
export async function uploadedFile(request: FastifyRequest): Promise<Upload> {
  const part = request.isMultipart() ? await firstFile(request) : undefined;
  if (!part) throw new InvalidInputError('FILE_MISSING', 'Send one file, as multipart/form-data');
  return pieces(part.file);
}

async function firstFile(request: FastifyRequest) {
  try {
    return await request.file();
  } catch (error) {
    throw explained(error);
  }
}

async function* pieces(stream: AsyncIterable<Buffer>): Upload {
  try {
    yield* stream;
  } catch (error) {
    throw explained(error);
  }
}

/** Limits of the plugin carry a status; what the parser says about the form itself does not. */
function explained(error: unknown): unknown {
  if (!(error instanceof Error) || 'statusCode' in error) return error;
  return new InvalidInputError('FORM_BROKEN', `The form cannot be read: ${error.message}`);
}
