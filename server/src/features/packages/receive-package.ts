import { ImportOptions, packageMaxBytes } from '@balloon/contracts/judging/package-import.ts';
import { storeBlobStream } from '@balloon/database/blobs.ts';
import type { FastifyRequest } from 'fastify';
import { InvalidInputError } from '#errors.ts';
import { enqueueImport } from '#features/packages/enqueue-import.ts';
import { packageTooLarge, requireRoom } from '#features/packages/import-room.ts';
import { invalidFields } from '#http/answers/field-issues.ts';
import { formParts, type Upload } from '#http/bodies/upload.ts';
import type { Services, User } from '#services.ts';

/**
 * Stores an uploaded package and queues its import. Only a judge opens it, in the sandbox.
 *
 * @throws {InvalidInputError} FILE_MISSING, FORM_BROKEN, NOT_A_ZIP, RAR_NOT_READ, INVALID_INPUT
 * @throws {TooLargeError} PACKAGE_TOO_LARGE; {StorageFullError} STORAGE_FULL
 * @throws {NotFoundError} PROBLEM_NOT_FOUND
 */
export async function receivePackage(services: Services, author: User, request: FastifyRequest) {
  const maxBytes = packageMaxBytes(services.options.packageMaxGb);
  const { fields, file } = await readZipForm(services, request, maxBytes);
  if (!file) throw new InvalidInputError('FILE_MISSING', 'Send one zip file, as multipart/form-data');
  const options = ImportOptions.safeParse(fields);
  if (!options.success) throw invalidFields(options.error);
  return { importId: await enqueueImport(services, author, { ...file, ...options.data }) };
}

interface Form {
  fields: Record<string, string>;
  file: { fileName: string; sha256: string; sizeBytes: number } | null;
}

/** Bytes of a form around its file. */
const FORM_BYTES = 1024 ** 2;

/**
 * Stores the one zip file of a form. Fields may come before and after it.
 *
 * @throws {InvalidInputError} FORM_BROKEN, NOT_A_ZIP, RAR_NOT_READ
 * @throws {TooLargeError} PACKAGE_TOO_LARGE; {StorageFullError} STORAGE_FULL
 */
export async function readZipForm(
  services: Services,
  request: FastifyRequest,
  maxBytes: number,
): Promise<Form> {
  const form: Form = { fields: {}, file: null };
  const statedBytes = Number(request.headers['content-length'] ?? Number.NaN);
  await requireRoom(services, statedBytes - FORM_BYTES, maxBytes);
  for await (const part of formParts(request, maxBytes)) {
    if (part.kind === 'field') form.fields[part.name] = part.value;
    else {
      const stored = await storeBlobStream(
        services.patientDb,
        wholeZip(part.content, part.isCutOff, maxBytes),
      );
      form.file = { fileName: part.fileName, ...stored };
    }
  }
  return form;
}

/** First bytes of every zip; an empty one begins otherwise and is no package. */
const ZIP = Buffer.from('PK\u0003\u0004');

/** Fails at the first bytes when the content is no zip, and at the end when it was cut off. */
async function* wholeZip(content: Upload, isCutOff: () => boolean, maxBytes: number): Upload {
  yield* beginningAsZip(content);
  if (isCutOff()) throw packageTooLarge(maxBytes);
}

/** Passes on what begins as a zip does. @throws {InvalidInputError} NOT_A_ZIP, RAR_NOT_READ */
export async function* beginningAsZip(content: Upload): Upload {
  let head = Buffer.alloc(0);
  for await (const piece of content) {
    if (head.length < ZIP.length) {
      head = Buffer.concat([head, piece.subarray(0, ZIP.length)]);
      if (!ZIP.subarray(0, head.length).equals(head.subarray(0, ZIP.length))) throw noZip(head);
    }
    yield piece;
  }
  if (head.length < ZIP.length) throw noZip(head);
}

const noZip = (head: Buffer) =>
  head.toString('latin1').startsWith('Rar!')
    ? new InvalidInputError('RAR_NOT_READ', 'Archives of rar are not read: pack it as a zip file')
    : new InvalidInputError('NOT_A_ZIP', 'A problem package is a zip file; this is something else');
