import type { ColumnType, Generated } from 'kysely';

/* Solutions, the queue and the judges. */

/** File of a program beside the one where it starts. */
export interface NamedContent {
  name: string;
  content: string;
}

export interface SolutionTable {
  id: Generated<number>;
  contestId: number;
  problemId: number;
  accountId: number;
  languageId: number;
  sentAtMs: number;
  /** Text from which the program starts. */
  source: string;
  /** Its name, and the other files; both null for a program of one file. */
  entryPoint: string | null;
  files: ColumnType<NamedContent[] | null, string | null | undefined, never>;
  sourceSha256: string;
  idempotencyKey: string | null;
  ip: string | null;
  duplicatedFromId: number | null;
  verdictId: number | null;
  verdictGotAtMs: number | null;
  testNumber: Generated<number>;
  timeMs: Generated<number>;
  memoryKb: Generated<number>;
  compilationError: string | null;
  judgingDetail: string | null;
  judgedBy: ColumnType<object | null, string | null | undefined, string | null>;
  refreshedNumber: Generated<number>;
  deletedAtMs: number | null;
  score: number | null;
  sentById: number | null;
}

/** Solutions of a contest that are put into the queue again, in batches. */
export interface SolutionResetTable {
  id: Generated<number>;
  contestId: number;
  authorId: number | null;
  startedAtMs: number;
  solutionIds: number[];
  handledNumber: Generated<number>;
  resetNumber: Generated<number>;
  activeAtMs: number;
  judgedAtMs: number | null;
}

/** A judging that ended, or a decision by hand. Rows are added and never changed. */
export interface JudgementTable {
  id: Generated<number>;
  solutionId: number;
  verdictId: number;
  score: number | null;
  testNumber: number;
  timeMs: number;
  memoryKb: number;
  /** Names a row of `compilerOutput`. */
  compilerOutputSha256: string | null;
  judgingDetail: string | null;
  judgedBy: ColumnType<object | null, string | null | undefined, string | null>;
  judgeName: string | null;
  startedAtMs: number;
  endedAtMs: number;
  isManual: Generated<boolean>;
  madeById: number | null;
  reason: string | null;
  rejudgingId: number | null;
  /** Results of the tests, packed by `packTestRuns`; null where no test ran or nobody noted them. */
  testRuns: Buffer | null;
}

/** Beginning of what a judging wrote on the test that failed it, in gzip. */
export interface JudgementOutputTable {
  judgementId: number;
  solutionId: number;
  testNumber: number;
  packed: Buffer;
  keptBytes: number;
  outputBytes: number;
}

/** Words of a compiler, once for all judgements that name them. */
export interface CompilerOutputTable {
  sha256: string;
  text: string;
  usedAtMs: number;
}

/** A set of solutions that are judged again beside their verdicts. */
export interface RejudgingTable {
  id: Generated<number>;
  contestId: number;
  authorId: number | null;
  reason: string;
  /** Shape: `RejudgingFilter` of contracts/src/solutions/rejudgings.ts. */
  filter: ColumnType<object, string, never>;
  repeats: number;
  state: Generated<'open' | 'applied' | 'cancelled'>;
  createdAtMs: number;
  endedAtMs: number | null;
  endedById: number | null;
  idempotencyKey: string | null;
}

export interface RejudgingSolutionTable {
  rejudgingId: number;
  solutionId: number;
  verdictId: number;
  testNumber: number;
  timeMs: number;
  refreshedNumber: number;
  isApplied: Generated<boolean>;
  /** The judgement that gave the verdict of that moment. */
  judgementId: number | null;
}

export interface RejudgingRunTable {
  id: Generated<number>;
  rejudgingId: number;
  solutionId: number;
  number: number;
  judgementId: number | null;
}

/** A view: what came of each solution of a rejudging so far. */
export interface RejudgingResultView {
  rejudgingId: number;
  solutionId: number;
  oldVerdictId: number;
  oldTestNumber: number;
  oldTimeMs: number;
  isApplied: boolean;
  /** The newest one; null while none has ended. */
  judgementId: number | null;
  verdictIds: number[];
  waiting: number;
  isFlaky: boolean;
  hasFailed: boolean;
  isOvertaken: boolean;
}

export interface SolutionDetailTable {
  solutionId: number;
  verdictId: number;
  score: number | null;
  compilationError: string | null;
  judgingDetail: string | null;
  judgedBy: ColumnType<object | null, string | null, string | null>;
  madeAtMs: number;
}

export interface SolutionTestTable {
  solutionId: number;
  number: number;
  verdictId: number;
  timeMs: number;
  memoryKb: number;
  exitCode: number | null;
  signal: number | null;
  points: number | null;
  comment: string | null;
  input: string | null;
  inputBytes: number | null;
  output: string | null;
  outputBytes: number | null;
  answer: string | null;
  answerBytes: number | null;
}

export interface JudgingFaultTable {
  contestId: number;
  problemId: number;
  cause: string;
  detail: string;
  solutionId: number;
  lastAtMs: number;
  toldAtMs: number;
}

/** Solutions that supervisors have open on a web process. */
export interface JuryPresenceTable {
  contestId: number;
  processId: string;
  looks: ColumnType<{ solutionId: number; userId: number }[], string, string>;
  seenAtMs: number;
}

export interface SolutionOutputTable {
  solutionId: number;
  testNumber: number;
  verdictId: number;
  timeMs: number;
  memoryKb: number;
  comment: string | null;
  sha256: string | null;
  outputBytes: number | null;
  testsetSha256: string | null;
  fence: number;
  madeAtMs: number;
}

export interface JudgeTable {
  id: Generated<number>;
  name: string;
  slots: number;
  mode: string;
  warnings: ColumnType<string[], string, string>;
  /** `sinceMs`: when the judge began to serve that version without a pause. */
  languages: ColumnType<{ key: string; version: string; sinceMs: number }[], string, string>;
  seenAtMs: number;
  drained: ColumnType<{ key: string; version: string; preferred: string }[], string | undefined, string>;
  /** When an admin drained it; null while it gets work. */
  pausedAtMs: number | null;
  version: string | null;
  triedOptions: ColumnType<
    { key: string; sha256: string; trouble: string | null }[] | null,
    string | null | undefined,
    string | null
  >;
  optionsTold: Generated<number>;
  compares: Generated<boolean>;
  /** Hash of the token that holds the name; null when nobody has registered it since names belong to tokens. */
  tokenHash: Buffer | null;
}

/** Options of a compiler and of what runs its programs. */
export interface StoredOptions {
  compile: string[];
  run: string[];
}

export interface CompilerOptionsTable {
  languageKey: string;
  version: Generated<number>;
  options: ColumnType<StoredOptions | null, string | null | undefined, string | null>;
  optionsSha256: string | null;
  candidate: ColumnType<StoredOptions | null, string | null | undefined, string | null>;
  candidateSha256: string | null;
  revision: number;
  changedAtMs: number;
}

export interface TrialRunTable {
  id: Generated<number>;
  accountId: number;
  contestId: number;
  problemId: number;
  languageId: number;
  /** Text where the program starts; the rest is as in `SolutionTable`. */
  source: string;
  entryPoint: string | null;
  files: ColumnType<NamedContent[] | null, string | null | undefined, never>;
  input: string | null;
  idempotencyKey: string | null;
  createdAtMs: number;
  finishedAtMs: number | null;
  state: Generated<'waiting' | 'done' | 'failed' | 'cancelled'>;
  /** Shape: contracts/src/solutions/trial-runs.ts. */
  result: ColumnType<object | null, string | null | undefined, string | null>;
  fence: number | null;
  promotedAtMs: number | null;
}

export interface ProblemCheckTable {
  id: Generated<number>;
  problemId: number;
  authorId: number | null;
  kind: 'checker' | 'solutions';
  versionNumber: number;
  /** Shape: `CheckerSpec` of contracts/src/judging/testset.ts. */
  checker: ColumnType<object | null, string | undefined, string>;
  checkerSha256: string | null;
  testsetId: number | null;
  importId: number | null;
  state: Generated<'waiting' | 'done' | 'failed' | 'cancelled'>;
  message: string | null;
  /** Shape: `CheckResult` of contracts/src/judging/problem-checks.ts. */
  result: ColumnType<object | null, string | null | undefined, string | null>;
  fence: number | null;
  createdAtMs: number;
  finishedAtMs: number | null;
}

/** Has exactly one of `solutionId`, `trialRunId`, `importId`, `checkId`, `rejudgingRunId` and `similarityPartId`. */
export interface JudgingTable {
  id: Generated<number>;
  solutionId: number | null;
  trialRunId: number | null;
  importId: number | null;
  checkId: number | null;
  rejudgingRunId: number | null;
  similarityPartId: number | null;
  accountId: number;
  systemType: string;
  languageKey: string;
  priority: Generated<number>;
  turn: Generated<number>;
  attempt: Generated<number>;
  maxAttempts: Generated<number>;
  fence: number | null;
  judgeId: number | null;
  leasedUntilMs: number | null;
  availableAtMs: Generated<number>;
  state: Generated<'queued' | 'compiling' | 'testing'>;
  testNumber: Generated<number>;
  testsNumber: number | null;
  testsetSha256: string | null;
  /** When the newest lease began. */
  claimedAtMs: number | null;
  /** The test of a detail of one test; null: of all tests. */
  onlyTest: number | null;
  purpose: Generated<'verdict' | 'detail' | 'trial' | 'import' | 'check' | 'rejudge' | 'compare'>;
  /** Shape: `ImportProgress` of contracts/src/judging/package-import.ts. */
  progress: ColumnType<object | null, string | null | undefined, string | null>;
}
