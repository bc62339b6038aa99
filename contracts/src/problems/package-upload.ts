import { z } from 'zod';
import { Id, InstantMs } from '#common.ts';
import { ImportAccepted, ImportOptions } from '#judging/package-import.ts';
import { Sha256 } from '#judging/testset.ts';

/**
 * Large packages arrive in pieces, so that a connection that breaks, or a page that is closed, costs no more than a piece: the
 * upload is begun, pieces follow from where the server has it, and its end queues the import of problems, or stores the archive of
 * a contest, whose import is planned first. What nobody goes on with is thrown away after a day.
 */

/** Kind of archive, which decides what it becomes when it has arrived. */
export type UploadPurpose = 'problem' | 'contest';

/** Archive to be sent. By these three the same file is known again. */
export const BeginUpload = z.object({
  fileName: z.string().trim().min(1).max(200),
  sizeBytes: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  /** When the file was changed last. */
  modifiedAtMs: z.number().int().min(0).max(8.64e15),
});
export type BeginUpload = z.infer<typeof BeginUpload>;

/** Upload that has not come to its end, or whose archive waits for the import of its contest. */
export const PackageUpload = BeginUpload.extend({
  id: Id,
  /** Bytes that are stored: the next piece begins here. */
  receivedBytes: z.number().int(),
  /** When its last piece began. */
  touchedAtMs: InstantMs,
  storedSha256: Sha256.nullable().describe('names the archive of a contest that has come to its end'),
});
export type PackageUpload = z.infer<typeof PackageUpload>;

/** The caller's own uploads, newest first. */
export const PackageUploads = z.object({ uploads: z.array(PackageUpload) });

export const UploadParams = z.object({ uploadId: Id });
/** Place of a piece. */
export const PieceQuery = z.object({ offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER) });
export const EndUpload = ImportOptions;

/**
 * Answer to an end that takes longer, because the server reads what it has stored to compute its hash: the same call again waits on,
 * and answers with the result when it is there.
 */
export const UploadBeingChecked = z.object({ checkedBytes: z.number().int() });
export type UploadBeingChecked = z.infer<typeof UploadBeingChecked>;

/** Result of an upload, by its purpose. */
export const UploadEnd = z.union([ImportAccepted, z.object({ storedSha256: Sha256 })]);
export type UploadEnd = z.infer<typeof UploadEnd>;
export const EndedUpload = z.union([...UploadEnd.options, UploadBeingChecked]);
export type EndedUpload = z.infer<typeof EndedUpload>;
