import type { FoundRun } from '#outside-system.ts';

/** Outcome of a look. */
export type Choice =
  | { found: 'one'; runId: string }
  | { found: 'none' }
  | { found: 'several'; candidates: readonly string[] };

/** Time in ms by which the clock of a system may differ from ours, with the time that a send takes. */
const CLOCK_SKEW_MS = 10 * 60_000;
/** Candidates of the contract. */
const MAX_CANDIDATES = 20;

/**
 * Chooses the run of a send whose answer was lost. A run with the same source is it. Where sources cannot be read, the
 * only one of that time is it; one of another time may be it, which a supervisor decides.
 *
 * @param runs of the account after the watermark, with the same problem and language
 * @param sentAtMs when the request was sent, by our clock
 * @param taken runs of other solutions
 */
export function chooseRun(
  runs: readonly FoundRun[],
  sentAtMs: number,
  taken: (runId: string) => boolean,
): Choice {
  const possible = runs.filter(({ runId, hasSameSource }) => hasSameSource !== false && !taken(runId));
  const same = possible.filter(({ hasSameSource }) => hasSameSource);
  if (same.length > 0) return choiceOf(same);
  const timely = possible.filter((run) => isTimely(run, sentAtMs));
  if (timely.length > 0) return choiceOf(timely);
  return possible.length > 0 ? several(possible) : { found: 'none' };
}

/**
 * Chooses the run that a system means when it refuses a source as a duplicate: the latest with the same source. Where
 * sources cannot be read, the only run, or the latest of a system that compares with that one only.
 *
 * @param runs of the account with the same problem and language, oldest first
 */
export function chooseEarlier(runs: readonly FoundRun[], comparesWithLatest = false): Choice {
  const same = runs.findLast(({ hasSameSource }) => hasSameSource);
  if (same) return choiceOf([same]);
  const unread = runs.filter(({ hasSameSource }) => hasSameSource === null);
  if (unread.length === 0) return { found: 'none' };
  return choiceOf(comparesWithLatest ? unread.slice(-1) : unread);
}

const isTimely = (run: FoundRun, sentAtMs: number) =>
  run.sentAtMs === null || Math.abs(run.sentAtMs - sentAtMs) <= CLOCK_SKEW_MS;

function choiceOf(runs: readonly FoundRun[]): Choice {
  const [only, ...others] = runs;
  return only && others.length === 0 ? { found: 'one', runId: only.runId } : several(runs);
}

const several = (runs: readonly FoundRun[]): Choice => ({
  found: 'several',
  candidates: runs.slice(-MAX_CANDIDATES).map(({ runId }) => runId),
});
