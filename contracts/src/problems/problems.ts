import { z } from 'zod';
import { Id, Locale } from '#common.ts';
import { ContestParams } from '#contests.ts';
import { FilePath } from '#judging/testset.ts';

const SYSTEM_TYPES = ['balloon', 'timus', 'acmp', 'cf', 'sgu', 'ejudge', 'yandex', 'yandexOfficial'] as const;
export const SystemType = z.enum(SYSTEM_TYPES);
export type SystemType = z.infer<typeof SystemType>;

export const ATTACHED_FILE_TYPES = ['pdf', 'txt', 'doc', 'image', 'spreadsheet'] as const;

/** The own part of a statement; `{}` when there is none. */
export const Attachments = z.looseObject({
  config: z
    .looseObject({
      markup: z.string().optional(),
      replaced: z.boolean().optional(),
      files_location: z.string().optional(),
      files_show_embed: z.boolean().optional(),
    })
    .optional(),
  files: z
    .array(
      z.looseObject({
        type: z.string(),
        title: z.string().optional(),
        url: z.string(),
        embedUrl: z.string().optional(),
        downloadUrl: z.string().optional(),
      }),
    )
    .optional(),
  content: z.looseObject({ text: z.string().optional() }).optional(),
  comment: z.string().optional(),
});
export type Attachments = z.infer<typeof Attachments>;

/** A sample test as shown under the statement. */
const Sample = z.object({ input: z.string(), output: z.string() });

export const Problem = z.object({
  id: Id,
  title: z.string(),
  systemType: SystemType,
  foreignProblemIdentifier: z.string().describe('empty while the reader may not know where it comes from'),
  /** Sanitised by the server; the own Markdown part stands in `attachments.content.text`. */
  htmlStatement: z.string(),
  attachments: Attachments,
  sourceUrl: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Null where the system that judges does not tell them. */
  timeLimitMs: z.number().int().nullable(),
  memoryLimitKb: z.number().int().nullable(),
  inputFile: z.string().optional().describe('that solutions read; absent: standard input'),
  outputFile: z.string().optional().describe('that solutions write; absent: standard output'),
  languageLimits: z
    .array(
      z.object({
        name: z.string().describe('of the language'),
        timeLimitMs: z.number().int(),
        memoryLimitKb: z.number().int(),
      }),
    )
    .optional()
    .describe('of languages whose limits differ; absent where none do'),
  samples: z.array(Sample),
  locale: Locale.nullable().describe('the language of title and statement'),
});
export type Problem = z.infer<typeof Problem>;

/** The link of a problem to a contest, as stored. */
export const ProblemToContest = z.object({
  id: Id,
  contestId: Id,
  problemId: Id,
  versionId: z.string().nullable(),
});

export const ContestProblem = Problem.extend({
  internalSymbolIndex: z.string(),
  color: z.string().describe('balloon colour, hex'),
  isClosed: z.boolean().describe('takes no more solutions of participants'),
  isDisabled: z.boolean().describe('counts for nobody'),
  isJudgingPaused: z.boolean().describe('its solutions are accepted and wait'),
  ProblemToContest,
});
export type ContestProblem = z.infer<typeof ContestProblem>;

/** Own standing on a problem, for the list. */
export const ListedContestProblem = ContestProblem.extend({
  verdictStatus: z.object({ accepted: z.boolean(), wrongsNumber: z.number().int() }),
});
export type ListedContestProblem = z.infer<typeof ListedContestProblem>;

/** Versions that the reader may read, oldest first. */
export const ProblemVersionList = z.array(
  z.object({
    uuid: z.string(),
    name: z.string(),
    versionNumber: z.number().int(),
    createdAt: z.string(),
  }),
);

/** Parts in which a version differs from the current problem. */
export const VersionChange = z.enum([
  'title',
  'statement',
  'files',
  'samples',
  'limits',
  'tests',
  'checker',
  'editorial',
]);
export type VersionChange = z.infer<typeof VersionChange>;

export const ProblemPage = Problem.extend({
  connectedContests: z.array(
    z.object({
      id: Id,
      name: z.string(),
      versionNumber: z.number().int().nullable().describe('which one it is pinned to; null: the newest'),
    }),
  ),
  versions: ProblemVersionList,
  versionNumber: z.number().int(),
  latestVersionNumber: z.number().int(),
  tags: z.array(z.string()).optional().describe('absent while a contest with it is not over for the reader'),
  changes: z.array(VersionChange).optional().describe('of an older version, for admins'),
});
export type ProblemPage = z.infer<typeof ProblemPage>;

/** Pins a problem of a contest to a version, or with `-` to whatever is the newest. */
export const PinVersion = z.object({
  versionId: z.union([z.literal('-'), z.uuid()]),
  /** Older clients repeat it; the address decides. */
  problemId: Id.optional(),
  contestId: Id,
});

/** Version created by a rollback. */
export const RolledBack = z.object({
  uuid: z.string(),
  problemId: Id,
  versionNumber: z.number().int(),
  title: z.string(),
  htmlStatement: z.string(),
  attachments: Attachments,
  createdAt: z.string(),
});
export type RolledBack = z.infer<typeof RolledBack>;

export const ProblemParams = z.object({ problemId: Id });
/** Address of a problem's file; `*` is the file's name. */
export const ProblemFileParams = ProblemParams.extend({ '*': FilePath });
export const ProblemVersionParams = ProblemParams.extend({ versionNumber: Id });

/** `locale` picks the statement's language where the problem has several. */
export const StatementQuery = z.object({ locale: Locale.optional().catch(undefined) });

/** Problem letters come in any case and leave in upper case. */
export const SymbolIndex = z
  .string()
  .regex(/^[a-z]{1,3}$/i, 'must be a problem letter such as A')
  .toUpperCase();
export const ContestProblemParams = ContestParams.extend({ symbolIndex: SymbolIndex });

export const Language = z.object({
  id: Id,
  name: z.string(),
  systemType: SystemType,
  languageFamily: z.string(),
  foreignLanguageId: z.string(),
  nonactive: z.boolean().describe('not offered: no judge of this site has it'),
  hasJudge: z.boolean().describe('false while no judge that has it is there: solutions wait for one'),
  version: z.string().nullable().describe('compiler or interpreter, as found by the judges'),
  command: z.string().optional().describe('of the compiler or the interpreter, with its options'),
  extensions: z.array(z.string()),
  popularity: z.number().int().optional(),
  takesFiles: z.boolean().optional().describe('of a problem: whether a solution may have several files'),
});
export type Language = z.infer<typeof Language>;
