import type { ColumnType, Generated } from 'kysely';

/* Outside systems: servers, accounts, problems, runs and jobs. */

export interface OutsideServerTable {
  id: Generated<number>;
  systemType: string;
  name: string;
  url: string;
  settings: ColumnType<Record<string, string>, string | undefined, string>;
  sendEveryMs: number;
  pausedAtMs: number | null;
  pauseReason: string | null;
  awayUntilMs: Generated<number>;
  failures: Generated<number>;
  createdAtMs: number;
  accountsOf: number | null;
  pausedById: number | null;
  /** A page has changed, and nobody has looked at it since. */
  hasDrifted: Generated<boolean>;
}

export interface OutsideAccountTable {
  id: Generated<number>;
  serverId: number;
  name: string;
  /** Sealed JSON. */
  credentials: string;
  /** Sealed. */
  session: string | null;
  authorId: string | null;
  disabledAtMs: number | null;
  reason: string | null;
  freeAtMs: Generated<number>;
  lastSentAtMs: number | null;
  sentNumber: Generated<number>;
  busyFence: number | null;
  disabledBy: 'admin' | 'signedOut' | 'challenge' | 'sealed' | null;
}

export interface OutsideProblemTable {
  problemId: number;
  serverId: number;
  timeLimitMs: number | null;
  memoryLimitKb: number | null;
  inputFile: string | null;
  outputFile: string | null;
  url: string | null;
  contentSha256: string | null;
  readAtMs: number | null;
  vanishedAtMs: number | null;
  /** Shape: `Validators` of contracts/src/outside/relay-jobs.ts. */
  validators: ColumnType<unknown, string | null | undefined, string | null>;
}

export interface OutsideRunTable {
  solutionId: number;
  serverId: number;
  accountId: number | null;
  /** `unsettled`: several runs may be it; a supervisor decides. */
  state: 'sending' | 'accepted' | 'unsettled';
  watermark: string | null;
  foreignRunId: string | null;
  sentAtMs: number;
  looks: Generated<number>;
  candidates: Generated<string[]>;
  foreignVerdict: string | null;
  isStrange: Generated<boolean>;
  isShared: Generated<boolean>;
}

export interface OutsideTroubleTable {
  id: Generated<number>;
  serverId: number;
  accountId: number | null;
  solutionId: number | null;
  kind: string;
  message: string;
  /** Shape: `evidence` of contracts/src/outside/relay.ts. */
  evidence: ColumnType<object | null, string | null | undefined, string | null>;
  happenedAtMs: number;
}

export interface OutsideJobTable {
  id: Generated<number>;
  kind: 'scan' | 'import' | 'archive' | 'polygon' | 'check' | 'try';
  serverId: number;
  /** Shape: `JobRequest` of contracts/src/outside/relay-jobs.ts. */
  request: ColumnType<unknown, string, string>;
  authorId: number | null;
  state: Generated<'waiting' | 'running' | 'done' | 'failed' | 'cancelled'>;
  cursor: string | null;
  isListed: Generated<boolean>;
  memo: string | null;
  what: Generated<string>;
  /** Shape: `JobStep[]` of contracts/src/outside/relay-jobs.ts. */
  steps: ColumnType<unknown, string | undefined, string>;
  failure: string | null;
  message: string | null;
  failures: Generated<number>;
  notBeforeMs: Generated<number>;
  relayId: number | null;
  accountId: number | null;
  fence: number | null;
  leasedUntilMs: number | null;
  createdAtMs: number;
  startedAtMs: number | null;
  endedAtMs: number | null;
}

export interface OutsideJobLineTable {
  jobId: number;
  foreignId: string;
  title: string;
  /** `wanted`: to be read yet. `known`: listed, and nothing was to be done. */
  outcome: 'wanted' | 'known' | 'new' | 'changed' | 'same' | 'vanished' | 'failed';
  message: string | null;
  problemId: number | null;
  importId: number | null;
}
