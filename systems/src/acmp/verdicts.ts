import type { VerdictKey } from '@balloon/domain/judging/verdicts.ts';
import { ENGLISH_VERDICTS } from '#english-verdicts.ts';
import type { RunState } from '#outside-system.ts';

const FINAL: Readonly<Record<string, VerdictKey>> = {
  ...ENGLISH_VERDICTS,
  accepted: 'accepted',
  'run-time error': 'runtimeError',
};

/** Words of a run that is not judged yet, by their beginnings. */
const PENDING: readonly (readonly [RegExp, RunState['state']])[] = [
  [/^(?:waiting|in queue|queue|(?:в )?очеред)/, 'waiting'],
  [/^compiling/, 'compiling'],
  [/^(?:running|testing|провер|идет провер|идёт провер)/, 'running'],
];

/** Reads what a list of runs shows. Only whole words that we know are a verdict. */
export function readVerdict(words: string): Pick<RunState, 'state' | 'verdict' | 'foreignVerdict'> {
  const foreignVerdict = words.slice(0, 200);
  const word = words.toLowerCase().slice(0, 200);
  const verdict = Object.hasOwn(FINAL, word) ? FINAL[word] : undefined;
  if (verdict) return { state: 'final', verdict, foreignVerdict };
  const state = PENDING.find(([beginning]) => beginning.test(word))?.[1] ?? 'unknown';
  return { state, verdict: null, foreignVerdict };
}
