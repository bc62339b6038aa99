import type { VerdictKey } from '@balloon/domain/verdicts.ts';
import type { Expectation } from '@balloon/packages/problem-package.ts';

/** What the tests of a solution have shown so far. */
export interface Shown {
  /** The verdict of each test that was run, in their order; a compilation error stands alone. */
  verdicts: readonly VerdictKey[];
  /** Every test was run. */
  isComplete: boolean;
  score: number | null;
  /** Full marks, where they are known. */
  maxScore: number | null;
}

export type Agreement = 'yes' | 'no' | 'open';

/**
 * Whether a solution behaves as its author says. A label is met when any test shows it: a solution labelled slow may
 * give a wrong answer first. One that may pass shows nothing but what its label names. `open` means that further
 * tests decide.
 *
 * @see Problem Package Format, "Submissions"
 */
export function agreementOf(expectation: Expectation, shown: Shown): Agreement {
  if (shown.verdicts.some((verdict) => verdict === 'judgingError')) return 'no';
  if (expectation.isPartial || expectation.score !== null) return agreementOfScore(expectation, shown);
  const allowed = new Set<VerdictKey>(expectation.verdicts);
  const failures = shown.verdicts.filter((verdict) => verdict !== 'accepted');
  const mayPass = allowed.has('accepted');
  if ((mayPass || expectation.isStrict) && failures.some((verdict) => !allowed.has(verdict))) return 'no';
  const isShown = failures.some((verdict) => allowed.has(verdict));
  if (isShown && !mayPass && !expectation.isStrict) return 'yes';
  if (!shown.isComplete) return 'open';
  return isShown || (mayPass && failures.length === 0) ? 'yes' : 'no';
}

/** What rounding in a checker's score may make of a bound. */
const SCORE_ROUNDING = 1e-6;

function agreementOfScore({ score: bounds, isPartial }: Expectation, shown: Shown): Agreement {
  if (!shown.isComplete) return 'open';
  const score = shown.score ?? 0;
  if (bounds !== null)
    return score >= bounds[0] - SCORE_ROUNDING && score <= bounds[1] + SCORE_ROUNDING ? 'yes' : 'no';
  if (!isPartial) return 'yes';
  const isFull =
    shown.maxScore === null
      ? shown.verdicts.every((verdict) => verdict === 'accepted')
      : score >= shown.maxScore - SCORE_ROUNDING;
  return score > SCORE_ROUNDING && !isFull ? 'yes' : 'no';
}

/** Short names as judges write them. */
const SHORT: Partial<Record<VerdictKey, string>> = {
  accepted: 'AC',
  wrongAnswer: 'WA',
  presentationError: 'PE',
  timeLimit: 'TL',
  idlenessLimit: 'IL',
  memoryLimit: 'ML',
  outputLimit: 'OL',
  runtimeError: 'RE',
  restrictedFunction: 'SV',
  compilationError: 'CE',
  judgingError: 'FAIL',
};

/** A verdict in two letters or so, for tables. */
export function shortVerdict(verdict: VerdictKey): string {
  return SHORT[verdict] ?? verdict;
}

/** What a label allows, for tables: `AC`, `TL|IL`, `PARTIAL`. */
export function shortExpectation({ verdicts, isPartial, score }: Expectation): string {
  if (score !== null) return score[0] === score[1] ? `SCORE ${score[0]}` : `SCORE ${score[0]}..${score[1]}`;
  return isPartial ? 'PARTIAL' : verdicts.map(shortVerdict).join('|');
}
