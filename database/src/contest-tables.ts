import type { ColumnType, Generated } from 'kysely';

/* Contests, their messages and the ratings that come of them. */

type CreatedAt = ColumnType<Date, Date | undefined, Date>;

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
  createdAt: CreatedAt;
  updatedAt: CreatedAt;
  isListed: Generated<boolean>;
  hasComments: Generated<boolean>;
  sourcesAfterEnd: Generated<'supervisors' | 'participants'>;
  testsAfterEnd: Generated<'supervisors' | 'participants'>;
  wrongTryPenaltyMin: Generated<number>;
  countsCompilationErrors: Generated<boolean>;
  revision: Generated<number>;
  extraTimeMs: Generated<number>;
  /** Written as text, because the driver takes arrays for those of PostgreSQL. */
  removedIntervals: ColumnType<StoredInterval[], string | undefined, string>;
  showsOrigin: Generated<boolean>;
  virtualOfId: Generated<number | null>;
  virtualOwnerId: Generated<number | null>;
  allowsVirtual: Generated<boolean>;
  thawsByHand: Generated<boolean>;
  thawedAtMs: Generated<number | null>;
  penaltyPrecision: Generated<'minute' | 'second' | 'total'>;
  tieBreak: Generated<'shared' | 'lastAccepted'>;
  penalizedVerdicts: Generated<number[] | null>;
  firstSolvers: Generated<'all' | 'official'>;
  unofficialRows: Generated<'ranked' | 'unranked' | 'hidden'>;
  edgeInstants: Generated<'included' | 'excluded'>;
  removedSolutions: Generated<'ignored' | 'counted'>;
  tiedRows: Generated<'joined' | 'organization'>;
  hasOfficialResults: Generated<boolean>;
  /** Whether people without an account may read its table. */
  hasPublicTable: Generated<boolean>;
  finalizedAtMs: Generated<number | null>;
  finalizedById: Generated<number | null>;
  extraBronze: Generated<number>;
  finalSupervisorIds: Generated<number[] | null>;
  allowedNetworks: Generated<string[]>;
  keepsDrafts: Generated<boolean>;
  confines: Generated<boolean>;
  bindsDevices: Generated<boolean>;
  /** Whether participants see no verdicts but the seven of the ICPC. */
  joinsVerdicts: Generated<boolean>;
  /** Length of each participant's own window; null: all start together. */
  windowTimeMs: Generated<number | null>;
  membersAct: Generated<boolean>;
  idempotencyKey: string | null;
}

/** The part of somebody who could take several. */
export interface ContestPartTable {
  contestId: number;
  accountId: number;
  /** Null: as themselves. */
  teamId: number | null;
  chosenAtMs: number;
}

/** Stretch cut out of a contest; wall-clock instants. */
export interface StoredInterval {
  id: number;
  fromMs: number;
  toMs: number;
  isEndMoved: boolean;
}

/** How much is kept of somebody's drafts. */
export interface DraftCountTable {
  contestId: number;
  accountId: number;
  /** Member of a team who writes; 0: the account itself. */
  memberId: Generated<number>;
  snapshots: number;
  bytes: number;
  lastAtMs: number;
}

export interface DraftSnapshotTable {
  contestId: number;
  accountId: number;
  problemId: number;
  memberId: Generated<number>;
  takenAtMs: number;
  languageId: number | null;
  /** Deflated. */
  source: Buffer;
  characters: number;
  insertedAtOnce: number;
}

/** The device from which somebody takes part. */
export interface ContestDeviceTable {
  contestId: number;
  accountId: number;
  deviceHash: Buffer;
  ip: string | null;
  userAgent: string | null;
  heldSinceMs: number;
  movedById: number | null;
}

/** A change of the own time of a participant. */
export interface OwnTimeChangeTable {
  id: Generated<number>;
  contestId: number;
  accountId: number;
  atMs: number;
  actorId: number | null;
  isOwn: boolean;
  oldStartedAtMs: number | null;
  startedAtMs: number | null;
  oldExtraTimeMs: number;
  extraTimeMs: number;
  reason: Generated<string>;
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
  disabledAtMs: Generated<number | null>;
}

/** What runners did with a balloon; a waiting one has no row. */
export interface BalloonTable {
  contestId: number;
  accountId: number;
  problemId: number;
  takenById: number | null;
  takenAtMs: number;
  deliveredAtMs: number | null;
}

export interface BalloonRulesTable {
  contestId: number;
  inFreeze: 'no' | 'until' | 'yes';
  untilNumber: number;
}

/** Award that organisers give by hand. */
export interface ContestAwardTable {
  id: Generated<number>;
  contestId: number;
  titleRu: string;
  titleEn: string;
  citation: string;
}

/** Text of the certificates of a contest in one language. */
export interface CertificateTextTable {
  contestId: number;
  locale: 'ru-ru' | 'en-us';
  heading: string;
  body: string;
}

/** Logo or signature of the certificates of a contest. */
export interface CertificatePictureTable {
  contestId: number;
  position: number;
  picture: Buffer | null;
  name: string;
  title: string;
}

/** Link of the audience of a ceremony. */
export interface CeremonyLinkTable {
  contestId: number;
  codeHash: string;
  expiresAtMs: number;
  version: Generated<number>;
  /** Frame in the form of the contract; null until the first step is shown. */
  frame: ColumnType<object | null, string | null | undefined, string>;
}

export interface PrintRulesTable {
  contestId: number;
  isOpen: boolean;
  maxPages: number;
  jobsPerMinute: number;
  printsAfterEnd: boolean;
}

export interface PrintJobTable {
  id: Generated<number>;
  contestId: number;
  accountId: number;
  title: string;
  content: string;
  problemIndex: string | null;
  pages: number;
  state: Generated<'waiting' | 'printing' | 'printed' | 'failed' | 'cancelled'>;
  failure: string | null;
  failureCause: 'interrupted' | null;
  sentAtMs: number;
  changedAtMs: number;
  changedById: number | null;
  sentById: number | null;
  handedUntilMs: number | null;
  idempotencyKey: string | null;
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
  category: Generated<'general' | 'operations' | 'systems'>;
  translations: ColumnType<Record<string, string>, string | undefined, string>;
  takenById: Generated<number | null>;
  takenAtMs: Generated<number | null>;
  sentById: number | null;
}

export interface SimilaritySearchTable {
  contestId: number;
  startedById: number | null;
  startedAtMs: number;
  endedAtMs: number | null;
  comparedNumber: Generated<number>;
  pairs: ColumnType<StoredSimilarPair[], string | undefined, string>;
  isCancelled: Generated<boolean>;
  partsNumber: Generated<number>;
  endedParts: Generated<number>;
  leftOut: Generated<number[]>;
  failedProblemIds: Generated<number[]>;
}

/** Part of a search that has not ended. */
export interface SimilarityPartTable {
  id: Generated<number>;
  contestId: number;
  kind: 'read' | 'match';
  problemId: number;
  languageFamily: string;
  keepOneOf: number;
  solutionIds: Generated<number[]>;
  endedAtMs: number | null;
  fence: number | null;
  prints: Buffer | null;
  pairs: ColumnType<StoredSimilarPair[], string | undefined, string>;
}

export interface StoredSimilarPair {
  problemId: number;
  /** Ids of solutions. */
  one: number;
  other: number;
  similarity: number;
  shared: number;
}

export interface ContestStockAnswersTable {
  contestId: number;
  answers: ColumnType<Record<string, string>[], string, string>;
  version: Generated<number>;
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
  undecided: ColumnType<UndecidedSolutions[], string | undefined, string>;
}

/** Solutions of a contest whose verdicts were open when ratings were computed. */
export interface UndecidedSolutions {
  contestId: number;
  solutions: number;
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
