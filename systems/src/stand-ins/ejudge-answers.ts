import type { EjudgeAccount, EjudgeContest } from '#stand-ins/ejudge-contests.ts';
import type { EjudgeRuns } from '#stand-ins/ejudge-runs.ts';
import type { Reply, VirtualClock } from '#stand-ins/stand-in.ts';

/** A call as an action sees it. */
export interface EjudgeCall {
  param(name: string): string | undefined;
  /** Content of a file part or of a text field. */
  file(name: string): Buffer | undefined;
  account: EjudgeAccount;
  contest: EjudgeContest;
  runs: EjudgeRuns;
  accounts: readonly EjudgeAccount[];
  clock: VirtualClock;
}

export type EjudgeAction = (call: EjudgeCall) => Reply;

/** Refusals by symbol, with their numbers and words. */
const REFUSALS = {
  CONTEST_ALREADY_FINISHED: [25, 'Contest is already finished'],
  PERMISSION_DENIED: [29, 'Permission denied'],
  CONTEST_NOT_STARTED: [30, 'Contest is not started'],
  LANG_DISABLED: [37, 'This language is disabled'],
  LANG_NOT_AVAIL_FOR_PROBLEM: [38, 'This language is not available for this problem'],
  DISK_WRITE_ERROR: [44, 'Disk write error'],
  INV_PROB_ID: [60, 'Invalid problem'],
  INV_LANG_ID: [63, 'Invalid language'],
  INV_RUN_ID: [70, 'Invalid run ID'],
  CLIENTS_SUSPENDED: [77, "Clients' requests are suspended"],
  DUPLICATE_SUBMIT: [82, 'This submit is duplicate of another run'],
  SOURCE_VIEW_DISABLED: [87, 'Source view is disabled'],
  REPORT_UNAVAILABLE: [88, 'Report is not available'],
  INV_PARAM: [104, 'Invalid parameter'],
  SUBMIT_EMPTY: [113, 'Empty submit'],
  FILE_UNSPECIFIED: [119, 'File is not specified'],
  INV_ACTION: [123, 'Invalid action'],
  INV_CONTEST_ID: [124, 'Invalid contest ID'],
  INV_FILTER_EXPR: [130, 'Invalid filter expression'],
  INV_SESSION: [148, 'Invalid session'],
  OPERATION_FAILED: [154, 'Operation failed'],
  RATE_EXCEEDED: [157, 'Rate exceeded'],
} as const;

/** Makes a refusal: HTTP says that all is well. */
export function refuse(symbol: keyof typeof REFUSALS): Reply {
  const [num, message] = REFUSALS[symbol];
  const error = { num, symbol: `ERR_${symbol}`, message, log_id: '29e5f3e6' };
  return asJson({ ok: false, server_time: 1_795_219_572, error });
}

/** Answers with JSON, as people read it or, to the jury, on one line. */
export function asJson(value: unknown, indent = 2): Reply {
  return {
    headers: { 'content-type': 'application/json' },
    body: `${JSON.stringify(value, null, indent)}\n`,
  };
}

/** An answer with values. */
export const result = (value: unknown, indent?: number): Reply =>
  asJson({ ok: true, server_time: 1_795_219_572, result: value }, indent);
