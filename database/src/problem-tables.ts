import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/* Problems, their versions and tests, and the languages. */

type Samples = { input: string; output: string }[];
/** Null means the tests marked as samples. */
export type StoredSamples = ColumnType<Samples | null, string | null | undefined, string | null>;

/** Language → Markdown. */
type StoredEditorials = ColumnType<Partial<Record<string, string>>, string | undefined, string>;

type CreatedAt = ColumnType<Date, Date | undefined, Date>;

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
  outsideServerId: number | null;
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
  isFailing: Generated<boolean>;
  tags: Generated<string[]>;
  editorials: StoredEditorials;
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
  editorials: StoredEditorials;
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
  /** Shape: contracts/src/judging/package-report.ts. */
  report: ColumnType<object | null, string | null | undefined, string | null>;
  fence: number | null;
  createdAtMs: number;
  finishedAtMs: number | null;
  part: string | null;
  /** Shape: `ImportReason` in contracts/src/judging/package-import.ts. */
  reason: ColumnType<object | null, string | null | undefined, string | null>;
  polygonServerId: number | null;
  polygonProblemId: number | null;
}

/** Archive that arrives in pieces. */
export interface PackageUploadTable {
  id: Generated<number>;
  authorId: number;
  purpose: Generated<'problem' | 'contest'>;
  fileName: string;
  sizeBytes: number;
  modifiedAtMs: number;
  draftSha256: string | null;
  importId: number | null;
  storedSha256: string | null;
  writer: Generated<number>;
  touchedAtMs: number;
}

/** Contest that came out of a contest package. */
export interface ContestPackageTable {
  contestId: number;
  foreignId: string;
  formalName: string;
}

/** Problem of a contest package, which enters the contest when its import has ended well. */
export interface ContestPackageProblemTable {
  contestId: number;
  foreignId: string;
  position: number;
  label: string;
  name: string;
  color: string | null;
  fingerprint: string | null;
  importId: number | null;
  problemId: number | null;
  isPlaced: Generated<boolean>;
}
