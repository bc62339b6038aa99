import { createHash, randomUUID } from 'node:crypto';
import { type Outcome, outcomeOf, shownAt } from '#stand-ins/judge-model.ts';
import type { VirtualClock } from '#stand-ins/stand-in.ts';

/** Run in a contest, which counts them from 0. */
export interface EjudgeRun {
  run_id: number;
  run_uuid: string;
  contestId: number;
  userId: number;
  problemId: number;
  languageId: number;
  source: Buffer;
  sentAtMs: number;
  isHidden: boolean;
  extUser: string | null;
  /** Stands whatever the source says. */
  fixedStatus: number | null;
}

export type NewRun = Omit<EjudgeRun, 'run_id' | 'run_uuid' | 'fixedStatus'>;

/** Run log of a server. */
export class EjudgeRuns {
  readonly all: EjudgeRun[] = [];

  add(run: NewRun): EjudgeRun {
    const run_id = this.of(run.contestId).length;
    const added = { ...run, run_id, run_uuid: randomUUID(), fixedStatus: null };
    this.all.push(added);
    return added;
  }

  /** Runs of a contest in their order. */
  of(contestId: number): EjudgeRun[] {
    return this.all.filter((run) => run.contestId === contestId);
  }

  /** ejudge compares with the latest run of the user for the problem only. */
  isDuplicate({ contestId, userId, problemId, languageId, source }: NewRun): boolean {
    const latest = this.of(contestId).findLast((run) => run.userId === userId && run.problemId === problemId);
    return latest !== undefined && latest.languageId === languageId && latest.source.equals(source);
  }
}

/** Short names by status number. */
export const WORDS: Readonly<Record<number, string>> = {
  ...{
    0: 'OK',
    1: 'CE',
    2: 'RT',
    3: 'TL',
    4: 'PE',
    5: 'WA',
    6: 'CF',
    7: 'PT',
    8: 'AC',
    9: 'IG',
    10: 'DQ',
    11: 'PD',
  },
  ...{ 12: 'ML', 13: 'SE', 14: 'SV', 15: 'WT', 16: 'PR', 17: 'RJ', 18: 'SK', 19: 'SY', 22: 'EM', 23: 'SM' },
  ...{ 95: 'RJ', 96: 'RU', 97: 'CD', 98: 'CG', 99: 'AV' },
};

const FINAL: Record<Outcome['verdict'], number> = {
  ...{
    OK: 0,
    CE: 1,
    RE: 2,
    TL: 3,
    PE: 4,
    OL: 4,
    WA: 5,
    FAIL: 6,
    IGNORED: 9,
    ML: 12,
    RF: 13,
    IL: 15,
    STRANGE: 42,
  },
  NEVER: 96,
};

/** What a run shows now. */
export interface ShownRun {
  status: number;
  /** First failed test; null: not shown. */
  failedTest: number | null;
  /** Tests with their times, once it is final. */
  tests: readonly { num: number; status: number; timeMs: number; rssBytes: number }[];
}

const PASSING = { waiting: 99, compiling: 98, running: 96 } as const;

export function show(run: EjudgeRun, clock: VirtualClock): ShownRun {
  const outcome = outcomeOf(run.source.toString('utf8'));
  const shown = shownAt(outcome, run.sentAtMs, clock);
  if (run.fixedStatus !== null) return { status: run.fixedStatus, failedTest: null, tests: [] };
  if (shown.state !== 'final') return { status: PASSING[shown.state], failedTest: null, tests: [] };
  const status = FINAL[outcome.verdict];
  const failedTest = outcome.test > 0 ? outcome.test : null;
  return { status, failedTest, tests: status === 1 ? [] : testsOf(outcome, status) };
}

function testsOf({ test, timeMs, memoryKb }: Outcome, status: number) {
  return Array.from({ length: test || 3 }, (_, at) => ({
    num: at + 1,
    status: at + 1 === test ? status : 0,
    timeMs: at === 0 ? timeMs : 1,
    rssBytes: at === 0 ? memoryKb * 1024 : 4096,
  }));
}

export const sha1Of = (source: Buffer) => createHash('sha1').update(source).digest('hex');
