import type { VerdictKey } from '@balloon/domain/judging/verdicts.ts';
import { ENGLISH_VERDICTS } from '#english-verdicts.ts';
import type { RunState } from '#outside-system.ts';

/** Words of verdicts on English pages; reasons in parentheses are cut off before. */
const REJECTED: Readonly<Record<string, VerdictKey>> = {
  ...ENGLISH_VERDICTS,
  "can't be judged": 'judgingError',
  'submission error': 'judgingError',
};

const PENDING: Readonly<Record<string, RunState['state']>> = {
  received: 'waiting',
  'in judge queue': 'waiting',
  'sent to judge': 'waiting',
  waiting: 'waiting',
  compiling: 'compiling',
  linking: 'compiling',
  running: 'running',
};

/** Class of the cell: accepted, rejected, waiting. */
export type VerdictClass = 'ac' | 'rj' | 'wt';

/** Reads what a status shows. The class and the words must agree, else the state is unknown. */
export function readVerdict(
  kind: VerdictClass,
  words: string,
): Pick<RunState, 'state' | 'verdict' | 'foreignVerdict'> {
  const foreignVerdict = words.slice(0, 200);
  const word = plain(words);
  const verdict =
    kind === 'ac' && word === 'accepted' ? 'accepted' : kind === 'rj' ? lookUp(REJECTED, word) : null;
  if (verdict) return { state: 'final', verdict, foreignVerdict };
  const state = (kind === 'wt' && lookUp(PENDING, word)) || 'unknown';
  return { state, verdict: null, foreignVerdict };
}

const plain = (words: string) =>
  (words.split('(')[0] ?? '')
    .replaceAll('’', "'")
    .replaceAll(/[.…\s]+/g, ' ')
    .trim()
    .toLowerCase();

const lookUp = <Value>(table: Readonly<Record<string, Value>>, word: string): Value | null =>
  Object.hasOwn(table, word) ? (table[word] ?? null) : null;
