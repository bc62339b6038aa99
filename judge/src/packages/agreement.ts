import type { VerdictKey } from '@balloon/domain/judging/verdicts.ts';
import type { Expectation } from '@balloon/packages/problem-package.ts';

/** Results of a solution's tests so far. */
export interface Shown {
  /** Verdict of each test that was run, in their order; a compilation error stands alone. */
  verdicts: readonly VerdictKey[];
  /** True when every test was run. */
  isComplete: boolean;
  score: number | null;
  /** Full marks, if known. */
  maxScore: number | null;
}

export type Agreement = 'yes' | 'no' | 'open';

/**
 * Whether a solution behaves as its author says. A label is met when any test shows it: a solution labelled slow may
 * give a wrong answer first. A solution that may pass shows nothing but what its label names. `open` means that
 * further tests decide.
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

/** Amount by which rounding in a checker's score may miss a bound. */
const SCORE_ROUNDING = 1e-6;

function agreementOfScore(expectation: Expectation, shown: Shown): Agreement {
  const { score: bounds, isPartial } = expectation;
  if (!shown.isComplete) return 'open';
  const score = shown.score ?? 0;
  if (bounds !== null && !hasNamedVerdict(expectation, shown)) return 'no';
  if (bounds !== null)
    return score >= bounds[0] - SCORE_ROUNDING && score <= bounds[1] + SCORE_ROUNDING ? 'yes' : 'no';
  if (!isPartial) return 'yes';
  const isFull =
    shown.maxScore === null
      ? shown.verdicts.every((verdict) => verdict === 'accepted')
      : score >= shown.maxScore - SCORE_ROUNDING;
  return score > SCORE_ROUNDING && !isFull ? 'yes' : 'no';
}

/** Whether a failure occurred that the label names beside its score; a label may name none. */
function hasNamedVerdict({ verdicts: named }: Expectation, { verdicts }: Shown): boolean {
  if (named.length === 0 || named.includes('accepted')) return true;
  return verdicts.some((verdict) => named.includes(verdict));
}

/** Common short names of verdicts. */
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

/** Verdict in about two letters, for tables. */
export function shortVerdict(verdict: VerdictKey): string {
  return SHORT[verdict] ?? verdict;
}

/** Label in short form, for tables: `AC`, `TL|IL`, `PARTIAL`, `SCORE 40`. */
export function shortExpectation({ verdicts, isPartial, score }: Expectation): string {
  if (score !== null) return `SCORE ${score[0] === score[1] ? score[0] : `${score[0]}..${score[1]}`}`;
  return isPartial ? 'PARTIAL' : verdicts.map(shortVerdict).join('|');
}

/** Complaint about a solution whose score is not that of its label; null where the label is about verdicts alone. */
export function scoreComplaint({ isPartial, score: bounds }: Expectation, shown: Shown): string | null {
  if (bounds === null && !isPartial) return null;
  const full = shown.maxScore === null ? '' : ` of ${shown.maxScore}`;
  const gets = `the solution scores ${shown.score ?? 0}${full}`;
  if (bounds === null) return `The label says neither nothing nor everything, and ${gets}`;
  const wanted = bounds[0] === bounds[1] ? `${bounds[0]}` : `from ${bounds[0]} to ${bounds[1]}`;
  const isMet = (shown.score ?? 0) >= bounds[0] && (shown.score ?? 0) <= bounds[1];
  return isMet ? null : `The label says a score of ${wanted}, and ${gets}`;
}
