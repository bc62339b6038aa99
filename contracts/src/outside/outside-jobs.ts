import { z } from 'zod';
import { boundedCount, Id, InstantMs, Offset } from '#common.ts';
import { JobStep, MAX_IMPORTED_PROBLEMS, OutsideServerType } from '#outside/relay-jobs.ts';

/** Scans, imports, looks at accounts and trials in outside systems, as admins start and follow them. */

export const JobState = z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']);
export type JobState = z.infer<typeof JobState>;

export const LineOutcome = z.enum(['wanted', 'known', 'new', 'changed', 'same', 'vanished', 'failed']);
export type LineOutcome = z.infer<typeof LineOutcome>;

export const JobView = z.object({
  id: Id,
  kind: z.enum(['scan', 'import', 'archive', 'polygon', 'check', 'try']),
  server: z.object({ id: Id, name: z.string(), systemType: OutsideServerType }),
  author: z.object({ id: Id, username: z.string() }).nullable(),
  state: JobState,
  /** Contest or archive that is scanned; null: the whole list, or no scan. */
  scope: z.string().nullable(),
  /** Unknown problems are added; known ones are read again. */
  insert: z.boolean(),
  update: z.boolean(),
  /** Name of an archive; null without one. */
  fileName: z.string().nullable(),
  isListed: z.boolean(),
  /** What is at work, in the system's words. */
  what: z.string(),
  counts: z.record(LineOutcome, z.number().int()),
  steps: z.array(JobStep.extend({ text: z.string() })),
  /** Kind of the failure that ended it or lets it wait, and its words. */
  failure: z.string().nullable(),
  message: z.string().nullable(),
  /** Instant until which the job waits after a failure; null: it does not wait. */
  waitsUntilMs: InstantMs.nullable(),
  createdAtMs: InstantMs,
  startedAtMs: InstantMs.nullable(),
  endedAtMs: InstantMs.nullable(),
});
export type JobView = z.infer<typeof JobView>;

/** Page of jobs, newest first. */
export const JobList = z.object({
  jobs: z.array(JobView),
  jobsNumber: z.number().int(),
  /** Whether a relay was seen lately; without one jobs wait. */
  hasRelay: z.boolean(),
});
export type JobList = z.infer<typeof JobList>;

export const JobListQuery = z.object({
  count: boundedCount(20, 200),
  offset: Offset,
  /** Kinds, with commas between; absent: all. */
  kinds: z.string().max(100).optional(),
  serverId: Id.optional(),
});

export const JobLine = z.object({
  foreignId: z.string(),
  title: z.string(),
  outcome: LineOutcome,
  message: z.string().nullable(),
  problemId: Id.nullable(),
  importId: Id.nullable(),
});
export type JobLine = z.infer<typeof JobLine>;
export const JobLines = z.object({ lines: z.array(JobLine), linesNumber: z.number().int() });
export type JobLines = z.infer<typeof JobLines>;
export const JobLinesQuery = z.object({
  count: boundedCount(50, 200),
  offset: Offset,
  outcome: LineOutcome.optional(),
});

export const NewScan = z.object({
  scope: z.string().trim().max(200).nullish().describe('contest or archive there; absent: the whole list'),
  insert: z.boolean().default(true),
  update: z.boolean().default(false),
});
export type NewScan = z.infer<typeof NewScan>;

export const NewProblemImport = z.object({
  foreignIds: z
    .array(z.string().trim().min(1).max(500))
    .min(1)
    .max(MAX_IMPORTED_PROBLEMS)
    .describe('identifiers or addresses of problems there'),
});
export type NewProblemImport = z.infer<typeof NewProblemImport>;

export const NewPolygonPull = z
  .object({
    problemIds: z.array(Id).max(MAX_IMPORTED_PROBLEMS).default([]),
    contestId: Id.nullish(),
    pin: z.string().trim().max(100).nullish().describe('code that protects the contest'),
    force: z.boolean().default(false),
  })
  .refine(({ problemIds, contestId }) => problemIds.length > 0 || contestId != null, {
    message: 'must name problems or a contest',
  });
export type NewPolygonPull = z.infer<typeof NewPolygonPull>;

export const NewTrial = z.object({
  foreignId: z.string().trim().min(1).max(200).describe('problem there'),
  foreignLanguageId: z.string().min(1).max(200),
  source: z.string().min(1).max(100_000),
});
export type NewTrial = z.infer<typeof NewTrial>;

/** Languages of a server as they were read last; none: no job has read them yet. */
export const ServerLanguages = z.object({
  languages: z.array(z.object({ foreignLanguageId: z.string(), name: z.string(), family: z.string() })),
});
export type ServerLanguages = z.infer<typeof ServerLanguages>;

export const JobAccepted = z.object({ jobId: Id });
export type JobAccepted = z.infer<typeof JobAccepted>;
export const JobParams = z.object({ jobId: Id });
