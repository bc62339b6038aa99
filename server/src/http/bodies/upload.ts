import type { FastifyRequest } from 'fastify';
import { InvalidInputError } from '#errors.ts';

/** A file as it arrives, one piece after the other. */
export type Upload = AsyncIterable<Buffer>;

/**
 * Returns the one file of a multipart request. It is read only when iterated.
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

export type FormPart =
  | { kind: 'field'; name: string; value: string }
  /** The name is for people. `isCutOff` is known when all pieces were read: true means that the file exceeded the bound. */
  | { kind: 'file'; fileName: string; content: Upload; isCutOff(): boolean };

/**
 * The fields and the one file of a multipart request, as they come. The file must be read to its end before the next
 * part is asked for.
 *
 * @throws {InvalidInputError} FILE_MISSING when it is no form, FORM_BROKEN
 */
export async function* formParts(request: FastifyRequest, maxFileBytes: number): AsyncGenerator<FormPart> {
  if (!request.isMultipart()) {
    throw new InvalidInputError('FILE_MISSING', 'Send one file, as multipart/form-data');
  }
  try {
    for await (const part of request.parts({
      limits: { fileSize: maxFileBytes },
    })) {
      if (part.type === 'field') yield { kind: 'field', name: part.fieldname, value: String(part.value) };
      else {
        const { file, filename } = part;
        yield {
          kind: 'file',
          fileName: fileNameOf(filename ?? ''),
          content: pieces(file),
          isCutOff: () => file.truncated,
        };
      }
    }
  } catch (error) {
    throw explained(error);
  } finally {
    // Read to the end: a client that is still sending would not read the answer, and the connection could not be used
    // again.
    request.raw.unpipe();
    request.raw.resume();
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
export function explained(error: unknown): unknown {
  if (!(error instanceof Error) || 'statusCode' in error) return error;
  return new InvalidInputError('FORM_BROKEN', `The form cannot be read: ${error.message}`);
}

const MAX_FILE_NAME = 150;

/** Name of an uploaded file for people: the last part of the one that the browser told, without control characters. */
export function fileNameOf(told: string): string {
  const name = told.replace(/^.*[/\\]/s, '').replace(/\p{Cc}/gu, '');
  // The end says what kind of file it is; half a character may stand before it.
  return name.slice(-MAX_FILE_NAME).toWellFormed() || 'file';
}
