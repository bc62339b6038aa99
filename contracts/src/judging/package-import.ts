import { z } from 'zod';
import { boundedCount, Id, InstantMs, Offset } from '#common.ts';
import { ImportedProblem } from '#judging/imported-problem.ts';
import { PackageReport } from '#judging/package-report.ts';
import { Sha256 } from '#judging/testset.ts';

/**
 * Problem packages come in: an admin uploads an archive, a judge claims it as it claims solutions, builds and checks
 * it in the sandbox, uploads the contents, and the web stores the problem in one transaction.
 */

/** The largest package in bytes by the setting PACKAGE_MAX_GB. */
export const packageMaxBytes = (packageMaxGb: number): number => packageMaxGb * 1024 ** 3;

/** Room for one more package: what the setting allows, and what the disk has. */
export const ImportRoom = z.object({
  maxBytes: z.number().int().describe('largest archive'),
  freeBytes: z
    .number()
    .int()
    .nullable()
    .describe('bytes that may still be stored; null when the database is on another machine'),
});
export type ImportRoom = z.infer<typeof ImportRoom>;

export const ImportProgress = z.object({
  step: z.enum(['reading', 'compiling', 'generating', 'validating', 'answers', 'solutions', 'sending']),
  /** How many of `total` steps of this kind are done; while the problem's files are sent to the site, bytes of all that it lacks. */
  done: z.number().int().nonnegative(),
  total: z.number().int().nonnegative(),
  /** What is at work, in the author's words. */
  what: z.string().max(1000),
});
export type ImportProgress = z.infer<typeof ImportProgress>;

const IMPORT_STATES = ['queued', 'running', 'done', 'refused', 'failed', 'cancelled', 'split'] as const;
/**
 * `split`: the archive holds several packages, and each became an import of its own.
 * `refused`: it could be used but is not taken (imported already, its main solution fails); may be forced.
 * `failed`: there is no problem in it.
 */
export const ImportState = z.enum(IMPORT_STATES);
export type ImportState = z.infer<typeof ImportState>;

/** The most packages that one archive may hold. */
export const MAX_PACKAGE_PARTS = 200;

/** Why an import ended without a problem, for clients that say it in another language; `message` says it in English. */
export const ImportReason = z.object({
  code: z.enum([
    'alreadyImported',
    'problemDeleted',
    'mainFails',
    'damagedArchive',
    'notPackage',
    'tooLarge',
    'diskFull',
    'hasErrors',
    'noProblem',
    'severalForOne',
    'severalInside',
  ]),
  /** Facts by name, such as the number of the problem. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});
export type ImportReason = z.infer<typeof ImportReason>;

const Flag = z
  .union([z.boolean(), z.enum(['true', 'false', 'on', 'off', '1', '0', ''])])
  .transform((value) => {
    return value === true || value === 'true' || value === 'on' || value === '1';
  });

/** The fields of the form beside the file. */
export const ImportOptions = z.object({
  /** Takes the package although it was imported already, or disagrees with itself. */
  force: Flag.default(false),
  /** Becomes a new version of this problem; `new` makes another one; otherwise the package itself is looked for. */
  problemId: z.union([z.literal('new'), Id]).optional(),
});
export type ImportOptions = z.infer<typeof ImportOptions>;

/** Another attempt with the same archive; absent fields stay as they were. */
export const RetryImport = z.object({
  force: Flag.optional(),
  problemId: z.union([z.literal('new'), Id]).optional(),
});
export type RetryImport = z.infer<typeof RetryImport>;

export const ImportParams = z.object({ importId: Id });
export const ImportAccepted = z.object({ importId: Id });

export const ListedImport = z.object({
  id: Id,
  fileName: z.string(),
  /** Path of the package in an archive that holds several; null for the whole archive. */
  part: z.string().nullable(),
  sizeBytes: z.number().int(),
  author: z.object({ id: Id, username: z.string() }).nullable(),
  state: ImportState,
  isForced: z.boolean(),
  /** Whether it became a problem although the check found that it disagrees with itself. */
  hasFaults: z.boolean(),
  /** Problem that the import renews, and later the one that it created. */
  problemId: Id.nullable(),
  progress: ImportProgress.nullable(),
  /** Why it was refused or failed. */
  message: z.string().nullable(),
  reason: ImportReason.nullable(),
  /** Place among the imports that wait, from 1; null when it does not wait. */
  queuePlace: z.number().int().nullable(),
  /** Whether it ended without a problem and its archive is still kept. */
  canRetry: z.boolean(),
  createdAtMs: InstantMs,
  finishedAtMs: InstantMs.nullable(),
});
export type ListedImport = z.infer<typeof ListedImport>;

/** Page of imports, newest first. */
export const ImportList = z.object({
  imports: z.array(ListedImport),
  importsNumber: z.number().int(),
  /** Whether a judge was seen lately; without one the imports wait. */
  hasJudge: z.boolean(),
});
export const ImportListQuery = z.object({ count: boundedCount(20, 200), offset: Offset });

export const ImportView = ListedImport.extend({ report: PackageReport.nullable() });
export type ImportView = z.infer<typeof ImportView>;

/* The judge's side. */

const Held = z.object({ judgeId: Id, importId: Id, fence: z.number().int() });

export const ImportTask = z.object({
  importId: Id,
  fence: z.number().int(),
  attempt: z.number().int(),
  fileName: z.string(),
  /** The package to build when the archive holds several. */
  part: z.string().nullable(),
  /** The archive. */
  sha256: Sha256,
  sizeBytes: z.number().int(),
  /** Bound on one of its files, and on all of them unpacked; absent from servers of earlier versions. */
  maxBytes: z.number().int().optional(),
});
export type ImportTask = z.infer<typeof ImportTask>;

/** Request sent before the contents: blobs that are stored already need not be sent. */
export const MissingBlobsRequest = Held.extend({ blobs: z.array(Sha256).max(50_000) });
export const MissingBlobsReply = z.object({ missing: z.array(Sha256) });
/** Import to which an uploaded content belongs. */
export const BlobUploadQuery = Held.omit({ judgeId: true }).extend({ fence: z.coerce.number().int() });

export const ImportResult = Held.extend({
  report: PackageReport,
  problem: ImportedProblem.nullable(),
  /** Paths of the packages in an archive that holds several; then there is no problem. */
  parts: z.array(z.string().min(1).max(400)).max(MAX_PACKAGE_PARTS).default([]),
});
export type ImportResult = z.infer<typeof ImportResult>;
