import { z } from 'zod';
import { boundedCount, Id, InstantMs, Locale } from '#common.ts';

/** Word to be typed before a restart while a contest runs. */
export const RESTART_WORD = 'RESTART';

/** Judging systems in the form that older clients read: a judge is an account. */
export const OlderStatus = z.array(
  z.object({
    type: z.string(),
    status: z.object({
      freeAccountsNumber: z.number().int(),
      allAccountsNumber: z.number().int(),
      busyAccountsNumber: z.number().int(),
      busyAccounts: z.array(
        z.object({
          instance: z.object({ systemNickname: z.string(), systemLogin: z.string() }),
          lastSentSolutionAtMs: InstantMs,
        }),
      ),
    }),
  }),
);
export type OlderStatus = z.infer<typeof OlderStatus>;

const Waiting = z.object({ waiting: z.number().int(), running: z.number().int() });

const LanguageVersion = z.object({ key: z.string(), version: z.string().nullable() });

const WebProcess = z.object({
  id: z.string(),
  hostName: z.string(),
  pid: z.number().int(),
  version: z.string(),
  nodeVersion: z.string(),
  startedAtMs: InstantMs,
  seenAtMs: InstantMs,
  isAlive: z.boolean(),
  memoryMb: z.number().int(),
  socketsNumber: z.number().int(),
  loopDelayMs: z.number().int().describe('longest pause of its event loop in the last two seconds'),
});
export type WebProcess = z.infer<typeof WebProcess>;

export const JudgeStatus = z.object({
  id: Id,
  name: z.string(),
  isAlive: z.boolean(),
  isPaused: z.boolean().describe('an admin drains it: it finishes its work and gets no more'),
  seenAtMs: InstantMs,
  version: z.string().nullable().describe('of Balloon; null for judges that do not report it'),
  slots: z.number().int(),
  running: z.number().int(),
  mode: z.string(),
  warnings: z.array(z.string()),
  languages: z.array(LanguageVersion),
  drained: z
    .array(z.object({ key: z.string(), version: z.string(), preferred: z.string() }))
    .describe('languages in which it gets no work, because the other judges have another version'),
});
export type JudgeStatus = z.infer<typeof JudgeStatus>;

/** The state of this installation, for the server screen. */
export const ServerStatus = z.object({
  nowMs: InstantMs,
  web: z
    .object({
      version: z.string(),
      nodeVersion: z.string(),
      startedAtMs: InstantMs,
      memoryMb: z.number().int(),
      socketsNumber: z.number().int(),
    })
    .describe('the web process that answers'),
  processes: z.array(WebProcess),
  database: z.object({
    version: z.string(),
    sizeBytes: z.number().int(),
    connections: z.number().int(),
    maxConnections: z.number().int(),
    replicas: z.array(
      z.object({ name: z.string(), state: z.string(), lagBytes: z.number().int().nullable() }),
    ),
    latencyMs: z.number(),
  }),
  judges: z.array(JudgeStatus),
  queue: z.object({
    verdict: Waiting,
    detail: Waiting,
    trial: Waiting,
    imports: Waiting,
    check: Waiting,
    rejudge: Waiting,
    compare: Waiting,
    oldestSentAtMs: InstantMs.nullable().describe('of the solutions that wait for a verdict'),
  }),
  mail: z.object({
    isOn: z.boolean(),
    server: z.string().nullable().describe('host and port, without the account'),
    from: z.string().nullable(),
  }),
  telegram: z.object({ isOn: z.boolean() }),
  disk: z
    .object({ freeBytes: z.number().int(), totalBytes: z.number().int() })
    .nullable()
    .describe('where the data directory of the answering process is'),
  lastBackup: z
    .object({ madeAtMs: InstantMs, sizeBytes: z.number().int() })
    .nullable()
    .describe('newest in the folder of the answering process'),
  restart: z.object({
    isPossible: z.boolean().describe('false: nothing starts this process again'),
    confirm: z.string().nullable().describe('word to be typed, because the contests run'),
    contests: z.array(z.object({ id: Id, name: z.string() })),
  }),
});
export type ServerStatus = z.infer<typeof ServerStatus>;

/** Kinds of work in the queue. */
export const WORK_KINDS = ['verdict', 'detail', 'trial', 'import', 'check', 'rejudge', 'compare'] as const;
const WorkKind = z.enum(WORK_KINDS);

export const QueueQuery = z.object({
  kind: WorkKind.optional(),
  count: boundedCount(50, 200),
  locale: Locale.optional().describe('language of titles of problems'),
});
export type QueueQuery = z.infer<typeof QueueQuery>;

const WorkId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
export const WorkParams = z.object({ workId: WorkId });

const QueuedWork = z.object({
  id: z.number().int(),
  kind: WorkKind,
  languageKey: z.string().describe('`package` for imports and checks, `compare` for parts of comparisons'),
  state: z.enum(['queued', 'compiling', 'testing']),
  testNumber: z.number().int(),
  testsNumber: z.number().int().nullable(),
  attempt: z.number().int(),
  isInFront: z.boolean(),
  isRejudged: z.boolean(),
  sentAtMs: InstantMs.nullable(),
  judge: z.string().nullable().describe('that works on it'),
  author: z.object({ id: Id, name: z.string() }).nullable(),
  contest: z.object({ id: Id, name: z.string() }).nullable(),
  problem: z.object({ id: Id, title: z.string() }).nullable(),
  solutionId: Id.nullable(),
  fileName: z.string().nullable().describe('of a package'),
});
export type QueuedWork = z.infer<typeof QueuedWork>;

/** In the order in which judges take it; what is with a judge comes first. */
export const Queue = z.object({ works: z.array(QueuedWork), worksNumber: z.number().int() });
export type Queue = z.infer<typeof Queue>;

export const JudgeParams = z.object({ judgeId: Id });

export const JudgeTokenForm = z.object({ name: z.string().trim().min(1).max(100) });
export const JudgeTokenParams = z.object({ name: z.string().min(1).max(100) });
/** Shown once: only its hash is stored. */
export const NewJudgeToken = z.object({
  token: z.string(),
  command: z.string().describe('line for a terminal on the machine of the judge'),
});
export type NewJudgeToken = z.infer<typeof NewJudgeToken>;
export const JudgeTokens = z.array(
  z.object({
    name: z.string(),
    createdAtMs: InstantMs,
    seenAtMs: InstantMs.nullable().describe('null: never used'),
  }),
);
export type JudgeTokens = z.infer<typeof JudgeTokens>;

/** Test of a channel: mail goes to `to` or the own address, Telegram to the own linked account. */
export const TestMessage = z.object({
  channel: z.enum(['mail', 'telegram']),
  to: z.email().max(200).optional(),
});
export type TestMessage = z.infer<typeof TestMessage>;
export const TestMessageReply = z.object({ to: z.string() });
export type TestMessageReply = z.infer<typeof TestMessageReply>;

/** Older clients send no body. */
export const Restart = z.object({ confirm: z.string().max(100).optional() }).nullish();
export const RestartReply = z.object({ ok: z.literal(true) });
