import { z } from 'zod';
import { Id } from './common.ts';

/**
 * The judge's side of the queue, over HTTP with `Authorization: Bearer <judge token>`:
 * hello → (claim → progress… → result)…, blobs by hash in between. The judge never sees the database.
 */

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** A language of our judge: a key of `LANGUAGES` in domain/languages.ts. */
export const LanguageKey = z.string().regex(/^[a-z0-9]+$/);

/**
 * Words of compilers, checkers and programs. A zero byte, which a program may well print and PostgreSQL keeps
 * nowhere, becomes the replacement character: the verdict must not be lost over it.
 */
const foreignText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .transform((text) => text.replaceAll('\u0000', '\ufffd'));

/** The largest number that an integer column holds. */
const MAX_STORED = 2_147_483_647;
const StoredCount = z.number().int().nonnegative().max(MAX_STORED);

export const JudgeHello = z.object({
  name: z.string().min(1).max(100),
  slots: z.number().int().min(1).max(256),
  /** Sandbox mode, see `SandboxMode`. */
  mode: z.enum(['full', 'delegated', 'namespaces', 'plain']),
  warnings: z.array(foreignText(1000)).max(50),
  languages: z.array(z.object({ key: LanguageKey, version: foreignText(300) })),
});
export type JudgeHello = z.infer<typeof JudgeHello>;

export const JudgeWelcome = z.object({
  judgeId: Id,
  leaseMs: z.number().int(),
  /** Progress more often than this is dropped by the judge. */
  progressEveryMs: z.number().int(),
});
export type JudgeWelcome = z.infer<typeof JudgeWelcome>;

export const CheckerSpec = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tokens') }),
  z.object({ kind: z.literal('exact') }),
  z.object({
    kind: z.literal('floats'),
    absolute: z.number().nonnegative(),
    relative: z.number().nonnegative(),
  }),
  /** A program by testlib's protocol: `input output answer`, exit 0 ok, 1 wrong, 2 presentation, 3 our failure. */
  z.object({ kind: z.literal('program'), language: LanguageKey, sourceSha256: Sha256 }),
]);
export type CheckerSpec = z.infer<typeof CheckerSpec>;

export const JudgeTest = z.object({
  number: z.number().int().positive(),
  inputSha256: Sha256,
  inputBytes: z.number().int().nonnegative(),
  answerSha256: Sha256,
  answerBytes: z.number().int().nonnegative(),
});
export type JudgeTest = z.infer<typeof JudgeTest>;

export const JudgeTask = z.object({
  solutionId: Id,
  /** Grows with every lease; a result that carries an older one is refused. */
  fence: z.number().int(),
  attempt: z.number().int(),
  language: LanguageKey,
  source: z.string(),
  timeLimitMs: z.number().int(),
  memoryLimitKb: z.number().int(),
  outputLimitKb: z.number().int(),
  testsetSha256: Sha256.describe('names the whole testset: tests, checker and limits'),
  checker: CheckerSpec,
  tests: z.array(JudgeTest),
});
export type JudgeTask = z.infer<typeof JudgeTask>;

/** Waits up to `waitMs` for work, then answers null. */
export const ClaimRequest = z.object({ judgeId: Id, waitMs: z.number().int().min(0).max(60_000) });
export const ClaimReply = z.object({ task: JudgeTask.nullable() });

export const ProgressReport = z.object({
  judgeId: Id,
  solutionId: Id,
  fence: z.number().int(),
  state: z.enum(['compiling', 'testing']),
  testNumber: StoredCount,
});
/** `keep` false: the lease is lost (rejudged, deleted, taken over); stop working on it. */
export const ProgressReply = z.object({ keep: z.boolean() });

export const JudgeResult = z.object({
  judgeId: Id,
  solutionId: Id,
  fence: z.number().int(),
  verdict: z.enum([
    'accepted',
    'wrongAnswer',
    'compilationError',
    'runtimeError',
    'presentationError',
    'timeLimit',
    'memoryLimit',
    'idlenessLimit',
    'restrictedFunction',
    'outputLimit',
    'judgingError',
  ]),
  /** The first failed test; 0 when accepted or not run. */
  testNumber: StoredCount,
  /** The slowest test. */
  timeMs: z.number().nonnegative().max(MAX_STORED),
  /** The hungriest test. */
  memoryKb: z.number().nonnegative().max(MAX_STORED),
  /** Compiler output, cut; for compilation errors. */
  compilationError: foreignText(70_000).nullable(),
  /** For supervisors: signal, exit code, checker's comment, or what failed on our side. */
  detail: foreignText(4_000).nullable(),
  /** What judged: compiler version and sandbox mode. */
  judgedBy: z.object({ compiler: foreignText(300), mode: z.string().max(20) }),
});
export type JudgeResult = z.infer<typeof JudgeResult>;
/** `stored` false: the fence was old, the result was thrown away. */
export const ResultReply = z.object({ stored: z.boolean() });

/** Gives a claimed task back untouched (a judge that shuts down). */
export const ReleaseRequest = z.object({ judgeId: Id, solutionId: Id, fence: z.number().int() });

export const BlobParams = z.object({ sha256: Sha256 });
