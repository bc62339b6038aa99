import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type {
  BalloonRulesTable,
  BalloonTable,
  CeremonyLinkTable,
  CertificatePictureTable,
  CertificateTextTable,
  ContestAwardTable,
  ContestDeviceTable,
  ContestMessageTable,
  ContestPartTable,
  ContestProblemTable,
  ContestStockAnswersTable,
  ContestTable,
  DraftCountTable,
  DraftSnapshotTable,
  OwnTimeChangeTable,
  PrintJobTable,
  PrintRulesTable,
  RatingChangeTable,
  RatingVersionGroupTable,
  RatingVersionTable,
  SimilarityPartTable,
  SimilaritySearchTable,
} from '#contest-tables.ts';
import type {
  CompilerOptionsTable,
  CompilerOutputTable,
  JudgementOutputTable,
  JudgementTable,
  JudgeTable,
  JudgingFaultTable,
  JudgingTable,
  JuryPresenceTable,
  ProblemCheckTable,
  RejudgingResultView,
  RejudgingRunTable,
  RejudgingSolutionTable,
  RejudgingTable,
  SolutionDetailTable,
  SolutionOutputTable,
  SolutionResetTable,
  SolutionTable,
  SolutionTestTable,
  TrialRunTable,
} from '#judging-tables.ts';
import type {
  OutsideAccountTable,
  OutsideJobLineTable,
  OutsideJobTable,
  OutsideProblemTable,
  OutsideRunTable,
  OutsideServerTable,
  OutsideTroubleTable,
} from '#outside-tables.ts';
import type {
  AccountTable,
  AuditEntryTable,
  ChatMessageTable,
  LetterTable,
  MailedKeyTable,
  NewsTable,
  RegisterLinkTable,
  SessionTable,
  TelegramAccountTable,
} from '#people-tables.ts';
import type {
  ContestPackageProblemTable,
  ContestPackageTable,
  LanguageTable,
  PackageImportTable,
  PackageUploadTable,
  ProblemTable,
  ProblemVersionTable,
  StoredSamples,
  TestsetTable,
} from '#problem-tables.ts';
import type { BackupRunTable, SiteSettingsTable, WebProcessTable } from '#site-tables.ts';
import type { OrganizationTable, TeamMemberTable, TeamTable } from '#team-tables.ts';

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
  letter: LetterTable;
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
    foreignId: string | null;
  };
  userGroupMember: { groupId: number; accountId: number; isEntrusted: Generated<boolean> };
  organization: OrganizationTable;
  team: TeamTable;
  teamMember: TeamMemberTable;
  contest: ContestTable;
  contestGroup: { contestId: number; groupId: number; position: Generated<number> };
  contestParticipant: {
    contestId: number;
    accountId: number;
    joinedAtMs: number;
    isAdmitted: Generated<boolean>;
    extraTimeMs: Generated<number>;
    isOfficial: Generated<boolean>;
    isDisqualified: Generated<boolean>;
    penaltyAdjustmentMin: Generated<number>;
    startShiftMs: Generated<number>;
    adjustmentReason: Generated<string>;
    fromAnywhere: Generated<boolean>;
    /** When they started a floating contest; null: not yet. */
    startedAtMs: Generated<number | null>;
    /** End of the main time as it was when they last opened the contest in contest mode; null: never. */
    openedUntilMs: Generated<number | null>;
  };
  balloon: BalloonTable;
  balloonRules: BalloonRulesTable;
  balloonRunner: { contestId: number; accountId: number };
  printRules: PrintRulesTable;
  printJob: PrintJobTable;
  ceremonyLink: CeremonyLinkTable;
  certificatePicture: CertificatePictureTable;
  certificateText: CertificateTextTable;
  contestAward: ContestAwardTable;
  contestAwardTeam: { awardId: number; accountId: number };
  contestPresence: {
    contestId: number;
    processId: string;
    accountIds: number[];
    seenAtMs: number;
    members: JSONColumnType<{ teamId: number; personId: number; ip: string | null }[], string | undefined>;
    sessionIds: Generated<number[]>;
  };
  contestProblem: ContestProblemTable;
  contestDevice: ContestDeviceTable;
  ownTimeChange: OwnTimeChangeTable;
  contestPart: ContestPartTable;
  draftCount: DraftCountTable;
  draftSnapshot: DraftSnapshotTable;
  contestLanguage: { contestId: number; languageId: number };
  contestTemplate: {
    id: Generated<number>;
    name: string;
    authorId: number | null;
    settings: JSONColumnType<object>;
    createdAtMs: number;
  };
  /** Made with the contest by a trigger. */
  contestLogHead: { contestId: number; lastEventSeq: Generated<number>; lastSentAtMs: number | null };
  contestEvent: { contestId: number; seq: number; happenedAtMs: number; event: JSONColumnType<object> };
  language: LanguageTable;
  blob: { sha256: string; sizeBytes: number; storedAtMs: Generated<number> };
  blobChunk: { sha256: string; number: number; content: Buffer; isPacked: Generated<boolean> };
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
    /** What the author says of the test. */
    description: Generated<string | null>;
    pictureSha256: Generated<string | null>;
    pictureType: Generated<'image/png' | 'image/jpeg' | 'image/svg+xml' | null>;
  };
  solution: SolutionTable;
  compilerOutput: CompilerOutputTable;
  judgement: JudgementTable;
  judgementOutput: JudgementOutputTable;
  rejudging: RejudgingTable;
  rejudgingSolution: RejudgingSolutionTable;
  rejudgingRun: RejudgingRunTable;
  rejudgingResult: RejudgingResultView;
  solutionReset: SolutionResetTable;
  solutionDetail: SolutionDetailTable;
  solutionOutput: SolutionOutputTable;
  solutionTake: { solutionId: number; takenById: number; takenAtMs: number };
  judgingFault: JudgingFaultTable;
  juryPresence: JuryPresenceTable;
  solutionTest: SolutionTestTable;
  uploadedImage: {
    name: string;
    sha256: string;
    mediaType: string;
    authorId: number | null;
    createdAtMs: number;
  };
  judge: JudgeTable;
  compilerOptions: CompilerOptionsTable;
  judgeToken: {
    id: Generated<number>;
    name: string;
    tokenHash: Buffer;
    createdAtMs: number;
    seenAtMs: number | null;
    revokedAtMs: number | null;
    isRelay: Generated<boolean>;
  };
  relay: { id: Generated<number>; name: string; version: string; seenAtMs: number };
  outsideServer: OutsideServerTable;
  outsideAccount: OutsideAccountTable;
  outsideProblem: OutsideProblemTable;
  problemLanguage: { problemId: number; languageId: number };
  outsideRun: OutsideRunTable;
  outsideTrouble: OutsideTroubleTable;
  outsideJob: OutsideJobTable;
  outsideJobLine: OutsideJobLineTable;
  trialRun: TrialRunTable;
  judging: JudgingTable;
  packageImport: PackageImportTable;
  packageUpload: PackageUploadTable;
  contestPackage: ContestPackageTable;
  contestPackageProblem: ContestPackageProblemTable;
  problemCheck: ProblemCheckTable;
  problemPackage: {
    problemId: number;
    format: string;
    identity: string;
    revision: number | null;
    importedAtMs: number;
    polygonServerId: number | null;
    polygonProblemId: number | null;
  };
  problemFile: { problemId: number; name: string; sha256: string; sizeBytes: number; mediaType: string };
  contestMessage: ContestMessageTable;
  contestMessageRead: { messageId: number; accountId: number; readAtMs: number };
  contestStockAnswers: ContestStockAnswersTable;
  similaritySearch: SimilaritySearchTable;
  similarityPart: SimilarityPartTable;
  similarityTemplate: { contestId: number; problemId: number; source: string };
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
  chatNotice: {
    telegramAccountId: number;
    messageId: number;
    accountId: number;
    sentAtMs: number;
    botId: string;
    chatMessageId: number;
  };
  news: NewsTable;
  newsGroup: { newsId: number; groupId: number };
  auditEntry: AuditEntryTable;
  backupRun: BackupRunTable;
  webProcess: WebProcessTable;
  siteSettings: SiteSettingsTable;
  installation: { key: string; value: JSONColumnType<object> };
}
