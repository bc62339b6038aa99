import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/**
 * The tables as Kysely sees them: camelCase here, snake_case in SQL. What they mean is told in the migrations.
 * Columns ending in `Ms` are bigint in SQL and numbers here (milliseconds stay exact for 280,000 years).
 */
export interface Database {
  account: AccountTable;
  session: SessionTable;
  signInFailure: { id: Generated<number>; subject: string; failedAtMs: number };
  userGroup: { id: Generated<number>; name: string; color: Generated<string>; authorId: number | null };
  userGroupMember: { groupId: number; accountId: number };
  contest: ContestTable;
  contestGroup: { contestId: number; groupId: number; position: Generated<number> };
  contestParticipant: { contestId: number; accountId: number; joinedAtMs: number };
  contestProblem: ContestProblemTable;
  contestEvent: { contestId: number; seq: number; happenedAtMs: number; event: JSONColumnType<object> };
  language: LanguageTable;
  blob: { sha256: string; sizeBytes: number };
  blobChunk: { sha256: string; number: number; content: Buffer };
  problem: ProblemTable;
  problemStatement: {
    problemId: number;
    locale: string;
    title: string;
    htmlStatement: Generated<string>;
    attachments: JSONColumnType<object>;
  };
  problemVersion: ProblemVersionTable;
  testset: TestsetTable;
  test: {
    testsetId: number;
    number: number;
    inputSha256: string;
    answerSha256: string;
    isSample: Generated<boolean>;
  };
  solution: SolutionTable;
  judge: JudgeTable;
  judging: JudgingTable;
  installation: { key: string; value: JSONColumnType<object> };
}

type CreatedAt = ColumnType<Date, Date | undefined, Date>;

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
}

export interface ContestProblemTable {
  id: Generated<number>;
  contestId: number;
  problemId: number;
  position: number;
  color: Generated<string>;
  versionId: string | null;
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
}

export interface JudgeTable {
  id: Generated<number>;
  name: string;
  slots: number;
  mode: string;
  warnings: ColumnType<string[], string, string>;
  languages: ColumnType<{ key: string; version: string }[], string, string>;
  seenAtMs: number;
}

export interface JudgingTable {
  solutionId: number;
  accountId: number;
  systemType: string;
  languageKey: string;
  priority: Generated<number>;
  turn: Generated<number>;
  attempt: Generated<number>;
  fence: number | null;
  judgeId: number | null;
  leasedUntilMs: number | null;
  availableAtMs: Generated<number>;
  state: Generated<'queued' | 'compiling' | 'testing'>;
  testNumber: Generated<number>;
  testsNumber: number | null;
  testsetSha256: string | null;
}
