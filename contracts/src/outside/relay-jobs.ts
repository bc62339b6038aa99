import { z } from 'zod';
import { Id } from '#common.ts';
import { ImportedStatement, StatementFile } from '#judging/imported-problem.ts';
import { foreignText, StoredCount } from '#judging/judge.ts';
import { Sha256 } from '#judging/testset.ts';
import { OutsideAccount, OutsideFailure, OutsideServer, OutsideSystemType } from '#outside/relay.ts';

/**
 * Work of relays beside solutions, over HTTP with their token: problems are listed and read, packages fetched, accounts
 * looked at. claim → (listed…, wanted → problem…) → end. A job is leased as a solution is: every call under an older fence
 * answers `goOn: false` and changes nothing. What was told stays when the relay goes away; the next one goes on from it.
 */

/** Servers that jobs talk to: Polygon brings packages and judges nothing. */
export const OutsideServerType = z.enum([...OutsideSystemType.options, 'polygon']);
export type OutsideServerType = z.infer<typeof OutsideServerType>;

/** Most problems that one import names. */
export const MAX_IMPORTED_PROBLEMS = 500;
/** Most problems of one part of a list. */
export const MAX_LISTED_PROBLEMS = 5_000;
/** Largest file of a statement. */
export const MAX_STATEMENT_FILE_BYTES = 16 * 1024 * 1024;

const ForeignId = z.string().trim().min(1).max(200);

/** What was asked, by kind. */
export const JobRequest = z.discriminatedUnion('kind', [
  /** Reads the list of a server or of one contest there, then its unknown (`insert`) and known (`update`) problems. */
  z.object({
    kind: z.literal('scan'),
    scope: z.string().trim().max(200).nullable(),
    insert: z.boolean(),
    update: z.boolean(),
  }),
  /** Reads these problems, whether they are known or not. */
  z.object({
    kind: z.literal('import'),
    foreignIds: z.array(ForeignId).min(1).max(MAX_IMPORTED_PROBLEMS),
    /** Makes a new version although nothing has changed; jobs of earlier releases do not say. */
    isForced: z.boolean().default(false),
  }),
  /** Hands an archive of Polygon to Yandex.Contest, and reads the contest that comes of it. */
  z.object({
    kind: z.literal('archive'),
    fileName: z.string().max(300),
    sha256: Sha256,
    sizeBytes: z.number().int().nonnegative(),
  }),
  /** Fetches the newest packages of problems or of a contest of Polygon. */
  z.object({
    kind: z.literal('polygon'),
    problemIds: z.array(Id).max(MAX_IMPORTED_PROBLEMS),
    contestId: Id.nullable(),
    /** Takes a package although it was imported already. */
    isForced: z.boolean(),
    /** Problem of ours that becomes a new version, for one package. */
    problemId: Id.nullable(),
    /** Code that protects the contest. The database has it sealed. */
    pin: z.string().max(1_000).nullable(),
  }),
  /** Signs in and tells who is signed in. */
  z.object({ kind: z.literal('check'), accountId: Id }),
  /** Sends one solution outside of any contest and follows it. It is never sent a second time. */
  z.object({
    kind: z.literal('try'),
    foreignId: ForeignId,
    foreignLanguageId: z.string().min(1).max(200),
    source: z.string().min(1).max(100_000),
  }),
]);
export type JobRequest = z.infer<typeof JobRequest>;
export type JobKind = JobRequest['kind'];

/** Step of a look at an account or of a trial. */
export const JobStep = z.object({
  step: z.enum(['signIn', 'languages', 'problem', 'prepare', 'send', 'find', 'judge']),
  state: z.enum(['running', 'done', 'failed']),
  /** What was seen, such as the name of the account or the verdict. */
  text: foreignText(1_000),
  tookMs: StoredCount.nullable(),
});
export type JobStep = z.infer<typeof JobStep>;

/** Address of a page that a problem was read from, with what a conditional request sends. */
export const Validators = z
  .array(
    z.object({
      url: z.string().max(2_000),
      etag: z.string().max(500).nullable(),
      lastModified: z.string().max(100).nullable(),
    }),
  )
  .max(20);
export type Validators = z.infer<typeof Validators>;

/** A problem to be read. */
export const WantedProblem = z.object({
  foreignId: z.string(),
  title: z.string(),
  /** Hash of what was read last; null: never, or all of it is wanted. */
  contentSha256: Sha256.nullable(),
  validators: Validators.nullable(),
  /** Newest revision of a problem of Polygon that is here; null: none, or the package is wanted in any case. */
  revision: z.number().int().nullable(),
});
export type WantedProblem = z.infer<typeof WantedProblem>;

export const JobLease = z.object({ relayId: Id, jobId: Id, fence: z.number().int() });
export type JobLease = z.infer<typeof JobLease>;

/** A job in the hands of a relay. */
export const RelayJob = z.object({
  jobId: Id,
  fence: z.number().int(),
  /** Length of its lease, see `RelayTask`. */
  leaseMs: z.number().int().optional(),
  server: OutsideServer.extend({ systemType: OutsideServerType }),
  /** Null: what needs no account is read without one. */
  account: OutsideAccount.nullable(),
  request: JobRequest,
  /** Where the list goes on; null: at its beginning, or nowhere when `isListed`. */
  cursor: z.string().nullable(),
  isListed: z.boolean(),
  /** What an earlier relay noted, such as the number of an upload or that a trial was sent. */
  memo: z.string().nullable(),
});
export type RelayJob = z.infer<typeof RelayJob>;
export const JobClaimReply = z.object({ job: RelayJob.nullable() });

/** Part of a list; the web stores which of its problems are to be read. */
export const JobListed = JobLease.extend({
  problems: z.array(z.object({ foreignId: ForeignId, title: foreignText(300) })).max(MAX_LISTED_PROBLEMS),
  /** Null: the list is complete. */
  nextCursor: z.string().max(2_000).nullable(),
});
export type JobListed = z.infer<typeof JobListed>;

/** Asks for problems to be read, in the order of their identifiers. */
export const JobWanted = JobLease.extend({ count: z.number().int().min(1).max(100) });
export type JobWanted = z.infer<typeof JobWanted>;
/** No problems: none is left to be read. */
export const JobWantedReply = z.object({ goOn: z.boolean(), problems: z.array(WantedProblem) });
export type JobWantedReply = z.infer<typeof JobWantedReply>;

/** Language of a server or of a problem there. */
export const ReadLanguage = z.object({
  foreignLanguageId: z.string().min(1).max(200),
  name: foreignText(200),
  family: z.string().max(40),
  extensions: z.array(z.string().max(20)).max(20),
});
export type ReadLanguage = z.infer<typeof ReadLanguage>;

/** A problem as the system shows it. Pictures and documents are blobs that were stored before. */
export const ReadProblem = z.object({
  foreignId: ForeignId,
  /** Begins with the problem's own language. */
  statements: z.array(ImportedStatement).max(4),
  /** Statement as a document, where the system has nothing else. */
  pdf: StatementFile.nullable(),
  timeLimitMs: StoredCount.nullable(),
  memoryLimitKb: StoredCount.nullable(),
  inputFile: z.string().max(200).nullable(),
  outputFile: z.string().max(200).nullable(),
  author: foreignText(1_000).nullable(),
  source: foreignText(1_000).nullable(),
  tags: z.array(z.string().max(60)).max(20),
  url: z.string().max(2_000),
  /** Languages of this problem alone; null: those of its server. */
  languages: z.array(ReadLanguage).max(300).nullable(),
  contentSha256: Sha256,
  validators: Validators.nullable(),
});
export type ReadProblem = z.infer<typeof ReadProblem>;

/** What became of a wanted problem. `same`: as it was read last. */
export const JobProblem = JobLease.extend({
  foreignId: ForeignId,
  found: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('read'), problem: ReadProblem }),
    z.object({ outcome: z.literal('same') }),
    z.object({ outcome: z.literal('failed'), failure: OutsideFailure }),
  ]),
});
export type JobProblem = z.infer<typeof JobProblem>;

/** A package of Polygon, stored as a blob before: it becomes an import as an upload does. */
export const JobPackage = JobLease.extend({
  foreignId: ForeignId,
  fileName: z.string().min(1).max(300),
  sha256: Sha256,
  sizeBytes: z.number().int().nonnegative(),
});
export type JobPackage = z.infer<typeof JobPackage>;

/** Languages of the server. */
export const JobLanguages = JobLease.extend({ languages: z.array(ReadLanguage).max(300) });
export type JobLanguages = z.infer<typeof JobLanguages>;

export const JobMissingBlobs = JobLease.extend({ blobs: z.array(Sha256).max(1_000) });
/** Lease in the address of an upload or download: the body is the content. */
export const JobBlobQuery = z.object({
  relayId: Id,
  jobId: Id,
  fence: z.coerce.number().int(),
});

/** Sign of life, which extends the lease, and what is new. Absent fields stay. */
export const JobProgress = JobLease.extend({
  what: foreignText(300).optional(),
  memo: z.string().max(2_000).optional(),
  /** Replaces the step of the same name. */
  step: JobStep.optional(),
});
export type JobProgress = z.infer<typeof JobProgress>;

/** `goOn` false: the lease is lost or the job was cancelled. */
export const JobReply = z.object({ goOn: z.boolean() });

/** The end of a job, or a failure: what passes by itself (`down`, `rate`) lets the job wait, and go on later. */
export const JobEnd = JobLease.extend({ failure: OutsideFailure.nullable() });
export type JobEnd = z.infer<typeof JobEnd>;
