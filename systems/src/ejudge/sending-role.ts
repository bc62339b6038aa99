import type { Caller } from '#ejudge/call.ts';
import type { RunPlace } from '#ejudge/foreign-id.ts';
import type { Contest, ContestProblem } from '#ejudge/read-contest.ts';
import type { FoundRun, Intent, PolledRun, RunState, Submission } from '#outside-system.ts';

/** A problem in its contest, as the server numbers both. */
export interface Target {
  contestId: number;
  contest: Contest;
  problem: ContestProblem;
}

/** A send: `problemId` and `watermark` are those of `prepare`. */
export interface Sending {
  contestId: number;
  problemId: number;
  submission: Submission;
  watermark: string | null;
}

/** What participants and the jury do by calls of their own. */
export interface SendingRole {
  /** Largest run of the account. */
  newestRun(caller: Caller, target: Target): Promise<string | null>;
  /** Sends with one request and gives what came back. */
  send(caller: Caller, sending: Sending): ReturnType<Caller['send']>;
  findRuns(caller: Caller, target: Target, intent: Intent): Promise<readonly FoundRun[]>;
  /** States of runs of one contest. */
  poll(caller: Caller, contestId: number, numbers: readonly number[]): Promise<readonly RunState[]>;
  readCompilationLog(caller: Caller, run: RunPlace & Pick<PolledRun, 'foreignId'>): Promise<string | null>;
}

/** Most runs that are looked at one by one. An account sends one at a time, so few can follow a watermark. */
export const MAX_LOOKED_AT = 100;

/** Name of the file that a source is sent as; ejudge keeps the content alone. */
export const sourceFile = (source: string) => ({
  name: 'solution.txt',
  content: Buffer.from(source, 'utf8'),
  type: 'text/plain',
});
