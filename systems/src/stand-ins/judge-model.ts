import type { VirtualClock } from '#stand-ins/stand-in.ts';

/** What a stand-in's judge comes to: the word is the system's own, such as `WRONG_ANSWER`. */
export interface Outcome {
  /** Key that each stand-in writes in its own words. */
  verdict:
    | 'OK'
    | 'WA'
    | 'CE'
    | 'RE'
    | 'PE'
    | 'OL'
    | 'TL'
    | 'ML'
    | 'IL'
    | 'RF'
    | 'FAIL'
    | 'IGNORED'
    | 'STRANGE'
    | 'NEVER';
  /** First failed test; 0 when accepted or not run. */
  test: number;
  timeMs: number;
  memoryKb: number;
}

export type Shown =
  | { state: 'waiting' }
  | { state: 'compiling' }
  | { state: 'running'; test: number }
  | { state: 'final'; outcome: Outcome };

/** Time in ms after which a run leaves a state. */
const WAITING_MS = 1_000;
const COMPILING_MS = 1_000;
const A_TEST_MS = 1_000;
/** Tests of every invented problem. */
const TESTS = 3;

/**
 * Tells what the judge comes to, by a marker in the source: `judge: WA 2` is wrong on test 2; without one it is
 * accepted.
 */
export function outcomeOf(source: string): Outcome {
  const [, verdict = 'OK', test = '0'] = /judge: ([A-Z]+) ?(\d{1,3})?/.exec(source) ?? [];
  return { verdict: verdict as Outcome['verdict'], test: Number(test), timeMs: 46, memoryKb: 1_234 };
}

/** State of a run that was sent at a moment, as the system shows it now. */
export function shownAt(outcome: Outcome, sentAtMs: number, clock: VirtualClock): Shown {
  const passedMs = clock.nowMs() - sentAtMs;
  if (passedMs < WAITING_MS) return { state: 'waiting' };
  if (passedMs < WAITING_MS + COMPILING_MS) return { state: 'compiling' };
  if (outcome.verdict === 'CE') return { state: 'final', outcome };
  const test = Math.floor((passedMs - WAITING_MS - COMPILING_MS) / A_TEST_MS) + 1;
  const lastTest = outcome.test > 0 ? outcome.test : TESTS;
  if (test <= lastTest || outcome.verdict === 'NEVER')
    return { state: 'running', test: Math.min(test, lastTest) };
  return { state: 'final', outcome };
}
