import { z } from 'zod';
import { boundedCount, Id, InstantMs, Locale, Offset } from '#common.ts';
import { ImportState } from '#judging/package-import.ts';
import { Editorials } from '#problems/editorials.ts';
import { MAX_TAG_LENGTH } from '#problems/problem-editor-limits.ts';
import { Attachments, Problem, SystemType, VersionChange } from '#problems/problems.ts';
import { PublicUser } from '#users.ts';

export const PROBLEM_STATES = ['any', 'noTests', 'failing', 'used', 'unused', 'vanished', 'deleted'] as const;

export const ProblemSearchQuery = z.object({
  q: z.string().max(200).default('').describe('part of a title, of the number in its system, or the id'),
  systemType: z
    .enum(['all', ...SystemType.options])
    .catch('all')
    .default('all'),
  state: z
    .enum(PROBLEM_STATES)
    .catch('any')
    .default('any')
    .describe(
      'failing: the last package disagrees with itself; used: a contest has it; vanished: its system lists it no longer; deleted: only those',
    ),
  contestId: Id.optional().describe('only problems of this contest'),
  tag: z.string().max(MAX_TAG_LENGTH).optional().describe('only problems with this tag'),
  sort: z.enum(['byId', 'byTitle', 'byUse']).catch('byId').default('byId').describe('byUse: by contests'),
  sort_order: z.enum(['asc', 'desc']).optional().catch(undefined),
  count: boundedCount(30, 200),
  offset: Offset,
  brief: z
    .enum(['0', '1'])
    .catch('0')
    .default('0')
    .describe('1: without statements, samples and attachments'),
});
export type ProblemSearchQuery = z.infer<typeof ProblemSearchQuery>;

/** Where another system has a problem. */
export const OutsideOrigin = z.object({
  serverId: Id,
  url: z.string().nullable().describe('its page there'),
  vanishedAtMs: InstantMs.nullable().describe('since then the system lists it no longer'),
});
export type OutsideOrigin = z.infer<typeof OutsideOrigin>;

const usage = {
  solutionsNumber: z.number().int(),
  acceptedNumber: z.number().int(),
  contestsNumber: z.number().int(),
  hasTests: z.boolean().describe('problems of other systems are judged there and need none'),
  isFailing: z.boolean().describe('the last package was taken although it disagrees with itself'),
  isDeleted: z.boolean(),
  tags: z.array(z.string()),
  canRescan: z.boolean().describe('whether its package is kept, or its system can be asked'),
  latestVersionNumber: z.number().int(),
  outside: OutsideOrigin.nullable().describe('null: no other system judges it'),
};

export const FoundProblem = Problem.extend(usage);
export type FoundProblem = z.infer<typeof FoundProblem>;
/** `q` returns as it came: older clients drop answers to another question. */
export const ProblemSearch = z.object({
  q: z.string(),
  problems: z.array(FoundProblem),
  problemsNumber: z.number().int(),
});

/** What fills the editor. */
export const ManagedProblem = Problem.extend({
  ...usage,
  textStatement: z.string(),
  locales: z.array(z.string()).describe('languages of the statement'),
  savedBy: PublicUser.nullable().describe('author of the newest version'),
  savedAtMs: InstantMs.nullable(),
});
export type ManagedProblem = z.infer<typeof ManagedProblem>;

/** A save of the editor. Older clients send the whole problem back; unknown fields are ignored. */
export const SaveProblem = z.object({
  title: z.string().trim().min(1).max(300).optional(),
  htmlStatement: z.string().max(4_000_000).optional(),
  textStatement: z.string().max(4_000_000).optional().describe('made of the HTML when absent'),
  attachments: Attachments.optional(),
  locale: Locale.nullable().optional().describe('the language that was edited, as it was read'),
  basedOnVersion: z
    .number()
    .int()
    .optional()
    .describe('`latestVersionNumber` of the form; a newer one is answered with 409'),
});
export type SaveProblem = z.infer<typeof SaveProblem>;

/** What hangs on a problem. */
export const ProblemDeletion = z.object({
  id: Id,
  title: z.string(),
  isDeleted: z.boolean(),
  solutionsNumber: z.number().int(),
  contests: z
    .array(z.object({ id: Id, name: z.string(), status: z.string() }))
    .describe('not removed ones that have it; while one is not over, it cannot be deleted'),
  canDelete: z.boolean(),
});
export type ProblemDeletion = z.infer<typeof ProblemDeletion>;

export const Rescan = z.object({
  /** Null: no package was imported, as nothing is newer or it is not here yet. */
  importId: Id.nullable(),
  state: ImportState,
  /** The new version once the import is done, and until then the newest one. */
  versionNumber: z.number().int(),
  message: z.string().nullable().describe('why it was refused or failed'),
});
export type Rescan = z.infer<typeof Rescan>;

export const CompareVersionsQuery = z.object({
  from: z.coerce.number<string>().int().positive(),
  to: z.coerce.number<string>().int().positive().optional().describe('absent: the problem as it is now'),
});

const ComparedContent = z.object({
  versionNumber: z.number().int().nullable().describe('null: the problem as it is now'),
  author: PublicUser.nullable(),
  createdAtMs: InstantMs.nullable(),
  statements: z.array(
    z.object({
      locale: z.string().nullable().describe('null: the fallback of all languages'),
      title: z.string(),
      htmlStatement: z.string(),
      attachments: Attachments,
    }),
  ),
  editorials: Editorials,
  timeLimitMs: z.number().int().nullable(),
  memoryLimitKb: z.number().int().nullable(),
  testsNumber: z.number().int(),
});
export const VersionComparison = z.object({
  changes: z.array(VersionChange),
  from: ComparedContent,
  to: ComparedContent,
});
export type VersionComparison = z.infer<typeof VersionComparison>;
