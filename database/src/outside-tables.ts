import type { ColumnType, Generated } from 'kysely';

/* Outside systems: servers, accounts, problems and runs. */

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
  /** Shape: `evidence` of contracts/relay.ts. */
  evidence: ColumnType<object | null, string | null | undefined, string | null>;
  happenedAtMs: number;
}
