import { z } from 'zod';
import { Id, InstantMs } from './common.ts';
import { ImportOptions } from './package-import.ts';

/**
 * Large packages arrive in pieces, so that a connection that breaks, or a page that is closed, costs no more than a piece: the
 * upload is begun, pieces follow from where the server has it, and its end queues the import. What nobody goes on with is
 * thrown away after a day.
 */

/** Archive to be sent. By these three the same file is known again. */
export const BeginUpload = z.object({
  fileName: z.string().trim().min(1).max(200),
  sizeBytes: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  /** When the file was changed last. */
  modifiedAtMs: z.number().int().min(0).max(8.64e15),
});
export type BeginUpload = z.infer<typeof BeginUpload>;

/** Upload that has not come to its end. */
export const PackageUpload = BeginUpload.extend({
  id: Id,
  /** Bytes that are stored: the next piece begins here. */
  receivedBytes: z.number().int(),
  /** When its last piece began. */
  touchedAtMs: InstantMs,
});
export type PackageUpload = z.infer<typeof PackageUpload>;

/** The caller's own uploads, newest first. */
export const PackageUploads = z.object({ uploads: z.array(PackageUpload) });

export const UploadParams = z.object({ uploadId: Id });
/** Place of a piece. */
export const PieceQuery = z.object({ offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER) });
export const EndUpload = ImportOptions;
