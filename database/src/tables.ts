import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/**
 * The tables as Kysely sees them: camelCase here, snake_case in SQL. The migrations explain their meaning.
 * Columns ending in `Ms` are bigint in SQL and numbers here (milliseconds stay exact for 280,000 years).
 */
export interface Database {
  account: AccountTable;
  session: SessionTable;
  rateLimit: { key: string; points: Generated<number>; expire: number | null };
  knownDevice: { keyHash: Buffer; accountId: number; seenAtMs: number };
  registerLink: RegisterLinkTable;
  mailedKey: MailedKeyTable;
  telegramAccount: TelegramAccountTable;
  userGroup: {
    id: Generated<number>;
    name: string;
    color: Generated<string>;
    authorId: number | null;
    version: Generated<number>;
    ratingFormula: Generated<'balloon' | 'codeforces'>;
    ratesSilent: Generated<boolean>;
    ratingVersion: number | null;
  };
  userGroupMember: { groupId: number; accountId: number; isEntrusted: Generated<boolean> };
  contest: ContestTable;
  contestGroup: { contestId: number; groupId: number; position: Generated<number> };
  contestParticipant: {
    contestId: number;
    accountId: number;
    joinedAtMs: number;
    isAdmitted: Generated<boolean>;
  };
  contestPresence: { contestId: number; accountId: number; seenAtMs: number };
  contestProblem: ContestProblemTable;
  contestLanguage: { contestId: number; languageId: number };
  contestTemplate: {
    id: Generated<number>;
    name: string;
    authorId: number | null;
    settings: JSONColumnType<object>;
    createdAtMs: number;
  };
  contestEvent: { contestId: number; seq: number; happenedAtMs: number; event: JSONColumnType<object> };
  language: LanguageTable;
  blob: { sha256: string; sizeBytes: number; storedAtMs: Generated<number> };
  blobChunk: { sha256: string; number: number; content: Buffer };
  problem: ProblemTable;
  problemStatement: {
    problemId: number;
    locale: string;
    title: string;
    htmlStatement: Generated<string>;
    attachments: JSONColumnType<object>;
    samples: StoredSamples;
  };
  problemVersion: ProblemVersionTable;
  problemVersionStatement: {
    versionUuid: string;
    locale: string;
    title: string;
    htmlStatement: Generated<string>;
    attachments: JSONColumnType<object>;
    samples: StoredSamples;
  };
  testset: TestsetTable;
  test: {
    testsetId: number;
    number: number;
    inputSha256: string;
    answerSha256: string;
    isSample: Generated<boolean>;
    points: number | null;
    groupName: string | null;
    flags: ColumnType<string[] | null, string | null | undefined, string | null>;
  };
  solution: SolutionTable;
  solutionDetail: SolutionDetailTable;
  solutionTest: SolutionTestTable;
  uploadedImage: {
    name: string;
    sha256: string;
    mediaType: string;
    authorId: number | null;
    createdAtMs: number;
  };
  judge: JudgeTable;
  judgeToken: {
    id: Generated<number>;
    name: string;
    tokenHash: Buffer;
    createdAtMs: number;
    seenAtMs: number | null;
    revokedAtMs: number | null;
  };
  trialRun: TrialRunTable;
  judging: JudgingTable;
  packageImport: PackageImportTable;
  problemPackage: {
    problemId: number;
    format: string;
    identity: string;
    revision: number | null;
    importedAtMs: number;
  };
  problemFile: { problemId: number; name: string; sha256: string; sizeBytes: number; mediaType: string };
  contestMessage: ContestMessageTable;
  contestMessageRead: { messageId: number; accountId: number; readAtMs: number };
  contestMessageFile: {
    id: Generated<string>;
    contestId: number;
    messageId: number | null;
    authorId: number;
    name: string;
    sha256: string;
    sizeBytes: number;
    mediaType: string;
    storedAtMs: number;
  };
  ratingVersion: RatingVersionTable;
  ratingVersionGroup: RatingVersionGroupTable;
  ratingVersionChange: RatingChangeTable & { versionNumber: number };
  ratingChange: RatingChangeTable;
  chatMessage: ChatMessageTable;
  typingToken: { tokenHash: Buffer; accountId: number; expiresAtMs: number };
  chatNotice: { telegramAccountId: number; messageId: number; accountId: number; sentAtMs: number };
  news: NewsTable;
  newsGroup: { newsId: number; groupId: number };
  auditEntry: AuditEntryTable;
  backupRun: BackupRunTable;
  webProcess: WebProcessTable;
  installation: { key: string; value: JSONColumnType<object> };
}

type CreatedAt = ColumnType<Date, Date | undefined, Date>;
type Samples = { input: string; output: string }[];
/** Null means the tests marked as samples. */
type StoredSamples = ColumnType<Samples | null, string | null | undefined, string | null>;

export interface AccountTable {
  id: Generated<number>;
  username: string;
  passwordHash: string | null;
  firstName: Generated<string>;
  lastName: Generated<string>;
  email: string | null;
  accessMask: Generated<number>;
  isBanned: Generated<boolean>;
  registeredAtMs: number;
  signedInAtMs: number | null;
  activeAtMs: number | null;
  deletedAtMs: number | null;
  version: Generated<number>;
  banReason: string | null;
  bannedAtMs: number | null;
}

export interface SessionTable {
  id: Generated<number>;
  tokenHash: Buffer;
  previousTokenHash: Buffer | null;
  previousValidUntilMs: number | null;
  accountId: number;
  createdAtMs: number;
  rotatedAtMs: number;
  seenAtMs: number;
  expiresAtMs: number;
  ip: string | null;
  userAgent: string | null;
}

export interface RegisterLinkTable {
  uuid: Generated<string>;
  groupId: number;
  registerKey: string;
  authorId: number | null;
  createdAtMs: number;
  expiresAtMs: number | null;
  maxActivations: number | null;
  activatedTimes: Generated<number>;
  isActive: Generated<boolean>;
}

export interface MailedKeyTable {
  keyHash: Buffer;
  accountId: number;
  purpose: 'reset' | 'email';
  email: string;
  createdAtMs: number;
  expiresAtMs: number;
}

export interface TelegramAccountTable {
  id: Generated<number>;
  accountId: number;
  telegramId: number | null;
  username: string | null;
  linkKeyHash: Buffer | null;
  linkKeyExpiresAtMs: number | null;
}

export interface ContestTable {
  id: Generated<number>;
  name: string;
  startTimeMs: number;
  durationTimeMs: number;
  relativeFreezeTimeMs: number;
  practiceDurationTimeMs: Generated<number>;
  isRated: Generated<boolean>;
  isEnabled: Generated<boolean>;
  isSuspended: Generated<boolean>;
  authorId: number | null;
  lastEventSeq: Generated<number>;
  createdAt: CreatedAt;
  updatedAt: CreatedAt;
  isListed: Generated<boolean>;
  hasComments: Generated<boolean>;
  sourcesAfterEnd: Generated<'supervisors' | 'participants'>;
  testsAfterEnd: Generated<'supervisors' | 'participants'>;
  wrongTryPenaltyMin: Generated<number>;
  countsCompilationErrors: Generated<boolean>;
  revision: Generated<number>;
}

export interface ContestProblemTable {
  id: Generated<number>;
  contestId: number;
  problemId: number;
  position: number;
  color: Generated<string>;
  versionId: string | null;
  judgingPausedAtMs: Generated<number | null>;
  closedAtMs: Generated<number | null>;
}

export interface LanguageTable {
  id: Generated<number>;
  systemType: string;
  foreignLanguageId: string;
  name: string;
  languageFamily: string;
  nonactive: Generated<boolean>;
  version: string | null;
  extensions: Generated<string[]>;
  hasJudge: Generated<boolean>;
}

export interface ProblemTable {
  id: Generated<number>;
  title: string;
  systemType: Generated<string>;
  foreignProblemIdentifier: Generated<string>;
  htmlStatement: Generated<string>;
  textStatement: Generated<string>;
  attachments: ColumnType<object, string | undefined, string>;
  sourceUrl: string | null;
  testsetId: number | null;
  createdAt: CreatedAt;
  updatedAt: CreatedAt;
  deletedAtMs: number | null;
  samples: StoredSamples;
}

export interface ProblemVersionTable {
  uuid: Generated<string>;
  problemId: number;
  versionNumber: number;
  title: string;
  htmlStatement: Generated<string>;
  textStatement: Generated<string>;
  attachments: ColumnType<object, string | undefined, string>;
  createdAt: CreatedAt;
  updatedAt: CreatedAt;
  samples: StoredSamples;
  testsetId: number | null;
  authorId: number | null;
  comment: Generated<string>;
}

export interface TestsetTable {
  id: Generated<number>;
  problemId: number;
  sha256: string;
  timeLimitMs: number;
  memoryLimitKb: number;
  outputLimitKb: Generated<number>;
  checker: JSONColumnType<object>;
  createdAt: CreatedAt;
  rules: JSONColumnType<object>;
  testsSha256: string;
  checkerSha256: string;
  limitsSha256: string;
}

export interface SolutionTable {
  id: Generated<number>;
  contestId: number;
  problemId: number;
  accountId: number;
  languageId: number;
  sentAtMs: number;
  source: string;
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
}

export interface BackupRunTable {
  id: Generated<number>;
  kind: 'manual' | 'scheduled';
  fileName: string;
  startedBy: number | null;
  startedAtMs: number;
  seenAtMs: number;
  finishedAtMs: number | null;
  doneBytes: Generated<number>;
  totalBytes: number;
  failure: string | null;
}

export interface WebProcessTable {
  id: string;
  hostName: string;
  pid: number;
  version: string;
  nodeVersion: string;
  startedAtMs: number;
  seenAtMs: number;
  memoryMb: number;
  socketsNumber: number;
  loopDelayMs: number;
}

export interface TrialRunTable {
  id: Generated<number>;
  accountId: number;
  contestId: number;
  problemId: number;
  languageId: number;
  source: string;
  input: string | null;
  idempotencyKey: string | null;
  createdAtMs: number;
  finishedAtMs: number | null;
  state: Generated<'waiting' | 'done' | 'failed' | 'cancelled'>;
  /** Shape: contracts/trial-runs.ts. */
  result: ColumnType<object | null, string | null | undefined, string | null>;
  fence: number | null;
  promotedAtMs: number | null;
}

/** Has either `solutionId` or `trialRunId`. */
export interface JudgingTable {
  id: Generated<number>;
  solutionId: number | null;
  trialRunId: number | null;
  importId: number | null;
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
  purpose: Generated<'verdict' | 'detail' | 'trial' | 'import'>;
  /** Shape: `ImportProgress` of contracts/package-import.ts. */
  progress: ColumnType<object | null, string | null | undefined, string | null>;
}

export interface PackageImportTable {
  id: Generated<number>;
  fileName: string;
  blobSha256: string | null;
  sizeBytes: number;
  authorId: number | null;
  problemId: number | null;
  isNewProblem: Generated<boolean>;
  isForced: Generated<boolean>;
  state: Generated<'waiting' | 'done' | 'refused' | 'failed' | 'cancelled' | 'split'>;
  message: string | null;
  /** Shape: contracts/package-report.ts. */
  report: ColumnType<object | null, string | null | undefined, string | null>;
  fence: number | null;
  createdAtMs: number;
  finishedAtMs: number | null;
  part: string | null;
  /** Shape: `ImportReason` in contracts/package-import.ts. */
  reason: ColumnType<object | null, string | null | undefined, string | null>;
}

export interface ContestMessageTable {
  id: Generated<number>;
  contestId: number;
  kind: 'announcement' | 'question' | 'answer';
  authorId: number;
  asAdmin: Generated<boolean>;
  recipientId: number | null;
  questionId: number | null;
  quotesQuestion: Generated<boolean>;
  problemId: number | null;
  text: string;
  stock: string | null;
  attachments: ColumnType<object, string | undefined, string>;
  isUrgent: Generated<boolean>;
  idempotencyKey: string | null;
  postedAtMs: number;
  answeredAtMs: number | null;
}

export interface ChatMessageTable {
  id: Generated<number>;
  accountId: number;
  isFromSupport: boolean;
  authorId: number | null;
  text: string;
  postedAtMs: number;
  readAtMs: number | null;
  deletedAtMs: number | null;
  idempotencyKey: string | null;
}

export interface RatingVersionTable {
  number: Generated<number>;
  computedAtMs: number;
  computedById: number | null;
  groupId: Generated<number | null>;
  state: 'running' | 'failed' | 'preview' | 'discarded' | 'stored' | 'undone';
  donePairs: Generated<number>;
  totalPairs: Generated<number>;
  storedAtMs: Generated<number | null>;
  storedById: Generated<number | null>;
  undoneAtMs: Generated<number | null>;
  undoneById: Generated<number | null>;
}

export interface RatingVersionGroupTable {
  versionNumber: number;
  groupId: number;
  formerNumber: number | null;
  contests: Generated<number>;
  people: Generated<number>;
  risen: Generated<number>;
  fallen: Generated<number>;
  newcomers: Generated<number>;
  gone: Generated<number>;
}

export interface RatingChangeTable {
  id: Generated<number>;
  groupId: number;
  contestId: number;
  accountId: number;
  realRank: number;
  expectedRank: number;
  penaltyMin: number;
  ratingBefore: number;
  ratingAfter: number;
  performance: number;
  isCurrent: boolean;
}

export interface NewsTable {
  id: Generated<number>;
  title: string;
  body: string;
  authorId: number;
  isForEverybody: Generated<boolean>;
  createdAtMs: number;
  updatedAtMs: number;
  deletedAtMs: ColumnType<number | null, never, number>;
}

export interface AuditEntryTable {
  id: Generated<number>;
  atMs: number;
  actorId: number | null;
  action: string;
  subjectKind: string;
  subjectId: number | null;
  subjectName: string | null;
  contestId: number | null;
  groupId: number | null;
  before: ColumnType<Record<string, unknown> | null, string | null, never>;
  after: ColumnType<Record<string, unknown> | null, string | null, never>;
  ip: string | null;
  subjectVersion: number | null;
}
