import type { Outcome } from '#stand-ins/judge-model.ts';
import type { BookedRun, RunBook } from '#stand-ins/run-book.ts';

/** Words of verdicts that old sites have in common. */
export const ENGLISH_WORDS = {
  ...{ WA: 'Wrong answer', CE: 'Compilation error', RE: 'Runtime error', PE: 'Presentation error' },
  ...{ OL: 'Output limit exceeded', TL: 'Time limit exceeded', ML: 'Memory limit exceeded' },
  ...{ OK: 'Accepted', IL: 'Idleness limit exceeded', RF: 'Restricted function', NEVER: 'Running' },
} as const satisfies Partial<Record<Outcome['verdict'], string>>;

/** What a list of runs shows of a run; empty: nothing yet, or nothing ever. */
export interface RunCells {
  /** Verdict, or what the run is at. */
  word: string;
  /** Null while there is no verdict. */
  outcome: Outcome | null;
  test: string;
  /** Seconds with three digits behind the point. */
  seconds: string;
  /** Kilobytes, with a space between thousands. */
  kilobytes: string;
}

/** Writes a run as old sites do. @param waiting word for a run that nobody has looked at yet */
export function cellsOf(
  book: RunBook,
  run: BookedRun,
  words: Record<Outcome['verdict'], string>,
  waiting: string,
): RunCells {
  const shown = book.shown(run);
  const none = { outcome: null, test: '', seconds: '', kilobytes: '' };
  if (shown.state === 'waiting') return { ...none, word: waiting };
  if (shown.state === 'compiling') return { ...none, word: 'Compiling' };
  if (shown.state === 'running') return { ...none, word: 'Running', test: `${shown.test}` };
  const { outcome } = shown;
  const { verdict, test, timeMs, memoryKb } = outcome;
  if (verdict === 'CE') return { ...none, outcome, word: words.CE };
  return {
    ...{ outcome, word: words[verdict], test: test > 0 ? `${test}` : '' },
    seconds: (timeMs / 1000).toFixed(3),
    kilobytes: `${memoryKb}`.replaceAll(/\B(?=(\d{3})+$)/g, ' '),
  };
}
