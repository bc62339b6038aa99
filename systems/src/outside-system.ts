import type { SystemType } from '@balloon/contracts/problems/problems.ts';
import type { VerdictKey } from '@balloon/domain/judging/verdicts.ts';
import type { LanguageFamily } from '@balloon/domain/languages/languages.ts';
import type { OutsideHttp } from '#http/outside-http.ts';

/*
 * The seam between Balloon and the systems that judge for it. An adapter knows one system's addresses, pages and words,
 * and nothing of queues, leases or contests: those are the relay's. Each operation is one attempt. It either answers or
 * throws an `OutsideError` (failures.ts) that says what the relay must do; any other error means that the outcome is
 * unknown. Pure reading of pages and answers stands apart from I/O in every adapter.
 */

/** A system that judges outside of Balloon. */
export type OutsideType = Exclude<SystemType, 'balloon'>;

/** Language of a statement. */
export type StatementLanguage = 'ru' | 'en';

/** What an adapter works with: one account on one server of the system. */
export interface Session {
  /** Sends requests as this account: cookies, pace and bounds are its matter. */
  http: OutsideHttp;
  /** Fields that the system's accounts have, such as `login` and `password`; null reads what needs no account. */
  credentials: Readonly<Record<string, string>> | null;
  /** What an earlier look at the account told (`AccountHealth`), so that public lists of its runs need no sign-in. */
  authorId?: string | null;
  /** Settings of the server beside its address, such as the path under which ejudge answers. */
  settings: Readonly<Record<string, string>>;
  /** Sign-ins that the system has refused, by name (`sign-in.ts`): a look at the account forgets them. */
  refusedSignIns?: Map<string, { atMs: number; message: string }>;
  /** Whole milliseconds since 1970. */
  nowMs(): number;
}

/** Row of a list of problems. */
export interface ListedProblem {
  /** Identifier as Balloon stores it: `1000`, `archive:33A`, `gym:100001A`, `12:A`; each adapter names its form. */
  foreignId: string;
  title: string;
}

/** Part of a list of problems. */
export interface ProblemPage {
  problems: readonly ListedProblem[];
  /** Where the next part begins; null after the last one. A scan that was interrupted goes on from here. */
  nextCursor: string | null;
}

/** Statement in one language. */
export interface ForeignStatement {
  language: StatementLanguage;
  title: string;
  /**
   * Not trusted. Addresses of links and pictures are absolute; formulas are `$…$` or `$$…$$` where the system has TeX, and a
   * dollar that is money stands alone in an element.
   */
  html: string;
  samples: readonly { input: string; output: string }[];
}

/** A problem as the system shows it. */
export interface ForeignProblem {
  foreignId: string;
  /** Begins with the problem's own language. Empty when only `pdf` has the text. */
  statements: readonly ForeignStatement[];
  /** Statement as a document, where the system has nothing else. */
  pdf: Uint8Array | null;
  /** Null: the system does not tell. Where limits differ by language, the largest common one. */
  timeLimitMs: number | null;
  memoryLimitKb: number | null;
  /** Names of the files that a solution reads and writes; null: standard streams. */
  inputFile: string | null;
  outputFile: string | null;
  /** Author and origin in the system's words; null: none. */
  author: string | null;
  source: string | null;
  tags: readonly string[];
  /** Address at which people see it. */
  url: string;
}

/** Language in which a problem of the system takes solutions. */
export interface ForeignLanguage {
  /** Value that the system's form of solutions sends for the language. */
  foreignLanguageId: string;
  name: string;
  family: LanguageFamily | 'text';
  extensions: readonly string[];
}

/** A solution to be sent. */
export interface Submission {
  foreignId: string;
  foreignLanguageId: string;
  /** Name of the language as last read from the system: some lists of runs show names only. */
  languageName: string;
  source: string;
}

/**
 * State of the account before a send. It is stored before the first byte is sent, and must be enough to find the run
 * in a later process.
 */
export interface Prepared {
  /** The largest run id of this account that the system shows now; null: none. Ids are compared by `isLaterRun`. */
  watermark: string | null;
  /** What `send` needs, such as a token of the form. Lives only as long as the session. */
  form: Readonly<Record<string, string>>;
}

/** Outcome of a send that the system has certainly taken. */
export interface Sent {
  /** Null: taken, but its id is to be found (`findRuns`). */
  runId: string | null;
}

/** What is looked for after a send whose answer was lost. */
export interface Intent {
  submission: Submission;
  watermark: string | null;
  /** When the request was sent, by our clock. */
  sentAtMs: number;
}

/** A run that may be the one looked for. */
export interface FoundRun {
  runId: string;
  /** By the system's clock, to the second or the minute; null: it does not tell. */
  sentAtMs: number | null;
  /** Whether its source was read and is the same; null: not readable. */
  hasSameSource: boolean | null;
}

/** A run to be polled. */
export interface PolledRun {
  runId: string;
  foreignId: string;
}

/** State of a run as the system shows it. */
export interface RunState {
  runId: string;
  /** `final`: the verdict stands. An unknown word of the system is `unknown`, which never ends a run. */
  state: 'waiting' | 'compiling' | 'running' | 'final' | 'unknown';
  /** Verdict of a final state. */
  verdict: VerdictKey | null;
  /** The system's own words, as shown. */
  foreignVerdict: string;
  /** Test that runs or failed first; 0: none. */
  testNumber: number;
  timeMs: number | null;
  memoryKb: number | null;
  /** Points, where the system gives them. */
  score: number | null;
}

/** Outcome of a look at an account. */
export interface AccountHealth {
  /** Name under which the system knows the account. */
  name: string;
  /** Number or name by which runs of the account are listed; stored as its author id. */
  authorId: string;
}

/** How fast a system may be asked. */
export interface Pace {
  /** Shortest time between the starts of two requests to one host. */
  requestEveryMs: number;
  /** First interval of polling; grows up to ten times. */
  pollEveryMs: number;
  /** A run without a verdict is shown to supervisors after this time; it is never sent again for that. */
  verdictWithinMs: number;
}

/** Adapter of an outside system. */
export interface OutsideSystem {
  readonly type: OutsideType;
  readonly pace: Pace;
  /** Charset of forms, and of pages that name none. Default: UTF-8. */
  readonly charset?: string;
  /** Largest source in bytes. */
  readonly maxSourceBytes: number;
  /** Pictures on the system's own host are shown to signed-in people only. Default: to everybody. */
  readonly picturesNeedAccount?: boolean;
  /** A refusal as a duplicate speaks of the account's latest run for the problem. Default: of any of its runs. */
  readonly comparesWithLatest?: boolean;
  /** Whether each problem has a list of languages of its own. */
  readonly hasLanguagesPerProblem?: true;

  /** Normalises a foreign identifier, also in older spellings; null: not one of this system. */
  readId(text: string): string | null;
  /** Lists problems. @param cursor null: from the beginning. @param scope a contest or archive, where lists are per scope */
  listProblems(session: Session, cursor: string | null, scope: string | null): Promise<ProblemPage>;
  /** Reads one problem. @throws {OutsideError} `refused` when there is none of that id */
  readProblem(session: Session, foreignId: string): Promise<ForeignProblem>;
  /** Lists languages of a problem. */
  listLanguages(session: Session, foreignId: string): Promise<readonly ForeignLanguage[]>;
  /** Signs in if needed, checks that this could be sent now, and reads the watermark. Sends nothing. */
  prepare(session: Session, submission: Submission): Promise<Prepared>;
  /**
   * Sends with exactly one request.
   *
   * @throws {OutsideError} when the system has certainly not taken it
   * @throws {Error} any other: unknown, which only `findRuns` can settle
   */
  send(session: Session, submission: Submission, prepared: Prepared): Promise<Sent>;
  /** Lists runs of this account after the watermark with the same problem and language, oldest first. */
  findRuns(session: Session, intent: Intent): Promise<readonly FoundRun[]>;
  /** Reads the states of runs of this account, with one request where the system lists them; unlisted ones are left out. */
  poll(session: Session, runs: readonly PolledRun[]): Promise<readonly RunState[]>;
  /** Reads the compiler's words; null: not shown. */
  readCompilationLog(session: Session, run: PolledRun): Promise<string | null>;
  /** Signs in and tells who is signed in. */
  checkAccount(session: Session): Promise<AccountHealth>;
}

/**
 * Whether a run id is later than a watermark: systems count up, in digits of any number. Where each contest counts for
 * itself, ids are `contest:number`, and both are of one contest.
 */
export function isLaterRun(runId: string, watermark: string | null): boolean {
  if (watermark === null) return true;
  return countOf(runId) > countOf(watermark);
}

const countOf = (runId: string) => BigInt(runId.slice(runId.lastIndexOf(':') + 1));
