import type { ApiRun } from '#cf/api-results.ts';
import type { Place } from '#cf/places.ts';
import { FINAL, NAMES_A_TEST } from '#cf/verdicts.ts';
import { familyOf } from '#language-family.ts';
import { type Intent, isLaterRun, type RunState } from '#outside-system.ts';

/** State of a run as the API shows it. */
export function stateOf(run: ApiRun): RunState {
  const word = run.verdict ?? '';
  const verdict = isPreliminary(run) ? null : (FINAL.get(word) ?? null);
  const state = verdict === null ? pendingState(run) : 'final';
  const namesTest = state === 'running' || (verdict !== null && NAMES_A_TEST.has(verdict));
  return {
    runId: String(run.id),
    ...{ state, verdict, foreignVerdict: word },
    testNumber: namesTest ? run.passedTestCount + 1 : 0,
    timeMs: verdict === null ? null : run.timeConsumedMillis,
    memoryKb: verdict === null ? null : Math.round(run.memoryConsumedBytes / 1024),
    score: run.points ?? null,
  };
}

/** During a round, what passed the pretests has not passed the tests. */
const isPreliminary = ({ testset, verdict }: ApiRun) => testset === 'PRETESTS' && verdict === 'OK';

function pendingState(run: ApiRun): RunState['state'] {
  if (!run.verdict || run.verdict === 'SUBMITTED') return 'waiting';
  return run.verdict === 'TESTING' || isPreliminary(run) ? 'running' : 'unknown';
}

/** Runs that an intent may have made, oldest first. @param runs latest first */
export function candidatesOf(runs: readonly ApiRun[], place: Place, intent: Intent): ApiRun[] {
  return runs
    .filter((run) => isLaterRun(String(run.id), intent.watermark))
    .filter((run) => isOfProblem(run, place) && isOfLanguage(run, intent.submission.languageName))
    .toSorted((a, b) => a.id - b.id);
}

const isOfProblem = ({ contestId, problem }: ApiRun, place: Place) =>
  (problem.contestId ?? contestId) === place.contestId && problem.index.toUpperCase() === place.index;

/**
 * Whether a run may be of a language. The API has names of its own: the form's `GNU G++17 7.3.0` is `C++17 (GCC 7-32)`
 * there; only families can be compared, and an unknown one says nothing.
 */
function isOfLanguage({ programmingLanguage }: ApiRun, languageName: string): boolean {
  const [shown, sent] = [familyOf(programmingLanguage).family, familyOf(languageName).family];
  return shown === sent || shown === 'text' || sent === 'text';
}
