import { z } from 'zod';
import {
  atMostBytes,
  boundedCount,
  failure,
  Id,
  IdList,
  InstantMs,
  Locale,
  NO_ZERO_BYTES,
  Offset,
} from '#common.ts';
import { ContestParams, RemovedInterval } from '#contests.ts';
import { SolutionFile } from '#judging/solution-files.ts';
import { MAX_SOLUTION_FILES, MAX_SOLUTION_ZIP_BYTES, MAX_SOURCE_BYTES } from '#judging/solution-limits.ts';
import { Language, Problem, SymbolIndex } from '#problems/problems.ts';
import { PublicUser, Sender } from '#users.ts';

/**
 * Solutions of one participant in one contest that may wait for a first verdict at once; further ones are refused
 * (429, TOO_MANY_PENDING) until some are judged. Participants who read their verdicts stay far below. Supervisors may send
 * more: juries try all their reference solutions at once.
 */
export const MAX_PENDING_SOLUTIONS = 50;

/** What a program and its language are, before anything is known of them together. */
export const SentSolution = z.object({
  symbolIndex: SymbolIndex,
  languageId: Id,
  solution: z
    .string()
    .min(1, 'must not be empty')
    .refine((text) => text.trim() !== '', 'must not be empty')
    .refine(...NO_ZERO_BYTES)
    .refine(...atMostBytes(MAX_SOURCE_BYTES))
    .optional()
    .describe('source code of a program of one file; it, `files` or `archive` is needed'),
  files: z
    .array(z.object({ name: z.string().max(1_000), content: z.string() }))
    .min(1, 'must not be empty')
    .optional()
    .describe(`files of a program of several, at most ${MAX_SOLUTION_FILES}, without folders`),
  archive: z
    .base64()
    .min(1, 'must not be empty')
    .max(Math.ceil(MAX_SOLUTION_ZIP_BYTES / 3) * 4)
    .optional()
    .describe('the same files as a zip archive in base64'),
  entryPoint: z
    .string()
    .max(1_000)
    .optional()
    .describe('name of the file where the program starts; needed where the files do not tell'),
  /** Made by the client: the same key sent again gives the same solution, not a second one. */
  idempotencyKey: z.string().min(8).max(100).optional(),
});

/** Refinement of what is sent: the program is there, in one of its forms. */
export const HAS_PROGRAM = [
  (sent: Pick<z.infer<typeof SentSolution>, 'solution' | 'files' | 'archive'>) =>
    [sent.solution, sent.files, sent.archive].filter((form) => form !== undefined).length === 1,
  {
    path: ['solution'] as PropertyKey[],
    ...failure('is required, or files, or archive', { kind: 'required' }),
  },
] as const;

export const SubmitSolution = SentSolution.refine(...HAS_PROGRAM);
export type SubmitSolution = z.infer<typeof SubmitSolution>;

export const Verdict = z.object({ id: Id, name: z.string(), scored: z.boolean() });
export type Verdict = z.infer<typeof Verdict>;
/** What makes judging fail, as far as the words of a judge tell. */
export const FaultCause = z.enum(['checker', 'interactor', 'tests', 'silence', 'judge']);
export const VerdictList = z.array(Verdict);
/** Verdict of a solution, with what the solution says beside it, as a final `verdict updated` has it. */
export const SolutionVerdict = Verdict.extend({
  testNumber: z.number().int(),
  executionTime: z.number().describe('seconds'),
  memory: z.number().describe('KB'),
});
export type SolutionVerdict = z.infer<typeof SolutionVerdict>;
export const ChangeVerdict = z.object({
  verdictId: Id,
  password: z
    .string()
    .max(1000)
    .optional()
    .describe('of the one who changes it, each time; without it the answer is 403, PASSWORD_NEEDED'),
});
export type ChangeVerdict = z.infer<typeof ChangeVerdict>;
/** `asAdmin`: the copy belongs to the jury; otherwise to the author, as another try. */
export const DuplicateSolution = z.preprocess(
  (body) => body ?? {},
  z.object({ asAdmin: z.boolean().default(false) }),
);

/**
 * How a server of an outside system takes solutions: `paused` by the organisers, `away` while it does not answer,
 * `unmanned` while it has no account to send with.
 */
export const OutsideServerState = z.enum(['open', 'paused', 'away', 'unmanned']);
export type OutsideServerState = z.infer<typeof OutsideServerState>;

/** Where a solution stands that an outside system judges. */
export const OutsideProgress = z.object({
  serverId: Id,
  server: OutsideServerState,
  state: z
    .enum(['queued', 'sending', 'checking', 'received', 'judging', 'stuck'])
    .describe('checking: whether a send without an answer arrived; stuck: an organiser has to decide'),
  place: z
    .number()
    .int()
    .nullable()
    .describe('in the queue of the server, from 1; null when it is not in it'),
  words: z.string().nullable().describe('what the system says, where that is no step that we know'),
});
export type OutsideProgress = z.infer<typeof OutsideProgress>;

/** Where judging stands, for a solution without a verdict. */
export const Progress = z.object({
  state: z.enum(['queued', 'compiling', 'testing']),
  testNumber: z.number().int(),
  testsNumber: z.number().int().nullable(),
  isPaused: z.literal(true).optional().describe('waits because judging of its problem is paused'),
  outside: OutsideProgress.optional().describe('of a problem that an outside system judges'),
});
export type Progress = z.infer<typeof Progress>;

export const Solution = z.object({
  id: Id,
  userId: Id,
  problemId: Id,
  contestId: Id,
  languageId: Id,
  verdictId: Id.nullable().describe('null = not judged yet'),
  sentAtMs: InstantMs,
  verdictGotAtMs: InstantMs.nullable(),
  testNumber: z.number().int(),
  executionTime: z.number().describe('seconds'),
  memory: z.number().describe('KB'),
  compilationError: z.string().nullable(),
  duplicatedFromId: Id.nullable(),
  internalSymbolIndex: z.string(),
  author: PublicUser,
  sentBy: Sender.optional().describe('who of a team sent it, for the team and for supervisors'),
  verdict: SolutionVerdict.nullable(),
  shownVerdict: Verdict.optional().describe(
    'what participants see in its place, where the contest joins verdicts; for supervisors',
  ),
  foreignVerdict: z.string().optional().describe('of the system that judged, where our verdict says less'),
  language: Language.omit({
    popularity: true,
    takesFiles: true,
    extensions: true,
    version: true,
    command: true,
  }),
  problem: Problem.pick({ id: true, title: true, systemType: true, foreignProblemIdentifier: true }),
  /** Balloon colour of the problem in that contest, hex; null when it was taken out. */
  color: z.string().nullable(),
  contest: z.object({
    id: Id,
    startTimeMs: InstantMs.describe('for the author, who may have started by themselves'),
    durationTimeMs: InstantMs.describe('for everybody'),
    removedIntervals: z.array(RemovedInterval).describe('what is sent in one of them does not count'),
    name: z.string(),
  }),
  sourceSha256: z.string(),
  progress: Progress.nullable(),
});
export type Solution = z.infer<typeof Solution>;

export const SolutionList = z.object({ solutions: z.array(Solution), solutionsNumber: z.number().int() });
export type SolutionList = z.infer<typeof SolutionList>;

/** Receipt for the sender: proof that this source arrived at this moment. */
export const SubmitReply = Solution.extend({
  receipt: z.object({ id: Id, sentAtMs: InstantMs, sha256: z.string() }),
});

export const SolutionListParams = ContestParams.extend({ select: z.enum(['my', 'all']) });
export const SolutionListQuery = z.object({
  count: boundedCount(50, 200),
  offset: Offset,
  filterUserIds: IdList,
  filterProblemIds: IdList,
  filterVerdictIds: IdList,
  filterLanguageIds: IdList,
  filterGroupIds: IdList.describe(
    'authors in one of these groups; for supervisors, moderators: groups of theirs',
  ),
  filterJudgeIds: IdList.describe('with a verdict of one of these judges; for supervisors'),
});
export type SolutionListQuery = z.infer<typeof SolutionListQuery>;

/** Solutions of all contests; `all` is the default because the older client sends nothing else. */
export const UserSolutionListQuery = SolutionListQuery.extend({
  count: boundedCount(10, 200),
  select: z.enum(['my', 'all']).catch('all'),
  /** Locale of the problem titles; the problem's first language when absent. */
  locale: Locale.optional().catch(undefined),
});
export type UserSolutionListQuery = z.infer<typeof UserSolutionListQuery>;

/** People to filter the list of all contests by: found by a part of their name, or known by their ids. */
export const AuthorSearch = z.object({
  q: z
    .string()
    .max(100)
    .refine(...NO_ZERO_BYTES)
    .default('')
    .transform((text) => text.trim()),
  ids: IdList.pipe(z.array(z.number()).max(100)),
});
export type AuthorSearch = z.infer<typeof AuthorSearch>;

/** Languages in which solutions of a contest are written. */
export const UsedLanguages = z.array(Language.pick({ id: true, name: true }));
export type UsedLanguages = z.infer<typeof UsedLanguages>;

/** Judges whose verdicts stand in a contest. */
export const UsedJudges = z.array(z.object({ id: Id, name: z.string() }));
export type UsedJudges = z.infer<typeof UsedJudges>;

/** Ids of verdicts as they are shown. */
export const UsedVerdicts = z.array(z.number().int());
export type UsedVerdicts = z.infer<typeof UsedVerdicts>;

export const SolutionParams = z.object({ solutionId: Id });
export const ContestSolutionParams = ContestParams.extend({ solutionId: Id });
/** Pages of the system that judges it, for people; null where it has none. */
export const OutsidePages = z.object({ problemUrl: z.string().nullable(), runUrl: z.string().nullable() });
export type OutsidePages = z.infer<typeof OutsidePages>;

export const SolutionCode = Solution.extend({
  sourceCode: z.string().describe('of several files: all of them, each under a heading'),
  files: z
    .array(SolutionFile)
    .optional()
    .describe('of a program of several files; it starts in the first one'),
  compilerOutput: z
    .string()
    .nullable()
    .describe('what the compiler said of a program that compiled, such as warnings'),
  outsidePages: OutsidePages.optional().describe(
    'for its author, once the origin of the problem is known, and for supervisors',
  ),
});
/** Files as they lie in an archive, for the editor. */
export const OpenSolutionZip = z.object({
  archive: SentSolution.shape.archive.unwrap().describe('a zip archive in base64'),
});
export const OpenedSolutionZip = z.object({ files: z.array(SolutionFile) });
export type OpenedSolutionZip = z.infer<typeof OpenedSolutionZip>;
/** Any value of `raw` asks for the bare text. */
export const RawQuery = z.object({ raw: z.string().optional() });
export type SolutionCode = z.infer<typeof SolutionCode>;

export const CellParams = ContestParams.extend({ userId: Id, symbolIndex: SymbolIndex });
export const CellQuery = z.object({ count: boundedCount(50, 200), offset: Offset });

/** A problem of the contest, a participant of it, both, or neither for the whole contest. */
export const RejudgeParams = ContestParams.extend({
  symbolIndex: SymbolIndex.optional(),
  userId: Id.optional(),
});
export type RejudgeParams = z.infer<typeof RejudgeParams>;
export const RejudgeQuery = z.object({
  wait: z
    .enum(['true', 'false'])
    .default('true')
    .transform((text) => text === 'true')
    .describe('false: answers 202 before all of many solutions are in the queue'),
});
export const RejudgeReply = z.object({
  result: z.literal(true),
  count: z
    .number()
    .int()
    .describe(
      'verdicts that were cleared and are made anew; before that is done, solutions that are looked through',
    ),
  resetId: Id.optional().describe('of the reset that is under way, the first one where there are several'),
});
export type RejudgeReply = z.infer<typeof RejudgeReply>;

/** Many solutions of a contest that are put into the queue again, for as long as it lasts and a minute more. */
const SolutionReset = z.object({
  id: Id,
  contest: z.object({ id: Id, name: z.string() }),
  author: PublicUser.nullable(),
  startedAtMs: InstantMs,
  solutionsNumber: z.number().int(),
  handledNumber: z.number().int().describe('of these, those that the reset has come to'),
  judgedNumber: z.number().int().describe('of these, those that do not wait for a verdict'),
  isOver: z.boolean(),
});
export type SolutionReset = z.infer<typeof SolutionReset>;
export const SolutionResetList = z.object({ resets: z.array(SolutionReset) });
export type SolutionResetList = z.infer<typeof SolutionResetList>;

/** Parts that have changed since a verdict was made. */
export const StaleReason = z.enum(['tests', 'checker', 'limits', 'compiler']);
export type StaleReason = z.infer<typeof StaleReason>;

/** `tests,limits` → those two; a missing or empty text means that no reasons were chosen. */
export const StaleReasons = z
  .union([z.string(), z.array(z.string())])
  .default('')
  .transform((value) => (Array.isArray(value) ? value : value.split(',')).filter((word) => word !== ''))
  .pipe(z.array(StaleReason));
/** When `reasons` is absent, all of them. */
export const StaleQuery = z.object({ count: boundedCount(50, 200), offset: Offset, reasons: StaleReasons });
export type StaleQuery = z.infer<typeof StaleQuery>;
/** When `reasons` is absent, all but `compiler`: a newer compiler seldom changes a verdict. */
export const StaleRejudgeQuery = RejudgeQuery.extend({ reasons: StaleReasons });
export type StaleRejudgeQuery = z.infer<typeof StaleRejudgeQuery>;

const StaleSolution = Solution.extend({ staleReasons: z.array(StaleReason) });
export const StaleList = z.object({
  solutions: z.array(StaleSolution),
  solutionsNumber: z.number().int(),
});
export type StaleList = z.infer<typeof StaleList>;
