import type { FastifyRequest } from 'fastify';
import { InvalidInputError, TooLargeError } from '#errors.ts';
import { formParts, type Upload } from '#http/bodies/upload.ts';

interface Bounds {
  maxBytes: number;
  /** How much of the beginning is kept aside. */
  headBytes: number;
}

/**
 * Receives the one file of a form, piece by piece, and gives it to `store`.
 *
 * @returns what `store` returns, the file's name for people, and its first bytes
 * @throws {InvalidInputError} FILE_MISSING, FORM_BROKEN; {TooLargeError} FILE_TOO_LARGE
 */
export async function receiveOneFile<Stored>(
  request: FastifyRequest,
  { maxBytes, headBytes }: Bounds,
  store: (content: Upload) => Promise<Stored>,
): Promise<Stored & { fileName: string; head: Buffer }> {
  for await (const part of formParts(request, maxBytes)) {
    if (part.kind === 'field') continue;
    const head: Buffer[] = [];
    const stored = await store(watched(part.content, { head, headBytes, maxBytes }, part.isCutOff));
    return { ...stored, fileName: part.fileName, head: Buffer.concat(head).subarray(0, headBytes) };
  }
  throw new InvalidInputError('FILE_MISSING', 'Send one file, as multipart/form-data');
}

/** Keeps the first bytes aside, and fails at the end if the content was cut off. */
async function* watched(
  content: Upload,
  { head, headBytes, maxBytes }: Bounds & { head: Buffer[] },
  isCutOff: () => boolean,
): Upload {
  let keptBytes = 0;
  for await (const piece of content) {
    if (keptBytes < headBytes) {
      const kept = Buffer.from(piece.subarray(0, headBytes - keptBytes)); // the piece's memory is used again
      head.push(kept);
      keptBytes += kept.length;
    }
    yield piece;
  }
  if (isCutOff()) {
    throw new TooLargeError('FILE_TOO_LARGE', `A file may have ${maxBytes / 1024 ** 2} MB here`);
  }
}
